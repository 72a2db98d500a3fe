#!/bin/sh
# Writes COUNT tests (1,000) of random parts of the recordings, which SEED (1) chooses, builds them, and runs them.
# FLAGS are those of the build. If a test fails, all of them are in .build/written-tests.
set -eu

cd "$(dirname "$0")/.."
count=${COUNT:-1000}
seed=${SEED:-1}
for number in "$count" "$seed"; do
  case $number in
  '' | 0* | *[!0-9]*)
    echo "expected COUNT and SEED as whole numbers from 1 on; found $number" >&2
    exit 64
    ;;
  esac
done

written=Tests/WalletFlowTests/Recordings/Written
trap 'rm -rf "$written"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
rm -rf "$written" .build/written-tests
mkdir -p "$written"

run() {
  # shellcheck disable=SC2086 # FLAGS are several words.
  HEADRACE_TESTS=WalletFlowTests ${SWIFT:-swift} test ${FLAGS:-} --filter "$1"
}
HEADRACE_WRITTEN_TESTS=$count HEADRACE_SEED=$seed run writesTestsOfRandomParts
log=.build/written-tests.log
if run '^WalletFlowTests\.Written_' >"$log" 2>&1 && grep -E "Test run with $count tests? " "$log"; then
  exit 0
fi
tail -n 40 "$log" >&2
mv "$written" .build/written-tests
echo "written-tests: not all of the $count tests ran and passed; they are in .build/written-tests, and what happened is in $log" >&2
exit 1
