// swift-tools-version: 6.2
// A client that turns the trait `Macros` off: it neither fetches nor compiles swift-syntax.
// `Scripts/macros-off.sh` builds it, runs its tests, and looks at what was fetched.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "headrace-macros-off",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "headrace", path: "../..", traits: [])],
  targets: [
    .testTarget(
      name: "MacrosOffTests",
      dependencies: [
        .product(name: "Headrace", package: "headrace"),
        .product(name: "HeadraceFlow", package: "headrace"),
        .product(name: "HeadraceTesting", package: "headrace"),
      ],
      path: "Tests", swiftSettings: settings)
  ])
