#!/bin/sh
# Plays the inspector's page in a browser: its features, and a wallet under inspection. BIN is the folder of the built programs.
# With an argument it measures instead: how 10^6 actions open and scroll, and how a page follows 10,000 actions a second.
# Where the browser or the Python is missing, it says so and ends with 0; with HEADRACE_TOOLS=required that is a failure.
set -eu

cd "$(dirname "$0")/.."
python=.venv-evm/bin/python
play=Tests/Support/inspector/play.py

for tool in chromium chromedriver "$python"; do
  command -v "$tool" >/dev/null 2>&1 && continue
  echo "SKIPPED: the inspector in a browser: there is no $tool; Scripts/test-tools.sh and Scripts/evm-venv.sh install it" >&2
  [ "${HEADRACE_TOOLS:-}" = required ] && exit 1
  exit 0
done

if [ $# -eq 0 ]; then
  "$python" "$play" features "$BIN/InspectedProgram"
  "$python" "$play" wallet "$BIN/InspectedWallet"
else
  "$python" "$play" journal "$BIN/headrace" 1000000
  "$python" "$play" rate "$BIN/InspectedProgram"
fi
