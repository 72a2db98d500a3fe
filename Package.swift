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

/// The rows of a table: a name, a colon, and the names of what it depends on. A name with a star
/// means the target and all that it depends on.
@MainActor func rows(
  _ table: String, knowing known: [Target] = []
) -> [(name: String, dependencies: [Target.Dependency])] {
  table.split(separator: "\n").map { row in
    let names = row.split { $0 == " " || $0 == ":" }.map(String.init)
    let dependencies = names.dropFirst().flatMap { name in
      guard name.hasSuffix("*") else { return [external[name] ?? .byName(name: name)] }
      return known.first { $0.name == name.dropLast() }.map(itself) ?? []
    }
    return (names[0], dependencies)
  }
}

/// A target, and all that it depends on.
func itself(_ target: Target) -> [Target.Dependency] {
  [.byName(name: target.name)] + target.dependencies
}

/// The targets of a table, each in a folder of its name.
@MainActor func targets(in folder: String, _ table: String) -> [Target] {
  rows(table).map { .target(name: $0, dependencies: $1, path: "\(folder)/\($0)") }
}

/// The programs of a table, each in a folder of its name.
@MainActor func programs(in folder: String, _ table: String) -> [Target] {
  rows(table).map { .executableTarget(name: $0, dependencies: $1, path: "\(folder)/\($0)") }
}

/// The test targets of a table. `XTests` depends on `X*` where there is an `X`.
@MainActor func tests(of known: [Target], _ table: String) -> [Target] {
  rows(table, knowing: known).map { name, dependencies in
    let own = known.first { $0.name + "Tests" == name }.map(itself) ?? []
    return .testTarget(
      name: name, dependencies: own + dependencies + [issueReportingTestSupport],
      path: "Tests/\(name)")
  }
}

