// swift-tools-version: 6.2
// Targets in layer order, the ground first; imports lead to targets that come earlier in this list.
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// One library target; its folder is `Sources/<layer>/<name>`.
func module(
  _ name: String, in layer: String, _ dependencies: [Target.Dependency] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
    swiftSettings: settings)
}

/// The tests of one target; their folder is `Tests/<name>`.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + [issueReportingTestSupport], path: "Tests/\(name)",
    exclude: exclude, swiftSettings: settings)
}

/// A product of swift-syntax. It is fetched only where the trait `Macros` is on.
func syntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

let collections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting", package: "xctest-dynamic-overlay")
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
/// It is fetched only with the trait `Tracing`.
let tracing = Target.Dependency.product(
  name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"]))
let inMemoryTracing = Target.Dependency.product(
  name: "InMemoryTracing", package: "swift-distributed-tracing",
  condition: .when(traits: ["Tracing"]))

/// A product that the wallet alone uses; it is fetched only with the trait `Wallet`.
func walletProduct(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Wallet"]))
}

let bigInt = walletProduct("BigInt", of: "BigInt")
let argumentParser = walletProduct("ArgumentParser", of: "swift-argument-parser")
let grdb = walletProduct("GRDB", of: "GRDB.swift")

let framework: [Target] = [
  .macro(
    name: "HeadraceMacros",
    dependencies: [
      syntax("SwiftSyntax"), syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
      syntax("SwiftCompilerPlugin"), syntax("SwiftDiagnostics"),
    ],
    path: "Sources/Framework/HeadraceMacros", swiftSettings: settings),
  .target(name: "CThreadSlots", path: "Sources/Framework/CThreadSlots"),
  module(
    "Headrace", in: "Framework",
    [
      .target(name: "HeadraceMacros", condition: .when(traits: ["Macros"])),
      "CThreadSlots", collections, customDump, issueReporting, logging,
    ]),
  module("HeadraceCompatibility", in: "Framework", ["Headrace", collections]),
  module("HeadraceFlow", in: "Framework", ["Headrace", customDump]),
  module(
    "HeadraceTesting", in: "Framework",
    ["Headrace", customDump, issueReporting, issueReportingTestSupport]),
  module("HeadraceLogging", in: "Framework", ["Headrace", logging]),
  module("HeadraceTracing", in: "Framework", ["Headrace", tracing]),
  .target(name: "CTerminalMode", path: "Sources/Framework/CTerminalMode"),
  module("HeadraceTerminal", in: "Framework", ["Headrace", "HeadraceFlow", "CTerminalMode"]),
  module(
    "HeadraceTerminalTesting", in: "Framework",
    ["Headrace", "HeadraceTerminal", "HeadraceTesting"]),
]

/// The commands of the package manager for authors, and what they run.
let tools: [Target] = [
  module("FeatureScaffold", in: "Tools"),
  .executableTarget(
    name: "HeadraceTool", dependencies: ["FeatureScaffold"], path: "Sources/Tools/HeadraceTool",
    swiftSettings: settings),
  .plugin(
    name: "NewFeature",
    capability: .command(
      intent: .custom(verb: "new-feature", description: "Writes a feature with its test"),
      permissions: [.writeToPackageDirectory(reason: "It writes the files of the feature.")]),
    dependencies: ["HeadraceTool"]),
  .plugin(
    name: "FeatureGraph",
    capability: .command(
      intent: .custom(
        verb: "feature-graph", description: "Prints which features are made of which")),
    dependencies: ["HeadraceTool"]),
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
  module("EthereumMessages", in: "Ethereum", ["EthereumPrimitives", "EthereumCrypto"]),
]

let clients: [Target] = [
  module("JSONRPC", in: "Clients"),
  module(
    "NodeClient", in: "Clients", ["Headrace", "JSONRPC", "EthereumPrimitives"]),
  module("HTTPTransport", in: "Clients"),
  module(
    "NodeClientLive", in: "Clients",
    [
      "HTTPTransport", "JSONRPC", "NodeClient", "EthereumPrimitives", "EthereumCrypto",
      "EthereumTransactions",
    ]),
  module("LocalServing", in: "Clients"),
  module("DurableFiles", in: "Clients"),
  module(
    "DevChain", in: "Clients",
    [
      "JSONRPC", "LocalServing", "DurableFiles", "EthereumPrimitives", "EthereumCrypto",
      "EthereumTransactions", bigInt,
    ]),
  module(
    "DevSession", in: "Clients",
    [
      "JSONRPC", "LocalServing", "EthereumCrypto", "EthereumMessages", "EthereumPrimitives",
    ]),
  module("DurableFilesTesting", in: "Clients", ["DurableFiles"]),
  module(
    "VaultClient", in: "Clients",
    ["Headrace", "EthereumMessages", "EthereumPrimitives", "EthereumTransactions"]),
  module(
    "VaultClientLive", in: "Clients",
    [
      "VaultClient", "VisibleText", "DurableFiles", "EthereumPrimitives", "EthereumCrypto",
      "EthereumKeys", "EthereumMessages", "EthereumTransactions",
    ]),
  module(
    "SessionClient", in: "Clients",
    ["Headrace", "VaultClient", "EthereumMessages", "EthereumPrimitives"]),
  module(
    "SessionClientLive", in: "Clients",
    [
      "HTTPTransport", "JSONRPC", "SessionClient", "VaultClientLive", "EthereumCrypto",
      "EthereumMessages", "EthereumPrimitives",
    ]),
  module("RecentCache", in: "Clients"),
  .systemLibrary(
    name: "CICU", path: "Sources/Clients/CICU", pkgConfig: "icu-i18n",
    providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]),
  .target(name: "CConfusables", dependencies: ["CICU"], path: "Sources/Clients/CConfusables"),
  module("VisibleText", in: "Clients", ["CConfusables"]),
  module("NetworksClient", in: "Clients", ["Headrace", "EthereumPrimitives"]),
  module(
    "NetworksClientLive", in: "Clients", ["NetworksClient", "DurableFiles", "EthereumPrimitives"]),
  module("ActivityClient", in: "Clients", ["Headrace", "EthereumPrimitives"]),
  module(
    "ContactsClient", in: "Clients",
    [
      "Headrace", "ActivityClient", "VisibleText", "EthereumPrimitives", "EthereumCrypto",
      "EthereumTransactions",
    ]),
  module(
    "ActivityClientLive", in: "Clients",
    [
      "ActivityClient", "ContactsClient", "NodeClient", "RecentCache", "DurableFiles",
      "EthereumPrimitives", "EthereumCrypto", "EthereumTransactions", grdb,
    ]),
]

