#!/bin/sh
# Runs the tests of a build with coverage, and tells what they ran: coverage.sh BIN-PATH TESTS...
# Each of TESTS is what one process runs: the arguments of a filter. Tests that start programs and tests whose own
# process ends are apart, as in 'make test'; in one process 'swift test' would wait for the wrong children.
# 'swift test --enable-code-coverage' deletes what an earlier run recorded, so the recordings are merged here.
set -euf

bin=$1
shift
program=$bin/headracePackageTests.xctest
folder=$bin/coverage
# The tools of the compiler's own release: others don't read what it records.
resources=$("${SWIFT:-swift}" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
tools=$resources/../../bin
rm -rf "$folder"
mkdir -p "$folder"
for tests in "$@"; do
  # Up to four processes write one file each, which is merged as they end. A program whose test gives it another
  # environment writes default.profraw where it runs.
  (cd "$folder" && LLVM_PROFILE_FILE="$folder/%4m.profraw" "$program" --testing-library swift-testing $tests)
done
set +f
"$tools/llvm-profdata" merge -o "$folder/tests.profdata" "$folder"/*.profraw
"$tools/llvm-cov" export --summary-only --instr-profile "$folder/tests.profdata" \
  "$program" --object "$bin/wallet" >"$folder/report.json"
exec "$(dirname "$0")/coverage.py" "$folder/report.json"
