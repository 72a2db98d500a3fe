// swift-tools-version: 6.2
// The benchmarks: a package of their own, so that what they need stays out of Headrace.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A target of Headrace, compiled here from the same files: the layers in `Sources` are links.
///
/// See `Documentation/decisions/0010-benchmarks-compile-the-ethereum-layer-themselves.md`.
func module(_ name: String, in layer: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
    swiftSettings: settings)
}

let benchmark = Target.Dependency.product(name: "Benchmark", package: "benchmark")

/// A suite of benchmarks, found and run by `swift package benchmark`.
func benchmarks(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["BenchmarkSupport", benchmark] + dependencies,
    path: "Benchmarks/\(name)", swiftSettings: settings,
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let bigInt = Target.Dependency.product(name: "BigInt", package: "BigInt")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")

let package = Package(
  name: "headrace-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CSecp256k1", path: "Sources/Ethereum/CSecp256k1", pkgConfig: "libsecp256k1",
      providers: [.apt(["libsecp256k1-dev"]), .brew(["secp256k1"])]),
    .target(name: "CKeccak", path: "Sources/Ethereum/CKeccak"),
    module("EthereumPrimitives", in: "Ethereum", [bigInt]),
    module(
      "EthereumCrypto", in: "Ethereum",
      ["EthereumPrimitives", "CSecp256k1", "CKeccak", crypto, cryptoExtras]),
    module("EthereumTransactions", in: "Ethereum", ["EthereumPrimitives", "EthereumCrypto"]),
    // Without the trait `Macros`, as the benchmarks' features conform by hand.
    module(
      "Headrace", in: "Framework",
      [
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "BenchmarkSupport", dependencies: [benchmark], path: "Sources/BenchmarkSupport",
      swiftSettings: settings),
    benchmarks("HeadraceBenchmarks", ["Headrace"]),
    benchmarks(
      "EthereumBenchmarks",
      ["EthereumPrimitives", "EthereumCrypto", "EthereumTransactions", "CKeccak", "CSecp256k1"]),
    .executableTarget(
      name: "BenchmarkTable", path: "Sources/BenchmarkTable", swiftSettings: settings),
  ])
