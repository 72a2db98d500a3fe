// swift-tools-version: 6.2
// The tests of the macros' expansions: a package of its own.
//
// See `Documentation/decisions/0011-macros-are-tested-in-a-package-of-their-own.md`.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .define("Macros"),
  .treatAllWarnings(as: .error),
]

/// A product of swift-syntax.
func syntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax")
}

let package = Package(
  name: "headrace-macros-tests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")
  ],
  targets: [
    // The plug-in's files but its `main`, here as a library: the folder is a link.
    .target(
      name: "HeadraceMacros",
      dependencies: [
        syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
        syntax("SwiftDiagnostics"),
      ],
      path: "Sources/HeadraceMacros", exclude: ["Plugin.swift"], swiftSettings: settings),
    .testTarget(
      name: "HeadraceMacrosTests",
      dependencies: [
        "HeadraceMacros", syntax("SwiftDiagnostics"), syntax("SwiftParser"), syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
        syntax("SwiftSyntaxMacroExpansion"), syntax("SwiftSyntaxMacrosGenericTestSupport"),
      ],
      path: "Expansions", swiftSettings: settings),
  ])
