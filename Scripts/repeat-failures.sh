#!/usr/bin/env bash
# Runs a command that runs tests. If it fails, prints the recorded issues again at the end, because thousands of lines
# may have followed them.
set -uo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" != 0 ]; then
  # Lines with an arrow explain an issue. Those of known issues, which also have them, are left out if none of another
  # run of tests stands between.
  sed 's/\x1b\[[0-9;]*m//g' "$log" | awk '
    /^✘ Test .* recorded an issue/ || /Fatal error: / { shown = 1; print; next }
    /recorded a known issue/ { shown = 0 }
    /^↳/ && shown
  ' | cut -c1-400 | head -n 40
fi
exit "$status"
