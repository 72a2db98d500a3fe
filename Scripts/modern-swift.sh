#!/usr/bin/env bash
# Builds the cookbook and the scaffolded features as a client and runs their tests, in two modes of concurrency: with the upcoming feature
# `NonisolatedNonsendingByDefault`, and with that and the default isolation `MainActor`.
# FLAGS are those of the build.
set -euo pipefail
cd "$(dirname "$0")/.."

# One scratch path, so swift-syntax is compiled once.
for mode in nonsending main-actor; do
  echo "modern-swift: $mode"
  # shellcheck disable=SC2086 # FLAGS are several words.
  HEADRACE_MODE=$mode ${SWIFT:-swift} test ${FLAGS:-} --package-path Tests/ModernSwift --scratch-path .build/modern-swift
done
