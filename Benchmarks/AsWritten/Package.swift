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
  dependencies: [
    .package(name: "headrace", path: "../..", traits: ["Macros", "Durable", "Postgres"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "CCounters"),
    .target(name: "BenchmarkSupport", dependencies: ["CCounters"], swiftSettings: settings),
    .executableTarget(
      name: "AsWrittenBenchmarks",
      dependencies: ["BenchmarkSupport"]
        + ["Headrace", "HeadraceJournal", "HeadraceTesting"].map {
          .product(name: $0, package: "headrace")
        },
      swiftSettings: settings),
    .executableTarget(
      name: "DurableBenchmarks",
      dependencies: ["BenchmarkSupport"]
        + ["Headrace", "HeadraceDurable"].map { .product(name: $0, package: "headrace") }
        + [.product(name: "GRDBSQLite", package: "GRDB.swift")],
      swiftSettings: settings),
  ])
