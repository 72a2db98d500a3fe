#!/usr/bin/env bash
# Builds and runs all benchmarks in release, and prints one table with each one's ratio to its floor.
# Arguments go to `swift package benchmark`, such as: --filter 'Store.*'
set -euo pipefail
cd "$(dirname "$0")"

exports=$(mktemp -d)
trap 'rm -rf "$exports"' EXIT
echo "Building the benchmarks (the first time takes minutes) …" >&2
if ! swift package --disable-sandbox --allow-writing-to-directory "$exports" benchmark \
  --format jmh --path "$exports" --no-progress "$@" >"$exports/log" 2>&1; then
  cat "$exports/log" >&2
  exit 1
fi
swift build -c release --product BenchmarkTable >"$exports/log" 2>&1 || {
  cat "$exports/log" >&2
  exit 1
}
printf '%s, %s\n\n' "$(swift --version 2>/dev/null | grep -o 'Swift version [0-9.]*')" \
  "$(uname -sm)$(sed -n 's/^model name.*: /, /p' /proc/cpuinfo 2>/dev/null | head -n 1)"
"$(swift build -c release --show-bin-path)/BenchmarkTable" "$exports"