/// A library of the system.
func system(
  _ name: String, in folder: String, _ library: String, apt: String, brew: String
) -> Target {
  .systemLibrary(
    name: name, path: "\(folder)/\(name)", pkgConfig: library,
    providers: [.apt([apt]), .brew([brew])])
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
/// The products that the tables name; those of the wallet are fetched with the trait `Wallet`.
let external: [String: Target.Dependency] = Dictionary(
  uniqueKeysWithValues: [
    ("BigInt", "BigInt"), ("ArgumentParser", "swift-argument-parser"), ("GRDB", "GRDB.swift"),
  ].map { ($0, .product(name: $0, package: $1, condition: .when(traits: ["Wallet"]))) })

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
let tools: [Target] =
  targets(in: "Sources/Tools", "FeatureScaffold")
  + programs(in: "Sources/Tools", "HeadraceTool: FeatureScaffold") + [
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

let ethereum =
  [
    system(
      "CSecp256k1", in: "Sources/Ethereum", "libsecp256k1", apt: "libsecp256k1-dev",
      brew: "secp256k1"),
    system("CCrypto", in: "Sources/Ethereum", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
  ]
  + targets(
    in: "Sources/Ethereum",
    """
    CSecretCrypto: CCrypto
    CKeccak
    EthereumPrimitives: BigInt
    EthereumCrypto: EthereumPrimitives CSecp256k1 CKeccak CSecretCrypto
    EthereumKeys: EthereumPrimitives EthereumCrypto
    EthereumTransactions: EthereumPrimitives EthereumCrypto
    EthereumMessages: EthereumPrimitives EthereumCrypto
    """)

let clients =
  [system("CICU", in: "Sources/Clients", "icu-i18n", apt: "libicu-dev", brew: "icu4c")]
  + targets(
    in: "Sources/Clients",
    """
    JSONRPC
    NodeClient: Headrace JSONRPC EthereumPrimitives
    HTTPTransport
    NodeClientLive: HTTPTransport JSONRPC NodeClient EthereumPrimitives EthereumCrypto \
      EthereumTransactions
    LocalServing
    DurableFiles
    DevChain: JSONRPC LocalServing DurableFiles EthereumPrimitives EthereumCrypto \
      EthereumTransactions BigInt
    DevSession: JSONRPC LocalServing EthereumCrypto EthereumMessages EthereumPrimitives
    DurableFilesTesting: DurableFiles
    VaultClient: Headrace EthereumMessages EthereumPrimitives EthereumTransactions
    VaultClientLive: VaultClient VisibleText DurableFiles EthereumPrimitives EthereumCrypto \
      EthereumKeys EthereumMessages EthereumTransactions
    SessionClient: Headrace VaultClient EthereumMessages EthereumPrimitives
    SessionClientLive: HTTPTransport JSONRPC SessionClient VaultClientLive EthereumCrypto \
      EthereumMessages EthereumPrimitives
    RecentCache
    CConfusables: CICU
    VisibleText: CConfusables
    NetworksClient: Headrace EthereumPrimitives
    NetworksClientLive: NetworksClient DurableFiles EthereumPrimitives
    ActivityClient: Headrace EthereumPrimitives
    ContactsClient: Headrace ActivityClient VisibleText EthereumPrimitives EthereumCrypto \
      EthereumTransactions
    ActivityClientLive: ActivityClient ContactsClient NodeClient RecentCache DurableFiles \
      EthereumPrimitives EthereumCrypto EthereumTransactions GRDB
    """)

let features = targets(
  in: "Sources/Features",
  """
  PasscodeFeature: Headrace
  AuthFeature: Headrace VaultClient
  HomeFeature: Headrace ActivityClient ContactsClient NodeClient VaultClient EthereumPrimitives \
    EthereumCrypto
  SendFeature: Headrace ActivityClient ContactsClient JSONRPC NodeClient VaultClient \
    EthereumPrimitives EthereumCrypto EthereumTransactions
  ProfileFeature: Headrace NodeClient SessionClient VaultClient EthereumPrimitives
  SessionFeature: Headrace SessionClient VaultClient EthereumMessages EthereumPrimitives
  ContactsFeature: Headrace ActivityClient ContactsClient VisibleText EthereumPrimitives \
    EthereumCrypto
  NetworksFeature: Headrace NetworksClient NodeClient EthereumPrimitives
  WalletApp: Headrace HeadraceFlow AuthFeature HomeFeature SendFeature ProfileFeature \
    ContactsFeature NetworksFeature SessionFeature VaultClient ActivityClient ContactsClient \
    SessionClient EthereumPrimitives EthereumCrypto EthereumTransactions
  """)

let examples =
  [system("CQRencode", in: "Examples", "libqrencode", apt: "libqrencode-dev", brew: "qrencode")]
  + targets(
    in: "Examples",
    """
    Cookbook: Headrace HeadraceFlow
    CProcessGuard
    WalletCLI: CProcessGuard Headrace HeadraceFlow HeadraceTerminal CQRencode WalletApp \
      AuthFeature PasscodeFeature HomeFeature SendFeature ProfileFeature SessionFeature \
      NetworksFeature ContactsFeature ActivityClient ActivityClientLive ContactsClient \
      HTTPTransport JSONRPC NetworksClient NetworksClientLive NodeClient NodeClientLive \
      SessionClient SessionClientLive VaultClient VaultClientLive DurableFiles \
      EthereumPrimitives EthereumCrypto EthereumKeys EthereumMessages EthereumTransactions \
      ArgumentParser
    """)
  + programs(
    in: "Examples",
    """
    Counter: Headrace
    Onboarding: Headrace HeadraceFlow
    wallet: WalletCLI
    DevServers: WalletCLI DevChain DevSession LocalServing DurableFiles EthereumCrypto \
      EthereumPrimitives ArgumentParser
    """)

let wallet = ethereum + clients + features + examples

/// Targets that only tests use. `ProcessScanning` reads the memory of the wallet's process, for the
/// tests that look for secrets in it; `Scaffolded` is what 'new-feature' writes, for each kind of
/// order.
let walletSupport =
  targets(in: "Tests", "TestVectors")
  + targets(
    in: "Tests/Support",
    """
    EndpointTesting
    ProcessScanning
    Scaffolded: Headrace HeadraceFlow
    """)

let frameworkTests: [Target] = [
  .target(name: "CAllocationCount", path: "Tests/Support/CAllocationCount"),
  tests("AllocationTests", ["Headrace", "CAllocationCount"]),
  tests("CompileFailureTests", ["Headrace", "HeadraceFlow", "HeadraceTesting"]),
  tests("HeadraceTests", ["Headrace", "HeadraceFlow", issueReporting, customDump]),
  tests(
    "HeadraceFlowTests",
    ["Headrace", "HeadraceFlow", "HeadraceTesting", issueReporting, customDump]),
  tests("GeneratedAttackTests", ["Headrace", "HeadraceFlow", issueReporting]),
  tests("HeadraceTestingTests", ["Headrace", "HeadraceTesting", issueReporting, customDump]),
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

/// The file of the fuzz targets in `FuzzSeedTests` is a link.
let walletTests = tests(
  of: tools + wallet + walletSupport,
  """
  EthereumPrimitivesTests: TestVectors
  EthereumCryptoTests: TestVectors BigInt
  EthereumKeysTests: TestVectors
  EthereumTransactionsTests: TestVectors BigInt
  EthereumMessagesTests: TestVectors
  JSONRPCTests
  LocalServingTests
  NodeClientTests: HTTPTransport NodeClientLive
  DevChainTests: DurableFilesTesting
  NodeContractTests: JSONRPC LocalServing NodeClient NodeClientLive DevChain EthereumPrimitives \
    EthereumCrypto EthereumKeys EthereumTransactions
  DurableFilesTests: DurableFilesTesting
  NetworksClientTests: NetworksClientLive DurableFiles DurableFilesTesting
  RecentCacheTests: HeadraceTesting
  VaultClientTests: EndpointTesting
  VaultClientLiveTests: DurableFilesTesting Headrace HeadraceTesting
  SessionClientTests: SessionClientLive DevSession VaultClientLive DurableFilesTesting \
    HeadraceTesting JSONRPC EthereumCrypto TestVectors
  ActivityClientLiveTests: EndpointTesting NodeClientLive DevChain JSONRPC Headrace \
    HeadraceTesting BigInt
  PasscodeFeatureTests: HeadraceTesting
  AuthFeatureTests: HeadraceTesting EthereumPrimitives
  SendFeatureTests: HeadraceTesting NodeClientLive DevChain ActivityClientLive DurableFiles \
    DurableFilesTesting BigInt
  HomeFeatureTests: HeadraceTesting JSONRPC
  ContactsFeatureTests: HeadraceTesting VaultClient EthereumTransactions
  ProfileFeatureTests: HeadraceTesting
  NetworksFeatureTests: HeadraceTesting
  SessionFeatureTests: HeadraceTesting
  WalletAppTests: HeadraceTesting NetworksClient NodeClient VaultClientLive DurableFiles \
    DurableFilesTesting
  WalletFlowTests: WalletCLI* HeadraceTesting DevChain
  WalletCLITests: ProcessScanning wallet DurableFilesTesting BigInt DevServers DevChain DevSession
  WalletScreensTests: WalletCLI* ProcessScanning wallet HeadraceTerminalTesting HeadraceTesting \
    DurableFilesTesting BigInt DevServers DevChain
  SendWorldTests: SendFeature* WalletCLI HeadraceTesting ActivityClientLive GRDB
  FuzzSeedTests: EthereumPrimitives EthereumCrypto EthereumTransactions HeadraceTerminal JSONRPC \
    LocalServing DevChain VaultClientLive
  ScaffoldedTests: HeadraceTesting
  FeatureScaffoldTests
  CounterTests: HeadraceTesting
  OnboardingTests: HeadraceTesting
  CookbookTests: HeadraceTesting
  ArchitectureTests
  """)

/// Set where the framework alone is built, as `make sanitize` does: to the names of some of its
/// test targets, with commas between them, or to anything else for all of them. By name it may be a
/// target of the wallet's tests too, as "ArchitectureTests".
let frameworkOnly = Context.environment["HEADRACE_FRAMEWORK_ONLY"]
let isFrameworkOnly = frameworkOnly != nil
let someTests = (frameworkTests + walletSupport + walletTests).filter { target in
  frameworkOnly?.split(separator: ",").contains { $0 == target.name } == true
}

/// Set where few test targets are built, as `make worlds` does: to their names, with commas between
/// them.
let onlyTests = Context.environment["HEADRACE_TESTS"]?.split(separator: ",").map(String.init)

let package = Package(
  name: "headrace",
  defaultLocalization: "en",
  platforms: [.macOS(.v15)],
  products: [
    "Headrace", "HeadraceFlow", "HeadraceTesting", "HeadraceLogging", "HeadraceTracing",
    "HeadraceTerminal", "HeadraceTerminalTesting",
  ].map { .library(name: $0, targets: [$0]) }
    + ["NewFeature", "FeatureGraph"].map { .plugin(name: $0, targets: [$0]) }
    + (isFrameworkOnly
      ? []
      : [
        .library(name: "PasscodeFeature", targets: ["PasscodeFeature"]),
        .executable(name: "wallet", targets: ["wallet"]),
        .executable(name: "devchain", targets: ["DevServers"]),
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
    + (isFrameworkOnly ? [] : wallet + walletSupport + walletTests)).filter { target in
      target.type != .test || onlyTests?.contains(target.name) != false
    })

let vectors = [
  "bip32-bitcoinjs", "bip32-spec", "bip39", "bip39-bitcoinjs", "eips", "ethereum-tests",
  "keccak-kat", "siwe", "wycheproof",
]

for target in package.targets {
  target.exclude =
    switch target.name {
    case "Cookbook", "Onboarding", "Scaffolded": ["README.md"]
    case "TestVectors": ["execution-apis"]
    case "WalletCLI": ["Main"]
    case "WalletScreensTests": ["Golden"]
    default: []
    }
  switch target.name {
  case "DevServers": target.path = "Examples/devchain"
  case "TestVectors": target.resources = vectors.map { .copy($0) }
  case "WalletCLI":
    target.path = "Examples/Wallet"
    target.resources = [.process("Resources")]
  case "wallet": target.path = "Examples/Wallet/Main"
  default: break
  }
  // A C target has a second capital letter, as in "CKeccak".
  let isC = target.name.first == "C" && target.name.dropFirst().first?.isUppercase == true
  if !isC, target.type != .plugin { target.swiftSettings = settings }
}
