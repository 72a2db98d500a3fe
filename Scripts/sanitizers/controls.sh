#!/usr/bin/env bash
# Shows that the thread sanitizer reports races where there are none: in a program that only counts under a Swift 'Mutex', and in one
# that only passes values through continuations. Fails when it no longer does: then thread-suppressions.txt can be shortened.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# control NAME WHAT OPTION…: builds and runs NAME-control.swift.
control() {
  ${SWIFTC:-swiftc} -swift-version 6 -sanitize=thread "${@:3}" "$1-control.swift" -o "$folder/control"
  "$folder/control" 2>"$folder/reports" || true
  if ! grep -q 'ThreadSanitizer: .*race' "$folder/reports"; then
    echo "controls: the thread sanitizer understands $2 now; remove its part of thread-suppressions.txt" >&2
    exit 1
  fi
  echo "controls: $(grep -c 'WARNING: ThreadSanitizer' "$folder/reports") false reports of $2, as expected"
}

control mutex "Swift's 'Mutex'"
control continuation "continuations" -parse-as-library
