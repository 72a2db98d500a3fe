// swift-tools-version: 6.2
// A client in the modes of concurrency that new packages and projects choose. It compiles the
// cookbook and runs its tests; `Scripts/modern-swift.sh` runs it in each mode.
import PackageDescription

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]
if Context.environment["HEADRACE_MODE"] == "main-actor" {
  settings += [
    .defaultIsolation(MainActor.self), .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}

let headrace = ["Headrace", "HeadraceFlow"].map {
  Target.Dependency.product(name: $0, package: "headrace")
}

let package = Package(
  name: "headrace-modern-swift",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headrace", path: "../..")],
  targets: [
    // The folders are links.
    .target(
      name: "Cookbook", dependencies: headrace, path: "Cookbook", exclude: ["README.md"],
      swiftSettings: settings),
    .testTarget(
      name: "CookbookTests",
      dependencies: headrace + [
        "Cookbook", .product(name: "HeadraceTesting", package: "headrace"),
      ],
      path: "CookbookTests",
      // It reads the folders of the project.
      exclude: ["CookbookReadmeTests.swift"], swiftSettings: settings),
  ])
