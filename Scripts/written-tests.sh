#!/bin/sh
# Writes tests of random parts of the recordings, builds them, and runs them: COUNT of them, as SEED chooses (1,000 and 1).
# FLAGS are those of the build.
set -eu

cd "$(dirname "$0")/.."
count=${COUNT:-1000}
written=Tests/WalletFlowTests/Recordings/Written
trap 'rm -rf "$written"' EXIT
rm -rf "$written"
mkdir -p "$written"

run() {
  # shellcheck disable=SC2086 # FLAGS are several words.
  HEADRACE_TESTS=WalletFlowTests ${SWIFT:-swift} test ${FLAGS:-} --filter "$1"
}
HEADRACE_WRITTEN_TESTS=$count HEADRACE_SEED=${SEED:-1} run testsOfRandomParts
log=$(run '^WalletFlowTests\.Written_' 2>&1) || {
  printf '%s\n' "$log" >&2
  exit 1
}
# The count shows that all of them ran.
printf '%s\n' "$log" | grep "Test run with $count tests"
