// swift-tools-version: 6.2
// The tests of the macros' expansions: a package of their own, as SwiftPM builds every test of a
// package for the host's plug-ins where one of them imports a macro; see decision 11.
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .define("Macros"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

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
    .macro(
      name: "HeadraceMacros",
      dependencies: [
        syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
        syntax("SwiftCompilerPlugin"), syntax("SwiftDiagnostics"),
      ],
      path: "Sources/HeadraceMacros", swiftSettings: settings),
    .testTarget(
      name: "HeadraceMacrosTests",
      dependencies: [
        "HeadraceMacros", syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"),
        syntax("SwiftSyntaxMacros"), syntax("SwiftSyntaxMacroExpansion"),
        syntax("SwiftSyntaxMacrosGenericTestSupport"),
      ],
      path: "Expansions", swiftSettings: settings),
  ])
