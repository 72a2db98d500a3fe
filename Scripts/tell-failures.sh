#!/usr/bin/env bash
# Runs a command with tests. If it fails, the issues that they recorded are printed again at the end: thousands of lines
# may have followed them.
set -uo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" != 0 ]; then
  printf '\nIssues:\n'
  # The lines with an arrow after an issue explain it.
  awk '
    /^✘ Test .* recorded an issue/ || /Fatal error: / { shown = 1; print; next }
    /^↳/ && shown { print; next }
    { shown = 0 }
  ' "$log" | cut -c1-400 | head -n 40
fi
exit "$status"
