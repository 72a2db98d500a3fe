#!/bin/sh
# Plays the inspector's page in a browser: its features, and a wallet under inspection. BIN is the folder of the built programs.
# With an argument it measures instead: how 10^6 actions open and scroll, how a page follows 10,000 actions a second,
# and what 10,000 stores cost.
# Without a browser or Python it ends as browser-tools.sh says.
set -eu

cd "$(dirname "$0")/.."
play=Tests/Support/inspector/play.py
what="the inspector in a browser"
. Scripts/browser-tools.sh

if [ $# -eq 0 ]; then
  "$python" "$play" features "$BIN/InspectedProgram"
  "$python" "$play" wallet "$BIN/InspectedWallet"
else
  "$python" "$play" journal "$BIN/headrace" 1000000
  "$python" "$play" rate "$BIN/InspectedProgram"
  "$python" "$play" stores "$BIN/InspectedProgram"
fi
