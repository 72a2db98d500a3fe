#!/usr/bin/env bash
# Builds and runs all benchmarks in release, and prints one table.
#
#   run.sh [PART-OF-A-NAME]             measures all rows, or those whose name contains a text
#   run.sh --check [PART-OF-A-NAME]     the same; fails when a row exceeds its line in thresholds.txt
#   run.sh --write                      the same as without, and writes the table into Documentation/performance.md
#   run.sh --profile PART-OF-A-NAME     prints the functions that these rows' instructions belong to
#   run.sh --thresholds                 prints new lines for thresholds.txt from its measurements
#
# With DEBUG_ROW=1, it also builds one row in debug. Without valgrind, no instructions are counted.
set -euo pipefail
cd "$(dirname "$0")"
SWIFT=${SWIFT:-swift}

command=table
document=
case "${1-}" in
  --check) command=check; shift ;;
  --write) document=../Documentation/performance.md; shift ;;
  --profile) command=profile; shift ;;
  --thresholds) command=thresholds; shift ;;
esac
filter=("$@")
if [ "$command" = check ] && [ $# -gt 0 ]; then command=check-part; fi

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

build() {
  "$SWIFT" build "$@" >"$results/log" 2>&1 || { cat "$results/log" >&2; exit 1; }
}

echo "Building the benchmarks (the first time takes minutes) …" >&2
build -c release
bin=$("$SWIFT" build -c release --show-bin-path)
# Features as authors write them need the macros, and so a separate package.
build -c release --package-path AsWritten
as_written=$("$SWIFT" build -c release --package-path AsWritten --show-bin-path)
programs=(
  "$bin/HeadraceBenchmarks" "$bin/EthereumBenchmarks"
  "$as_written/AsWrittenBenchmarks" "$as_written/DurableBenchmarks"
)

# count_instructions FILTER: writes callgrind's files into the folder of results.
count_instructions() {
  for program in "${programs[@]}"; do
    # Valgrind fails on the debug information that Swift 6.3 writes.
    strip --strip-debug -o "$program.stripped" "$program"
    # With random seeds, hash tables differ from run to run.
    SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --instr-atstart=no \
      --callgrind-out-file="$results/callgrind.out.${program##*/}" \
      "$program.stripped" instructions "$@" >"$results/log" 2>&1 || {
      cat "$results/log" >&2
      exit 1
    }
  done
}

if [ "$command" = profile ]; then
  count_instructions "${filter[@]}"
  for row in $(grep -l 'Client Request: 1|2|1|' "$results"/callgrind.out.* | sort -V); do
    sed -n 's/^desc: Trigger: Client Request: 1|2|1|[0-9]*|/\n/p' "$row"
    callgrind_annotate "$row" | grep -E '^ *[0-9,]+ \(' | sed -E 's/\?\?\?:|\[[^]]*\]//g' |
      awk "NR <= ${LINES_PER_ROW:-15}" | "$SWIFT" demangle --simplified | cut -c 1-"${COLUMNS:-160}"
  done
  exit
fi

echo "Measuring times and allocations …" >&2
: >"$results/records"
for program in "${programs[@]}"; do
  "$program" time "${filter[@]}" >>"$results/records"
done

if [ "$command" = table ] && [ "${DEBUG_ROW-}" = 1 ]; then
  echo "Building one row in debug …" >&2
  build --product HeadraceBenchmarks
  "$("$SWIFT" build --show-bin-path)/HeadraceBenchmarks" time TestStore >>"$results/records"
fi

if command -v valgrind >/dev/null; then
  echo "Counting instructions under callgrind …" >&2
  count_instructions "${filter[@]}"
fi

# The compiler, the machine, the day and the table.
print_table() {
  printf '%s, %s, %s\n\n' "$("$SWIFT" --version 2>/dev/null | grep -o 'Swift version [0-9.]*')" \
    "$(uname -sm)$(sed -n 's/^model name.*: /, /p' /proc/cpuinfo 2>/dev/null | head -n 1)" "$(date +%F)"
  "$bin/BenchmarkTable" table "$results"
}

# write_table FILE: writes the table between the two markers of a document.
write_table() {
  awk -v table="$results/table" '
    /^<!-- The end of the table/ { inside = 0 }
    !inside
    /^<!-- The table/ { inside = 1; while ((getline line < table) > 0) print line }
  ' "$1" >"$results/document"
  cat "$results/document" >"$1"
  echo "Wrote the table into ${1#../}." >&2
}

if [ "$command" != thresholds ]; then
  print_table | tee "$results/table"
  cat <<'END'

Times are those of the fastest tenth of the samples; an operation's samples alternate with its floor's, in the same process.
Allocations are counted by a malloc of the benchmarks' own before the C library's. Instructions are callgrind's, on all
threads: of twice as many operations less those of as many.
END
  if ! command -v valgrind >/dev/null; then
    echo "Instructions were not counted: valgrind is not installed (Debian: apt-get install valgrind)."
  fi
  if [ -n "$document" ]; then write_table "$document"; fi
fi
case "$command" in
  thresholds) "$bin/BenchmarkTable" thresholds "$results" ;;
  check | check-part) "$bin/BenchmarkTable" "$command" "$results" thresholds.txt ;;
esac
