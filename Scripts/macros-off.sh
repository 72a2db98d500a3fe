#!/usr/bin/env bash
# Builds and tests a client with the trait `Macros` off, and fails if it fetched or compiled swift-syntax, or compiled
# what only the adapters for logs and traces need, which it does not use.
# FLAGS are those of the build.
set -euo pipefail
cd "$(dirname "$0")/.."

package=Tests/MacrosOff
scratch=.build/macros-off
# shellcheck disable=SC2086 # FLAGS are several words.
${SWIFT:-swift} test ${FLAGS:-} --package-path "$package" --scratch-path "$scratch"

refuse() {
  echo "macros-off: $1; see the conditions of the trait 'Macros' in Package.swift" >&2
  exit 1
}
# A list of nothing would prove nothing.
grep -q '"swift-collections"' "$package/Package.resolved" || refuse "no dependencies were resolved"
! grep -qi 'swift-syntax' "$package/Package.resolved" || refuse "swift-syntax was resolved"
[ ! -e "$scratch/checkouts/swift-syntax" ] || refuse "swift-syntax was fetched"
! find "$scratch" -name 'SwiftSyntax*.build' -o -name 'SwiftSyntax*.swiftmodule' | grep -q . ||
  refuse "swift-syntax was compiled"

# A build plans every target, and compiles those that are used.
find "$scratch" -name 'HeadraceTesting.swiftmodule' | grep -q . || refuse "no module was compiled"
for module in HeadraceLogging HeadraceTracing Tracing Instrumentation; do
  ! find "$scratch" -name "$module.swiftmodule" | grep -q . || {
    echo "macros-off: $module was compiled, although no target imports it; see the products in Package.swift" >&2
    exit 1
  }
done
echo "macros-off: no swift-syntax, no adapters"
