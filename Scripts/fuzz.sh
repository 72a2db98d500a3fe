#!/usr/bin/env bash
# Builds the fuzz targets and runs each on its seeds, and on what earlier runs have found worth keeping.
#   SECONDS_EACH=60 Scripts/fuzz.sh rlp abi …
set -euo pipefail
cd "$(dirname "$0")/../Fuzz"

# The address sanitizer searches for leaks, too. Of two options for Swift the last counts, which names both.
flags=(-c release --sanitize fuzzer --sanitize address -Xswiftc -sanitize=fuzzer,address -Xcc -O2)
${SWIFT:-swift} build "${flags[@]}" --product Fuzz
fuzz=$(${SWIFT:-swift} build "${flags[@]}" --show-bin-path)/Fuzz
export ASAN_OPTIONS=detect_leaks=1

# Swift's own backtraces would end the program before libFuzzer has kept the input.
export SWIFT_BACKTRACE=enable=no

# A control: where every input leaks, that is found.
mkdir -p .build/found
if HEADRACE_FUZZ=rlp HEADRACE_FUZZ_LEAKS=1 "$fuzz" Seeds/rlp -runs=100 -artifact_prefix=.build/found/ >.build/found/control 2>&1; then
  echo "headrace: a leak was planted, and was not found: see Fuzz/.build/found/control" >&2
  exit 1
fi
grep -q 'LeakSanitizer: detected memory leaks' .build/found/control || {
  tail -25 .build/found/control >&2
  exit 1
}

status=0
for target in "$@"; do
  corpus=.build/corpus/$target found=.build/found/$target
  mkdir -p "$corpus" "$found"
  case $target in
  jsonrpc) length=65536 ;;
  *) length=4096 ;;
  esac
  # A crash, a leak, an input of more than ten seconds, or memory that grows ends a target; the input is kept.
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
