#!/bin/sh
# Serves the site that 'make site' built on 127.0.0.1, at the port given, and opens it in the browser if there is one.
set -eu

cd "$(dirname "$0")/.."
address=http://127.0.0.1:$1/
[ -e .build/site/index.html ] || {
  echo "site-serve: there is no site yet; 'make site' builds it" >&2
  exit 1
}
if command -v xdg-open >/dev/null 2>&1; then
  { sleep 1 && xdg-open "$address"; } >/dev/null 2>&1 &
fi
echo "The site is at $address; Ctrl-C ends this"
exec python3 -m http.server --bind 127.0.0.1 --directory .build/site "$1" >/dev/null
