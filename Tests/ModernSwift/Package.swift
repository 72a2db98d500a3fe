// swift-tools-version: 6.2
// A client in the modes of concurrency that new packages and projects choose: it compiles and
// tests the cookbook and what `new-feature` writes. `Scripts/modern-swift.sh` runs it in each mode.
import PackageDescription

let isOnMainActor = Context.environment["HEADRACE_MODE"] == "main-actor"
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
  + (isOnMainActor
    ? [.defaultIsolation(MainActor.self), .enableUpcomingFeature("InferIsolatedConformances")] : [])

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "headrace") }

/// A module of the project with its tests, compiled from the same files: the folders are links.
///
/// - Parameter notRun: Tests that read the folders of the project, or that run in many orders.
func module(_ name: String, notRun: [String] = []) -> [Target] {
  let headrace = [product("Headrace"), product("HeadraceFlow")]
  return [
    .target(
      name: name, dependencies: headrace, path: name, exclude: ["README.md"],
      swiftSettings: settings),
    .testTarget(
      name: name + "Tests",
      dependencies: headrace + [product("HeadraceTesting"), .byName(name: name)],
      path: name + "Tests", exclude: notRun, swiftSettings: settings),
  ]
}

let package = Package(
  name: "headrace-modern-swift",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headrace", path: "../..")],
  targets: module(
    "Cookbook",
    notRun: [
      "CookbookReadmeTests.swift", "CheckedRecipesTests.swift", "CheckedScreensTests.swift",
      "ExploredRecipesTests.swift", "ExploredVoiceMemoTests.swift",
    ]) + module("Scaffolded"))
