// swift-tools-version: 6.2
// The worker of `make durable-proof`: `Scripts/durable-proof.py` runs three of them.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "headrace-durable-proof",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headrace", path: "../..", traits: ["Postgres"])],
  targets: [
    .executableTarget(
      name: "ProofWorker",
      dependencies: [
        .product(name: "Headrace", package: "headrace"),
        .product(name: "HeadraceDurable", package: "headrace"),
      ],
      path: "Sources", swiftSettings: settings)
  ])
