#!/usr/bin/env bash
# Builds the documentation of the targets named; a warning is an error.
# Two kinds are none: 'fileID', 'filePath', 'line' and 'column' are filled in by the compiler, and explained nowhere; and files that another
# package has not named in its manifest are its own.
# FLAGS are those of the build.
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
for target in "$@"; do
  # shellcheck disable=SC2086 # FLAGS are several words.
  ${SWIFT:-swift} package ${FLAGS:-} --disable-sandbox generate-documentation --target "$target" \
    >"$log" 2>&1 || {
    cat "$log" >&2
    exit 1
  }
  ours=$(grep -A 1 '^warning: ' "$log" |
    awk '/^warning: / { skip = /Parameter .(fileID|filePath|line|column). is missing documentation|found [0-9]+ file.s. which are unhandled/ } !skip && !/^--$/' ||
    true)
  if [ -n "$ours" ]; then
    printf '%s\n' "$ours" "docs: mend these warnings of $target" >&2
    exit 1
  fi
  echo "docs: $target"
done
