#!/bin/sh
# Pays once, however often it is killed, interrupted or run again: it goes by the exit codes of
# 'wallet' alone. The name of the payment (--id) is what makes repeating safe.
#
# Usage: pay-once.sh NAME RECIPIENT AMOUNT [OPTION...]
#
# WALLET is the program; the options are those of 'wallet send', such as --passcode-file.
#
# It waits for an hour at most (WALLET_WAITS times WALLET_WAIT), and ends with 76 then: the payment
# is recorded, and running the script again goes on. Two of those waits end only with a second node
# (WALLET_SECOND_NODE): "says that the payment failed, and one node's word is not enough", and
# "counts the payment's nonce as used", if the node has thrown that transaction away.
#
# Between two tries without a usable answer (69) or without a record (75) it pauses: WALLET_PAUSE
# seconds at first (1), twice as long after each, and a minute at most.
#
# If the wallet checks no passcode for now, because it was killed during earlier checks, the script
# waits until 'nextTry', at most WALLET_BACKOFF seconds. With a wrong passcode it stops.
set -u
name=$1 recipient=$2 amount=$3
shift 3
wallet=${WALLET:-wallet}
node=${WALLET_NODE:-http://127.0.0.1:8545}
second=${WALLET_SECOND_NODE:-}
waits=${WALLET_WAITS:-180}
backoff=${WALLET_BACKOFF:-3600}
rest=${WALLET_PAUSE:-1}

# 'wallet send' describes a failure by one line of JSON; this reads one of its members.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$said" | head -n 1; }
said=$(mktemp) && trap 'rm -f "$said"' EXIT

tries=0
while [ "$tries" -lt 20 ]; do
  tries=$((tries + 1))
  "$wallet" send --id "$name" --to "$recipient" --amount "$amount" --rpc-url "$node" \
    ${second:+--verify-rpc-url "$second"} --yes --json "$@" 2>"$said"
  code=$?
  cat "$said" >&2
  echo "send $code" >&2
  while [ "$code" -eq 76 ] && [ "$waits" -gt 0 ]; do
    waits=$((waits - 1))
    # Recorded: never a new payment from here on.
    "$wallet" wait "$name" --rpc-url "$node" ${second:+--verify-rpc-url "$second"} \
      --timeout "${WALLET_WAIT:-20s}"
    code=$?
    echo "wait $code" >&2
  done
  case $code in
    0) exit 0 ;;
    # Nothing was recorded, or it was, and the same name finds it again.
    137 | 143) ;;
    69 | 75)
      [ "$tries" -eq 20 ] || sleep "$rest"
      rest=$((rest * 2))
      [ "$rest" -le 60 ] || rest=60
      ;;
    77)
      # The passcode was not checked: tries that were killed count, too. A wrong one ends here.
      [ "$(member reason)" = backedOff ] || exit 77
      pause=$(($(date -d "$(member nextTry)" +%s) - $(date +%s) + 1))
      [ "$pause" -le "$backoff" ] || exit 77
      [ "$pause" -le 0 ] || sleep "$pause"
      ;;
    # Refused, bad usage, or still open after all that time: a person has to look.
    *) exit "$code" ;;
  esac
done
exit "$code"
