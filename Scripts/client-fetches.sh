#!/usr/bin/env bash
# Resolves three clients of the framework, with the default traits, with `Macros` and with none, and fails if a package is
# fetched that the framework does not need.
set -euo pipefail
cd "$(dirname "$0")/.."

project=$PWD
client=$(mktemp -d)
trap 'rm -rf "$client"' EXIT
mkdir -p "$client/Sources/Client" "$client/Tests/ClientTests"
echo 'import Headrace' >"$client/Sources/Client/Client.swift"
echo 'import HeadraceTesting' >"$client/Tests/ClientTests/ClientTests.swift"

# expect TRAITS PACKAGE…: resolves a client whose dependency says this about traits, and compares what it fetches.
expect() {
  cat >"$client/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headrace", path: "$project"$1)],
  targets: [
    .target(
      name: "Client",
      dependencies: [
        .product(name: "Headrace", package: "headrace"),
        .product(name: "HeadraceFlow", package: "headrace"),
      ]),
    .testTarget(
      name: "ClientTests",
      dependencies: ["Client", .product(name: "HeadraceTesting", package: "headrace")]),
  ])
MANIFEST
  rm -rf "$client/Package.resolved" "$client/.build"
  ${SWIFT:-swift} package --package-path "$client" resolve >"$client/log" 2>&1 || {
    cat "$client/log" >&2
    exit 1
  }
  fetched=$(ls "$client/.build/checkouts")
  shift
  expected=$(printf '%s\n' "$@")
  [ "$fetched" = "$expected" ] || {
    diff <(echo "$expected") <(echo "$fetched") >&2 || true
    echo "fetches: what a client fetches changed; see the traits in Package.swift, and this script" >&2
    exit 1
  }
}

framework=(swift-collections swift-custom-dump swift-log)
expect '' "${framework[@]}" swift-syntax xctest-dynamic-overlay
expect ', traits: ["Macros"]' "${framework[@]}" swift-syntax xctest-dynamic-overlay
expect ', traits: []' "${framework[@]}" xctest-dynamic-overlay
echo "fetches: ${framework[*]} xctest-dynamic-overlay, and swift-syntax for the macros; nothing else"
