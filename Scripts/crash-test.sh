#!/bin/sh
# Kills the process of 'wallet send' at seeded points, and checks what was paid; Documentation/testing.md.
# --short stands for the few kills of 'make check'. Where there is no Python 3 it says so on one line and ends with 0.
set -u

wallet=${WALLET:?the program, such as .build/debug/wallet}
python=${PYTHON:-python3}
cd "$(dirname "$0")/.."

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null || {
  echo "SKIPPED: crash tests: no $python of version 3.8 or newer here" >&2
  exit 0
}
if [ "${1:-}" = --short ]; then
  shift
  set -- --short --seed 20261122 --kills 6 --seconds 60 --size 2 --chain devchain --vault light "$@"
fi
exec "$python" -B Tests/Support/crash/crash_test.py --wallet "$wallet" "$@"
