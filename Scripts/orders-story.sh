#!/usr/bin/env bash
# Plays Examples/Orders: places 20 orders, kills the program in the middle with -9, starts it again, and
# checks that all orders end, and that each shipped one was paid once at the bank, and no other.
#
# ORDERS is the program.
set -euo pipefail
: "${ORDERS:?names the program}"

folder=$(mktemp -d)
database=$folder/orders.db
bank=$database.bank
program=

stop() {
  if [ -n "$program" ]; then kill -9 "$program" 2>/dev/null || true; fi
  rm -rf "$folder"
}
trap stop EXIT

fail() {
  echo "orders-story: $1" >&2
  cat "$folder/log" "$bank" >&2 || true
  exit 1
}

# Starts the program on a free port, with a bank that takes 800 ms.
start() {
  : >"$folder/log"
  "$ORDERS" "$database" 0 800 >>"$folder/log" 2>&1 &
  program=$!
  address=
  for _ in $(seq 300); do
    address=$(sed -nE 's/^Orders are taken at (http:[^ ]*),.*/\1/p' "$folder/log")
    if [ -n "$address" ]; then return; fi
    kill -0 "$program" || fail "The program has ended."
    sleep 0.1
  done
  fail "The program did not start."
}

ids=()
place() {
  local id
  id=$(curl -sS -d "$1" "$address/orders" | sed -nE 's/.*"id":"([^"]*)".*/\1/p') || true
  [ -n "$id" ] || fail "An order was not accepted: $1"
  ids+=("$id")
}

status() { curl -sS "$address/orders/$1" | sed -nE 's/.*"status":"([^"]*)".*/\1/p' || true; }

start
# 40 books are in store: some of these are refused. So are ten lamps, by the bank.
for _ in $(seq 8); do place '{"items":[{"product":"book","count":3}]}'; done
place '{"items":[{"product":"lamp","count":10}]}'
sleep 0.5
for _ in $(seq 3); do place '{"items":[{"product":"book","count":3}]}'; done
{ kill -9 "$program" && wait "$program"; } 2>/dev/null || true
program=
paidBefore=$(grep -c '^paid ' "$bank" || true)
start
for _ in $(seq 8); do place '{"items":[{"product":"book","count":3}]}'; done
[ "${#ids[@]}" = 20 ] || fail "Expected 20 orders."

shipped=0
for id in "${ids[@]}"; do
  for _ in $(seq 300); do
    state=$(status "$id")
    case $state in shipped | refused) break ;; esac
    sleep 0.1
  done
  paid=$(grep -c "^paid payment/$id#" "$bank" || true)
  case $state in
    shipped)
      shipped=$((shipped + 1))
      [ "$paid" = 1 ] || fail "Order $id is shipped, and was paid $paid times."
      ;;
    refused) [ "$paid" = 0 ] || fail "Order $id is refused, and was paid $paid times." ;;
    *) fail "Order $id has not ended: $state." ;;
  esac
done
[ "$shipped" = 13 ] || fail "40 books are 13 orders, and $shipped were shipped."
curl -sS "$address/stock" | grep -q '"book":1[,}]' || fail "Expected 1 book in store."

# Progress ends with the order; bad requests are answered as such.
curl -sS --max-time 20 "$address/orders/${ids[0]}/events" | grep -q '^data: {.*"shipped"' ||
  fail "The progress was not told."
code() { curl -sS -o /dev/null -w '%{http_code}' "$@"; }
[ "$(code -d '{"items":[]}' "$address/orders")" = 400 ] || fail "Expected 400."
[ "$(code -d 'books' "$address/orders")" = 400 ] || fail "Expected 400."
[ "$(head -c 20000 /dev/zero | code --data-binary @- "$address/orders")" = 413 ] || fail "Expected 413."
[ "$(code "$address/orders/17")" = 404 ] || fail "Expected 404."
[ "$(code -X POST "$address/orders/${ids[0]}/cancel")" = 409 ] || fail "Expected 409."

# An end with a farewell.
kill -INT "$program"
wait "$program" || fail "The program ended with $?."
program=
echo "20 orders: $shipped shipped and paid once, of them $paidBefore paid before the kill, and" \
  "$((20 - shipped)) refused; payments requested twice: $(grep -c '^repeated ' "$bank" || true)."