let features: [Target] = [
  module("PasscodeFeature", in: "Features", ["Headrace"]),
  module(
    "AuthFeature", in: "Features",
    ["Headrace", "VaultClient"]),
  module(
    "HomeFeature", in: "Features",
    [
      "Headrace", "ActivityClient", "ContactsClient", "NodeClient", "VaultClient",
      "EthereumPrimitives", "EthereumCrypto",
    ]),
  module(
    "SendFeature", in: "Features",
    [
      "Headrace", "ActivityClient", "ContactsClient", "JSONRPC", "NodeClient", "VaultClient",
      "EthereumPrimitives", "EthereumCrypto", "EthereumTransactions",
    ]),
  module(
    "ProfileFeature", in: "Features",
    ["Headrace", "NodeClient", "SessionClient", "VaultClient", "EthereumPrimitives"]),
  module(
    "SessionFeature", in: "Features",
    ["Headrace", "SessionClient", "VaultClient", "EthereumMessages", "EthereumPrimitives"]),
  module(
    "ContactsFeature", in: "Features",
    [
      "Headrace", "ActivityClient", "ContactsClient", "VisibleText", "EthereumPrimitives",
      "EthereumCrypto",
    ]),
  module(
    "NetworksFeature", in: "Features",
    ["Headrace", "NetworksClient", "NodeClient", "EthereumPrimitives"]),
  module(
    "WalletApp", in: "Features",
    [
      "Headrace", "HeadraceFlow", "AuthFeature", "HomeFeature", "SendFeature", "ProfileFeature",
      "ContactsFeature", "NetworksFeature", "SessionFeature", "VaultClient", "ActivityClient",
      "ContactsClient", "SessionClient", "EthereumPrimitives", "EthereumCrypto",
      "EthereumTransactions",
    ]),
]

