// swift-tools-version: 6.2
// The benchmarks are a separate package, so that their dependencies stay out of Headrace.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // The trait of the main package, without which the Ethereum layer does not compile.
  .define("Wallet"),
]

/// With the last of these, a closure that uses a store stays on the actor that calls it.
let ownSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// Returns a target of Headrace that is compiled here from the same files.
///
/// The layers in `Sources` are links. See
/// `Documentation/decisions/0010-benchmarks-compile-the-ethereum-layer-themselves.md`.
func module(_ name: String, in layer: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
    swiftSettings: settings)
}

/// Returns an executable that measures rows of the table; `run.sh` runs it.
func benchmarks(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: ["BenchmarkSupport"] + dependencies, swiftSettings: ownSettings)
}

let bigInt = Target.Dependency.product(name: "BigInt", package: "BigInt")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting", package: "xctest-dynamic-overlay")

let framework: [Target] = [
  .target(name: "CThreadSlots", path: "Sources/Framework/CThreadSlots"),
  // Without the trait `Macros`, as the benchmarks' features conform by hand.
  module(
    "Headrace", in: "Framework",
    [
      "CThreadSlots", customDump, issueReporting,
      .product(name: "OrderedCollections", package: "swift-collections"),
      .product(name: "Logging", package: "swift-log"),
    ]),
  module("HeadraceFlow", in: "Framework", ["Headrace", customDump]),
  .target(name: "CTerminalMode", path: "Sources/Framework/CTerminalMode"),
  module("HeadraceTerminal", in: "Framework", ["Headrace", "HeadraceFlow", "CTerminalMode"]),
  module(
    "HeadraceTesting", in: "Framework",
    [
      "Headrace", "CThreadSlots", customDump, issueReporting,
      .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
    ]),
]

let ethereum: [Target] = [
  .systemLibrary(
    name: "CSecp256k1", path: "Sources/Ethereum/CSecp256k1", pkgConfig: "libsecp256k1",
    providers: [.apt(["libsecp256k1-dev"]), .brew(["secp256k1"])]),
  .systemLibrary(
    name: "CCrypto", path: "Sources/Ethereum/CCrypto", pkgConfig: "libcrypto",
    providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
  .target(
    name: "CSecretCrypto", dependencies: ["CCrypto"], path: "Sources/Ethereum/CSecretCrypto"),
  .target(name: "CKeccak", path: "Sources/Ethereum/CKeccak"),
  module("EthereumPrimitives", in: "Ethereum", [bigInt]),
  module(
    "EthereumCrypto", in: "Ethereum",
    ["EthereumPrimitives", "CSecp256k1", "CKeccak", "CSecretCrypto"]),
  module("EthereumKeys", in: "Ethereum", ["EthereumPrimitives", "EthereumCrypto"]),
  module("EthereumTransactions", in: "Ethereum", ["EthereumPrimitives", "EthereumCrypto"]),
]

let package = Package(
  name: "headrace-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: framework + ethereum + [
    .target(name: "CCounters"),
    .target(name: "COpenSSL"),
    // Optimised in debug builds, too: the floor is the same there.
    .target(
      name: "BenchmarkSupport", dependencies: ["CCounters"],
      swiftSettings: ownSettings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    benchmarks(
      "HeadraceBenchmarks", ["Headrace", "HeadraceFlow", "HeadraceTerminal", "HeadraceTesting"]),
    benchmarks(
      "EthereumBenchmarks",
      [
        "EthereumPrimitives", "EthereumCrypto", "EthereumKeys", "EthereumTransactions", "CKeccak",
        "CSecp256k1", "COpenSSL",
      ]),
    .executableTarget(
      name: "BenchmarkTable", dependencies: ["BenchmarkSupport"], swiftSettings: settings),
  ])
