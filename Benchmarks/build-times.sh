#!/usr/bin/env bash
# Measures clean debug builds of the framework, beside swift-syntax's own. Takes minutes.
#
# Each is the build of a small client in a separate folder, after its packages have been fetched: with the macros (the default),
# without them (the trait `Macros` off), and a macro that does nothing, which needs as much of swift-syntax as Headrace's macros.
set -euo pipefail
cd "$(dirname "$0")/.."
SWIFT=${SWIFT:-swift}
headrace=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%R %U %S'

# client NAME TRAITS: a package that uses all products of the framework.
client() {
  mkdir -p "$folder/$1/Sources/Client"
  cat >"$folder/$1/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Client", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headrace", path: "$headrace"$2)],
  targets: [
    .target(
      name: "Client",
      dependencies: ["Headrace", "HeadraceFlow", "HeadraceTesting"].map {
        .product(name: \$0, package: "headrace")
      })
  ])
END
  printf 'import Headrace\nimport HeadraceFlow\nimport HeadraceTesting\n' >"$folder/$1/Sources/Client/Client.swift"
}

# syntax: a macro that does nothing, with the version of swift-syntax that Headrace requires.
syntax() {
  mkdir -p "$folder/syntax/Sources/Macro"
  cat >"$folder/syntax/Package.swift" <<END
// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription
let package = Package(
  name: "Syntax", platforms: [.macOS(.v15)],
  dependencies: [
    $(grep -o '\.package(url: "https://github.com/swiftlang/swift-syntax"[^)]*)' Package.swift)
  ],
  targets: [
    .macro(
      name: "Macro",
      dependencies: [
        "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftCompilerPlugin",
        "SwiftDiagnostics",
      ].map { .product(name: \$0, package: "swift-syntax") })
  ])
END
  cat >"$folder/syntax/Sources/Macro/Macro.swift" <<'END'
import SwiftCompilerPlugin
import SwiftSyntaxMacros
@main struct Plugin: CompilerPlugin { let providingMacros: [any Macro.Type] = [] }
END
}

# measure NAME: sets `wall` and `processor`, in seconds.
measure() {
  "$SWIFT" package --package-path "$folder/$1" resolve >"$folder/log" 2>&1 || {
    cat "$folder/log" >&2
    exit 1
  }
  local times
  { times=$({ time "$SWIFT" build --package-path "$folder/$1" >"$folder/log" 2>&1; } 2>&1); } || {
    cat "$folder/log" >&2
    exit 1
  }
  read -r wall user system <<<"$(tail -n 1 <<<"$times")"
  processor=$(awk "BEGIN { print $user + $system }")
  rm -rf "$folder/$1/.build"
}

# row NAME WALL PROCESSOR LIMIT TEXT
row() {
  local verdict=
  if [ -n "$4" ]; then verdict=$(awk "BEGIN { print ($2 <= $4) ? \"met\" : \"MISSED\" }"); fi
  printf '| %-40s | %8.1f s | %8.1f s | %-25s | %-6s |\n' "$1" "$2" "$3" "$5" "$verdict"
}

client macros ''
client none ', traits: []'
syntax

printf '%s, %s processors\n\n' "$("$SWIFT" --version 2>/dev/null | grep -o 'Swift version [0-9.]*')" \
  "$(getconf _NPROCESSORS_ONLN)"
printf '| %-40s | %10s | %10s | %-25s | %-6s |\n' "clean debug build" wall processor target ''
echo '|---|---:|---:|---|---|'
measure syntax
syntax_wall=$wall
row "swift-syntax alone" "$wall" "$processor" "" ""
measure macros
row "Headrace, Flow and Testing, with macros" "$wall" "$processor" "$(awk "BEGIN { print $syntax_wall + 20 }")" \
  "≤ swift-syntax alone + 20 s"
measure none
row "Headrace, Flow and Testing, Macros off" "$wall" "$processor" 25 "≤ 25 s"