let examples: [Target] = [
  .executableTarget(
    name: "Counter", dependencies: ["Headrace"], path: "Examples/Counter", swiftSettings: settings),
  .executableTarget(
    name: "Onboarding", dependencies: ["Headrace", "HeadraceFlow"], path: "Examples/Onboarding",
    exclude: ["README.md"], swiftSettings: settings),
  .target(
    name: "Cookbook", dependencies: ["Headrace", "HeadraceFlow"], path: "Examples/Cookbook",
    exclude: ["README.md"], swiftSettings: settings),
  .systemLibrary(
    name: "CQRencode", path: "Examples/CQRencode", pkgConfig: "libqrencode",
    providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
  .target(name: "CProcessGuard", path: "Examples/CProcessGuard"),
  .target(
    name: "WalletCLI",
    dependencies: [
      "CProcessGuard",
      "Headrace", "HeadraceFlow", "HeadraceTerminal", "CQRencode", "WalletApp",
      "AuthFeature", "PasscodeFeature", "HomeFeature", "SendFeature", "ProfileFeature",
      "SessionFeature", "NetworksFeature",
      "ContactsFeature", "ActivityClient", "ActivityClientLive", "ContactsClient", "DevChain",
      "HTTPTransport", "JSONRPC", "LocalServing",
      "DevSession", "NetworksClient", "NetworksClientLive", "NodeClient", "NodeClientLive",
      "SessionClient", "SessionClientLive", "VaultClient", "VaultClientLive", "DurableFiles",
      "EthereumPrimitives", "EthereumCrypto",
      "EthereumKeys", "EthereumMessages",
      "EthereumTransactions", argumentParser,
    ],
    path: "Examples/WalletCLI", resources: [.process("Resources")], swiftSettings: settings),
  .executableTarget(
    name: "wallet", dependencies: ["WalletCLI"], path: "Examples/wallet", swiftSettings: settings),
]

let testVectors: Target = .target(
  name: "TestVectors", path: "Tests/TestVectors", exclude: ["execution-apis"],
  resources: [
    .copy("bip32-bitcoinjs"), .copy("bip32-spec"), .copy("bip39"), .copy("bip39-bitcoinjs"),
    .copy("eips"), .copy("ethereum-tests"), .copy("keccak-kat"), .copy("siwe"), .copy("wycheproof"),
  ],
  swiftSettings: settings)

let frameworkTests: [Target] = [
  .target(name: "CAllocationCount", path: "Tests/Support/CAllocationCount"),
  tests("AllocationTests", ["Headrace", "CAllocationCount"]),
  tests(
    "CompileFailureTests",
    ["Headrace", "HeadraceCompatibility", "HeadraceFlow", "HeadraceTesting"]),
  tests(
    "HeadraceTests",
    ["Headrace", "HeadraceCompatibility", "HeadraceFlow", issueReporting, customDump]),
  tests(
    "HeadraceFlowTests",
    ["Headrace", "HeadraceFlow", "HeadraceTesting", issueReporting, customDump]),
  tests("GeneratedAttackTests", ["Headrace", "HeadraceFlow", issueReporting]),
  tests(
    "HeadraceTestingTests",
    ["Headrace", "HeadraceCompatibility", "HeadraceTesting", issueReporting, customDump]),
  tests("XCTestCaseTests", ["Headrace", "HeadraceTesting", issueReporting]),
  tests("HeadraceLoggingTests", ["Headrace", "HeadraceLogging", "HeadraceTesting", logging]),
  tests(
    "HeadraceTracingTests",
    ["Headrace", "HeadraceTracing", "HeadraceTesting", tracing, inMemoryTracing]),
  tests(
    "HeadraceTerminalTests",
    [
      "Headrace", "HeadraceFlow", "HeadraceTerminal", "HeadraceTerminalTesting", "HeadraceTesting",
    ]),
  tests(
    "HeadraceDocumentationTests",
    [
      "Headrace", "HeadraceFlow", "HeadraceTesting", "HeadraceLogging", "HeadraceTracing", logging,
      inMemoryTracing,
    ]),
]

let ethereumTests: [Target] = [
  tests("EthereumPrimitivesTests", ["EthereumPrimitives", "TestVectors", bigInt]),
  tests("EthereumCryptoTests", ["EthereumCrypto", "EthereumPrimitives", "TestVectors", bigInt]),
  tests(
    "EthereumKeysTests", ["EthereumKeys", "EthereumCrypto", "EthereumPrimitives", "TestVectors"]),
  tests(
    "EthereumTransactionsTests",
    ["EthereumTransactions", "EthereumCrypto", "EthereumPrimitives", "TestVectors", bigInt]),
  tests(
    "EthereumMessagesTests",
    ["EthereumMessages", "EthereumCrypto", "EthereumPrimitives", "TestVectors"]),
]

let clientTests: [Target] = [
  .target(
    name: "EndpointTesting", path: "Tests/Support/EndpointTesting", swiftSettings: settings),
  tests("JSONRPCTests", ["JSONRPC"]),
  tests("LocalServingTests", ["LocalServing"]),
  tests(
    "NodeClientTests",
    ["Headrace", "HTTPTransport", "JSONRPC", "NodeClient", "NodeClientLive", "EthereumPrimitives"]),
  tests(
    "DevChainTests",
    [
      "JSONRPC", "DevChain", "DurableFiles", "DurableFilesTesting", "EthereumPrimitives",
      "EthereumCrypto", "EthereumTransactions", bigInt,
    ]),
  tests(
    "NodeContractTests",
    [
      "JSONRPC", "LocalServing", "NodeClient", "NodeClientLive", "DevChain", "EthereumPrimitives",
      "EthereumCrypto", "EthereumKeys", "EthereumTransactions",
    ]),
  tests("DurableFilesTests", ["DurableFiles", "DurableFilesTesting"]),
  tests(
    "NetworksClientTests",
    [
      "NetworksClient", "NetworksClientLive", "DurableFiles", "DurableFilesTesting",
      "EthereumPrimitives", "Headrace",
    ]),
  tests("RecentCacheTests", ["RecentCache", "HeadraceTesting"]),
  tests(
    "VaultClientTests",
    ["VaultClient", "EndpointTesting", "EthereumPrimitives", "EthereumTransactions"]),
  tests(
    "VaultClientLiveTests",
    [
      "VaultClientLive", "VaultClient", "DurableFiles", "DurableFilesTesting",
      "EthereumPrimitives", "EthereumCrypto", "EthereumKeys", "EthereumMessages",
      "EthereumTransactions", "Headrace", "HeadraceTesting",
    ]),
  tests(
    "SessionClientTests",
    [
      "SessionClient", "SessionClientLive", "DevSession", "VaultClient", "VaultClientLive",
      "DurableFilesTesting", "HeadraceTesting", "JSONRPC", "EthereumCrypto", "EthereumMessages",
      "EthereumPrimitives", "TestVectors",
    ]),
  tests(
    "ActivityClientLiveTests",
    [
      "ActivityClientLive", "ActivityClient", "ContactsClient", "EndpointTesting", "NodeClient",
      "NodeClientLive", "DevChain", "DurableFiles", "JSONRPC", "Headrace", "HeadraceTesting",
      "EthereumPrimitives", "EthereumCrypto", "EthereumTransactions", grdb, bigInt,
    ]),
]

let featureTests: [Target] = [
  tests("PasscodeFeatureTests", ["PasscodeFeature", "Headrace", "HeadraceTesting"]),
  tests(
    "AuthFeatureTests",
    ["AuthFeature", "Headrace", "HeadraceTesting", "VaultClient", "EthereumPrimitives"]),
  tests(
    "SendFeatureTests",
    [
      "SendFeature", "Headrace", "HeadraceTesting", "JSONRPC", "NodeClient", "NodeClientLive",
      "DevChain", "VaultClient", "ActivityClient", "ActivityClientLive", "ContactsClient",
      "DurableFiles", "DurableFilesTesting", "EthereumPrimitives", "EthereumCrypto",
      "EthereumTransactions", bigInt,
    ]),
  tests(
    "HomeFeatureTests",
    [
      "HomeFeature", "Headrace", "HeadraceTesting", "ActivityClient", "ContactsClient", "JSONRPC",
      "NodeClient", "VaultClient", "EthereumPrimitives", "EthereumCrypto",
    ]),
  tests(
    "ContactsFeatureTests",
    [
      "ContactsFeature", "ContactsClient", "ActivityClient", "Headrace", "HeadraceTesting",
      "VaultClient", "VisibleText", "EthereumPrimitives", "EthereumCrypto", "EthereumTransactions",
    ]),
  tests(
    "ProfileFeatureTests",
    [
      "ProfileFeature", "Headrace", "HeadraceTesting", "NodeClient", "SessionClient",
      "VaultClient", "EthereumPrimitives",
    ]),
  tests(
    "NetworksFeatureTests",
    [
      "NetworksFeature", "Headrace", "HeadraceTesting", "NetworksClient", "NodeClient",
      "EthereumPrimitives",
    ]),
  tests(
    "SessionFeatureTests",
    [
      "SessionFeature", "Headrace", "HeadraceTesting", "SessionClient", "VaultClient",
      "EthereumMessages", "EthereumPrimitives",
    ]),
  tests(
    "WalletAppTests",
    [
      "WalletApp", "AuthFeature", "HomeFeature", "SendFeature", "ProfileFeature", "Headrace",
      "HeadraceFlow", "HeadraceTesting", "ActivityClient", "ContactsClient", "ContactsFeature",
      "NetworksClient", "NetworksFeature", "SessionClient", "SessionFeature", "NodeClient",
      "VaultClient", "VaultClientLive", "DurableFiles", "DurableFilesTesting",
      "EthereumPrimitives", "EthereumCrypto", "EthereumTransactions",
    ]),
  tests(
    "WalletFlowTests",
    [
      "WalletApp", "AuthFeature", "HomeFeature", "SendFeature", "ProfileFeature", "WalletCLI",
      "Headrace", "HeadraceFlow", "HeadraceTesting", "DevChain", "ActivityClient",
      "ActivityClientLive", "ContactsClient", "ContactsFeature", "JSONRPC", "NodeClient",
      "NodeClientLive", "VaultClient",
      "VaultClientLive", "EthereumCrypto", "EthereumPrimitives",
    ]),
]

let projectTests: [Target] = [
  // Reads the memory of the wallet's process, for the tests that look for secrets in it.
  .target(
    name: "ProcessScanning", path: "Tests/Support/ProcessScanning", swiftSettings: settings),
  tests(
    "WalletCLITests",
    [
      "WalletCLI", "ProcessScanning", "wallet", argumentParser, "AuthFeature", "HomeFeature",
      "SendFeature",
      "ProfileFeature", "SessionFeature", "DevChain", "DevSession", "HTTPTransport",
      "JSONRPC", "NodeClient",
      "NodeClientLive", "SessionClient", "VaultClient", "VaultClientLive", "ActivityClient",
      "ActivityClientLive", "ContactsClient", "DurableFiles", "DurableFilesTesting",
      "NetworksClient",
      "NetworksClientLive", "EthereumPrimitives", "EthereumCrypto", "EthereumKeys",
      "EthereumMessages",
      "EthereumTransactions", bigInt,
    ]),
  tests(
    "WalletScreensTests",
    [
      "WalletCLI", "ProcessScanning", "EthereumKeys", "wallet", "WalletApp", "PasscodeFeature",
      "AuthFeature", "HomeFeature",
      "SendFeature", "ProfileFeature", "ContactsFeature", "ContactsClient", "Headrace",
      "NetworksFeature", "NetworksClient", "SessionFeature", "SessionClient",
      "EthereumMessages", "HeadraceFlow", "HeadraceTerminal",
      "HeadraceTerminalTesting", "HeadraceTesting", "VaultClient", "VaultClientLive",
      "ActivityClient", "ActivityClientLive", "NodeClient", "NodeClientLive", "DevChain",
      "DurableFiles", "DurableFilesTesting", "EthereumCrypto", "EthereumPrimitives", bigInt,
    ], exclude: ["Golden"]),
  tests(
    "SendWorldTests",
    [
      "WalletCLI", "SendFeature", "Headrace", "HeadraceTesting", "JSONRPC", "NodeClient",
      "VaultClient", "ActivityClient", "ActivityClientLive", "ContactsClient",
      "EthereumPrimitives", "EthereumCrypto", "EthereumTransactions", grdb,
    ]),
  // What 'new-feature' writes, for each kind of order: built and tested with everything else.
  .target(
    name: "Scaffolded", dependencies: ["Headrace", "HeadraceFlow"],
    path: "Tests/Support/Scaffolded", exclude: ["README.md"], swiftSettings: settings),
  // The fuzz targets and their seeds; the file of the targets is a link.
  tests(
    "FuzzSeedTests",
    [
      "EthereumPrimitives", "EthereumCrypto", "EthereumTransactions", "HeadraceTerminal", "JSONRPC",
      "LocalServing", "DevChain", "VaultClientLive",
    ]),
  tests("ScaffoldedTests", ["Scaffolded", "Headrace", "HeadraceFlow", "HeadraceTesting"]),
  tests("FeatureScaffoldTests", ["FeatureScaffold"]),
  tests("CounterTests", ["Counter", "Headrace", "HeadraceTesting"]),
  tests("OnboardingTests", ["Onboarding", "Headrace", "HeadraceFlow", "HeadraceTesting"]),
  tests("CookbookTests", ["Cookbook", "Headrace", "HeadraceFlow", "HeadraceTesting"]),
  tests("ArchitectureTests", []),
]

/// Set where the framework alone is built, as `make sanitize` does: to the names of some of its
/// test targets, with commas between them, or to anything else for all of them. By name it may be a
/// target of the project's tests too, as "ArchitectureTests".
let frameworkOnly = Context.environment["HEADRACE_FRAMEWORK_ONLY"]
let isFrameworkOnly = frameworkOnly != nil
let someTests = (frameworkTests + projectTests).filter { target in
  frameworkOnly?.split(separator: ",").contains { $0 == target.name } == true
}
let wallet =
  ethereum + clients + features + examples + [testVectors] + ethereumTests + clientTests
  + featureTests + projectTests

/// Set where few test targets are built, as `make worlds` does: to their names, with commas between
/// them.
let onlyTests = Context.environment["HEADRACE_TESTS"]?.split(separator: ",").map(String.init)

let package = Package(
  name: "headrace",
  defaultLocalization: "en",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Headrace", targets: ["Headrace"]),
    .library(name: "HeadraceCompatibility", targets: ["HeadraceCompatibility"]),
    .library(name: "HeadraceFlow", targets: ["HeadraceFlow"]),
    .library(name: "HeadraceTesting", targets: ["HeadraceTesting"]),
    .library(name: "HeadraceLogging", targets: ["HeadraceLogging"]),
    .library(name: "HeadraceTracing", targets: ["HeadraceTracing"]),
    .library(name: "HeadraceTerminal", targets: ["HeadraceTerminal"]),
    .library(name: "HeadraceTerminalTesting", targets: ["HeadraceTerminalTesting"]),
    .plugin(name: "NewFeature", targets: ["NewFeature"]),
    .plugin(name: "FeatureGraph", targets: ["FeatureGraph"]),
  ]
    + (isFrameworkOnly
      ? []
      : [
        .library(name: "PasscodeFeature", targets: ["PasscodeFeature"]),
        .executable(name: "wallet", targets: ["wallet"]),
      ]),
  traits: [
    .trait(name: "Macros", description: "The macros, and with them swift-syntax."),
    .trait(name: "Tracing", description: "The spans of HeadraceTracing."),
    .trait(name: "Wallet", description: "What the wallet and its tests are made of."),
    // Clients of the framework need only this one. 'make' enables the others for this package.
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    // Bounded to patch releases, because it decides what is signed: amounts and hashes are computed
    // by it. A new minor release is taken by hand, after the vectors have run with it.
    .package(url: "https://github.com/attaswift/BigInt", .upToNextMinor(from: "6.0.1")),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: (framework + tools + (someTests.isEmpty ? frameworkTests : someTests)
    + (isFrameworkOnly ? [] : wallet)).filter { target in
      target.type != .test || onlyTests?.contains(target.name) != false
    })
