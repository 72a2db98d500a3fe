// swift-tools-version: 6.2
// A client that turns the trait `Macros` off, and conforms by hand: it must neither fetch nor
// compile swift-syntax.
import PackageDescription

let package = Package(
  name: "macros-off",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "headrace", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "MacrosOff", dependencies: [.product(name: "Headrace", package: "headrace")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ])
