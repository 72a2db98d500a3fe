// swift-tools-version: 6.2
// The fuzz targets are a separate package, so that the main build does not grow. 'make fuzz' builds
// it with libFuzzer and runs each target on its seeds.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // The trait of the main package, without which the Ethereum layer does not compile.
  .define("Wallet"),
  // The parsers of vault files are internal.
  .unsafeFlags(["-enable-testing"]),
]

/// Returns a target of Headrace that is compiled here from the same files.
///
/// The layers in `Sources` are links.
///
/// - Parameter sources: The files and folders to compile; `nil` for all. Parsers of untrusted bytes
///   are selected without the parts that need macros or NIO, so that those need not be built.
func module(
  _ name: String, in layer: String, _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [], sources: [String]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", exclude: exclude,
    sources: sources, swiftSettings: settings)
}

let bigInt = Target.Dependency.product(name: "BigInt", package: "BigInt")

let package = Package(
  name: "headrace-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/attaswift/BigInt", .upToNextMinor(from: "6.0.1"))
  ],
  targets: [
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
    module(
      "EthereumMessages", in: "Ethereum", ["EthereumPrimitives", "EthereumCrypto"]),
    module(
      "HeadraceTerminal", in: "Framework",
      sources: ["Input", "Grid/Rect.swift", "Frames/ByteWriting.swift"]),
    module("JSONRPC", in: "Clients"),
    module(
      "LocalServing", in: "Framework",
      sources: ["CallerRules.swift", "ServedRequest.swift", "ServingLimits.swift"]),
    module(
      "DevChain", in: "Clients",
      [
        "JSONRPC", "LocalServing", "DurableFiles", "EthereumPrimitives", "EthereumCrypto",
        "EthereumTransactions", bigInt,
      ], exclude: ["DevChainServer.swift"]),
    module("DurableFiles", in: "Clients"),
    module(
      "VaultClient", in: "Clients", ["EthereumPrimitives"],
      sources: [
        "Authorization.swift", "Passcode.swift",
        "PhraseConfirmation.swift", "PhraseCreation.swift", "SecretHandle.swift",
        "SessionKeeping.swift", "Signing.swift", "VaultAccount.swift", "VaultStatus.swift",
      ]),
    module(
      "VaultClientLive", in: "Clients",
      [
        "VaultClient", "DurableFiles", "EthereumPrimitives", "EthereumCrypto", "EthereumKeys",
        "EthereumMessages", "EthereumTransactions",
      ],
      sources: ["Memory", "Crypto", "Disk/BackupFile.swift", "Disk/BackupPart.swift"]),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "EthereumPrimitives", "EthereumCrypto", "EthereumTransactions", "HeadraceTerminal",
        "JSONRPC", "DevChain", "VaultClientLive",
      ],
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]),
  ])
