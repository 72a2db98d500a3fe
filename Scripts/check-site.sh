#!/bin/sh
# Checks the site that 'make site' built: each link, and its pages in a browser, at three widths, light and dark.
# With a folder as its argument it leaves pictures there.
# Where the browser or the Python is missing, it says so and ends with 0; with HEADRACE_TOOLS=required that is a failure.
set -eu

cd "$(dirname "$0")/.."
python=.venv-evm/bin/python

for tool in chromium chromedriver "$python"; do
  command -v "$tool" >/dev/null 2>&1 && continue
  echo "SKIPPED: the site in a browser: there is no $tool; Scripts/test-tools.sh and Scripts/evm-venv.sh install it" >&2
  [ "${HEADRACE_TOOLS:-}" = required ] && exit 1
  exit 0
done

exec "$python" Tests/Support/site/check.py .build/site "${BASE:-}" "$@"
