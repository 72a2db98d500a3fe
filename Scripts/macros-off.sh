#!/usr/bin/env bash
# Builds and runs a client that turns the trait `Macros` off, and checks that swift-syntax is neither fetched nor compiled.
set -euo pipefail
cd "$(dirname "$0")/../Tests/MacrosOff"

"${SWIFT:-swift}" run MacrosOff
if grep -q swift-syntax Package.resolved || [ -d .build/checkouts/swift-syntax ]; then
  echo "headrace: swift-syntax was fetched, though the trait 'Macros' is off." >&2
  exit 1
fi
