// swift-tools-version: 6.2
// An order service: entities of Headrace behind an HTTP API.
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
  name: "headrace-orders",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "headrace", path: "../..", traits: ["Macros", "Durable", "Postgres"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .executableTarget(
      name: "Orders",
      dependencies: [
        .product(name: "Headrace", package: "headrace"),
        .product(name: "HeadraceDurable", package: "headrace"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OrdersTests",
      dependencies: ["Orders", .product(name: "HeadraceTesting", package: "headrace")],
      swiftSettings: settings),
  ])
