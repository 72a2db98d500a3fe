#!/usr/bin/env bash
# Builds the fuzz targets and runs each on its seeds, and on what earlier runs have found worth keeping.
#   SECONDS_EACH=60 Scripts/fuzz.sh rlp abi …
set -euo pipefail
cd "$(dirname "$0")/../Fuzz"

${SWIFT:-swift} build -c release --sanitize fuzzer -Xcc -O2 --product Fuzz
fuzz=$(${SWIFT:-swift} build -c release --sanitize fuzzer -Xcc -O2 --show-bin-path)/Fuzz

# Swift's own backtraces would end the program before libFuzzer has kept the input.
export SWIFT_BACKTRACE=enable=no

status=0
for target in "$@"; do
  corpus=.build/corpus/$target found=.build/found/$target
  mkdir -p "$corpus" "$found"
  # Longer than the limits of what is read: a line of 8 kB, a head of 32 kB.
  case $target in
  http | jsonrpc) length=65536 ;;
  *) length=4096 ;;
  esac
  # A crash, an input of more than ten seconds, or memory that grows ends a target; the input is kept.
  if HEADRACE_FUZZ=$target "$fuzz" "$corpus" "Seeds/$target" -max_total_time="${SECONDS_EACH:-60}" -timeout=10 \
    -rss_limit_mb=1024 -max_len=$length -artifact_prefix="$found/" -print_final_stats=1 >"$found/log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/log")
    rss=$(sed -n 's/^stat::peak_rss_mb: *//p' "$found/log")
    printf '%-14s %12s inputs in %s s, at most %s MB; nothing found\n' "$target" "$runs" "${SECONDS_EACH:-60}" "$rss"
  else
    status=1
    printf '%-14s found something: Fuzz/%s\n' "$target" "$found" >&2
    tail -25 "$found/log" >&2
  fi
done
exit $status
