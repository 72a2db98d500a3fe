#!/bin/sh
# Checks the site that 'make site' built: each link, and its pages in a browser, at three widths, light and dark.
# With a folder as its argument it leaves pictures there. Without a browser or Python it ends as browser-tools.sh says.
set -eu

cd "$(dirname "$0")/.."
what="the site in a browser"
. Scripts/browser-tools.sh

exec "$python" Tests/Support/site/check.py .build/site "${BASE:-}" "$@"
