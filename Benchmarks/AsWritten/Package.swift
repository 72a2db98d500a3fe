// swift-tools-version: 6.2
// Features as authors write them: with the macros, in a package that depends on Headrace.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "headrace-as-written",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headrace", path: "../..", traits: ["Macros"])],
  targets: [
    .target(name: "CCounters"),
    .target(name: "BenchmarkSupport", dependencies: ["CCounters"], swiftSettings: settings),
    .executableTarget(
      name: "AsWrittenBenchmarks",
      dependencies: ["BenchmarkSupport"]
        + ["Headrace", "HeadraceJournal"].map { .product(name: $0, package: "headrace") },
      swiftSettings: settings),
  ])
