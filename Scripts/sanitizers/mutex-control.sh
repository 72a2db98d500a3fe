#!/usr/bin/env bash
# Shows that the thread sanitizer reports races where there are none: in a program that only counts
# under a Swift 'Mutex'. Fails when it no longer does: then thread-suppressions.txt can be removed.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

${SWIFTC:-swiftc} -swift-version 6 -sanitize=thread mutex-control.swift -o "$folder/control"
"$folder/control" 2>"$folder/reports" || true
if ! grep -q 'ThreadSanitizer: .*race' "$folder/reports"; then
  echo "mutex-control: the thread sanitizer understands Swift's 'Mutex' now;" \
    "remove thread-suppressions.txt" >&2
  exit 1
fi
count=$(grep -c 'WARNING: ThreadSanitizer' "$folder/reports")
echo "mutex-control: $count false reports of a 'Mutex', as expected"
