// swift-tools-version: 6.2
// The benchmarks: a package of their own, so that what they need stays out of Headrace.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A target of the Ethereum layer, compiled here from the same files: `Sources/Ethereum` is a link.
///
/// Its declarations have `package` access, so only a target of the same package sees them; see
/// `Documentation/decisions/0010-benchmarks-compile-the-ethereum-layer-themselves.md`.
func ethereum(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/Ethereum/\(name)",
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
    .package(name: "headrace", path: "..", traits: []),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CSecp256k1", path: "Sources/Ethereum/CSecp256k1", pkgConfig: "libsecp256k1",
      providers: [.apt(["libsecp256k1-dev"]), .brew(["secp256k1"])]),
    .target(name: "CKeccak", path: "Sources/Ethereum/CKeccak"),
    ethereum("EthereumPrimitives", [bigInt]),
    ethereum(
      "EthereumCrypto", ["EthereumPrimitives", "CSecp256k1", "CKeccak", crypto, cryptoExtras]),
    ethereum("EthereumTransactions", ["EthereumPrimitives", "EthereumCrypto"]),
    .target(
      name: "BenchmarkSupport", dependencies: [benchmark], path: "Sources/BenchmarkSupport",
      swiftSettings: settings),
    benchmarks("HeadraceBenchmarks", [.product(name: "Headrace", package: "headrace")]),
    benchmarks(
      "EthereumBenchmarks",
      ["EthereumPrimitives", "EthereumCrypto", "EthereumTransactions", "CKeccak", "CSecp256k1"]),
    .executableTarget(
      name: "BenchmarkTable", path: "Sources/BenchmarkTable", swiftSettings: settings),
  ])
