// swift-tools-version: 6.2
// Targets in layer order, the ground first; imports lead to targets that come earlier in this list.
import CompilerPluginSupport
import PackageDescription

/// The targets by groups and folders: each has a folder of its name, unless `folders` has another.
/// Behind the colon is what they depend on; a star means a target and all that it depends on.
/// `XTests` depends on `X*`, if there is an `X`, and on `TestEffort`. Only tests use `support`.
let table = """
  # framework Sources/Framework
  HeadraceMacros: SwiftSyntax SwiftSyntaxBuilder SwiftSyntaxMacros SwiftCompilerPlugin \
    SwiftDiagnostics
  CThreadSlots CTerminalMode CPQ
  Headrace: HeadraceMacros CThreadSlots OrderedCollections CustomDump IssueReporting Logging
  HeadraceCompatibility: Headrace OrderedCollections
  HeadraceFlow HeadraceJournal: Headrace CustomDump
  HeadraceTesting: Headrace CThreadSlots CustomDump IssueReporting IssueReportingTestSupport
  HeadraceLogging: Headrace Logging
  HeadraceTracing: Headrace Tracing
  HeadraceTerminal: Headrace HeadraceFlow CTerminalMode
  HeadraceTerminalTesting: Headrace HeadraceTerminal HeadraceTesting
  LocalServing: NIOCore NIOPosix NIOHTTP1 NIOWebSocket
  HeadraceInspector: Headrace HeadraceJournal LocalServing
  HeadraceDurable: Headrace HeadraceJournal GRDB CPQ Metrics
  # tools Sources/Tools
  FeatureScaffold
  HeadraceTool: FeatureScaffold
  HeadraceCommand: HeadraceDurable* HeadraceInspector HeadraceTerminal ArgumentParser
  # wallet Sources/Ethereum
  CSecp256k1 CCrypto CKeccak
  CSecretCrypto: CCrypto
  EthereumPrimitives: BigInt
  EthereumCrypto: EthereumPrimitives CSecp256k1 CKeccak CSecretCrypto
  EthereumKeys EthereumTransactions EthereumMessages: EthereumPrimitives EthereumCrypto
  # wallet Sources/Clients
  CICU JSONRPC HTTPTransport DurableFiles RecentCache
  NodeClient: Headrace JSONRPC EthereumPrimitives
  NodeClientLive: HTTPTransport JSONRPC NodeClient EthereumPrimitives EthereumCrypto \
    EthereumTransactions
  DevChain: JSONRPC LocalServing DurableFiles EthereumTransactions* BigInt
  DevSession: JSONRPC LocalServing EthereumCrypto EthereumMessages EthereumPrimitives
  DurableFilesTesting: DurableFiles
  VaultClient: Headrace EthereumMessages EthereumPrimitives EthereumTransactions
  VaultClientLive: VaultClient VisibleText DurableFiles EthereumPrimitives EthereumCrypto \
    EthereumKeys EthereumMessages EthereumTransactions
  SessionClient: Headrace VaultClient EthereumMessages EthereumPrimitives
  SessionClientLive: HTTPTransport JSONRPC SessionClient VaultClientLive EthereumCrypto \
    EthereumMessages EthereumPrimitives
  CConfusables: CICU
  VisibleText: CConfusables
  NetworksClient ActivityClient: Headrace EthereumPrimitives
  NetworksClientLive: NetworksClient DurableFiles EthereumPrimitives
  ContactsClient: ActivityClient* VisibleText EthereumTransactions*
  ActivityClientLive: ActivityClient ContactsClient NodeClient RecentCache DurableFiles \
    EthereumPrimitives EthereumCrypto EthereumTransactions GRDB
  # wallet Sources/Features
  PasscodeFeature: Headrace
  AuthFeature: Headrace VaultClient
  HomeFeature: ActivityClient* ContactsClient NodeClient VaultClient EthereumCrypto
  SendFeature: NodeClient* ActivityClient ContactsClient VaultClient EthereumTransactions*
  ProfileFeature: Headrace NodeClient SessionClient VaultClient EthereumPrimitives
  SessionFeature: Headrace SessionClient VaultClient EthereumMessages EthereumPrimitives
  ContactsFeature: ActivityClient* ContactsClient VisibleText EthereumCrypto
  NetworksFeature: Headrace NetworksClient NodeClient EthereumPrimitives
  WalletApp: Headrace HeadraceFlow AuthFeature HomeFeature SendFeature ProfileFeature \
    ContactsFeature NetworksFeature SessionFeature VaultClient ActivityClient ContactsClient \
    SessionClient EthereumPrimitives EthereumCrypto EthereumTransactions
  # wallet Examples
  CQRencode CProcessGuard
  Cookbook Onboarding: Headrace HeadraceFlow
  WalletCLI: WalletApp* CProcessGuard HeadraceTerminal CQRencode PasscodeFeature \
    ActivityClientLive NetworksClient NetworksClientLive NodeClient NodeClientLive \
    SessionClientLive VaultClientLive* HTTPTransport JSONRPC ArgumentParser
  Counter: Headrace
  wallet: WalletCLI
  DevServers: WalletCLI DevChain* DevSession ArgumentParser
  DevServersProgram: DevServers
  # effort Tests/Support
  TestEffort CAllocationCount
  # frameworkTests Tests
  AllocationTests: Headrace CAllocationCount
  CompileFailureTests: Headrace HeadraceCompatibility HeadraceFlow HeadraceTesting
  HeadraceTests: HeadraceCompatibility HeadraceFlow
  HeadraceFlowTests: HeadraceTesting IssueReporting
  GeneratedAttackTests: Headrace HeadraceFlow IssueReporting
  HeadraceTestingTests: HeadraceCompatibility
  XCTestCaseTests: Headrace HeadraceTesting IssueReporting
  HeadraceLoggingTests HeadraceJournalTests HeadraceInspectorTests: HeadraceFlow HeadraceTesting
  HeadraceDurableTests: HeadraceFlow HeadraceTesting MetricsTestKit
  HeadraceTracingTests: HeadraceTesting InMemoryTracing
  HeadraceTerminalTests HeadraceCommandTests: HeadraceTerminalTesting HeadraceTesting
  HeadraceDocumentationTests: HeadraceFlow HeadraceTesting HeadraceLogging* HeadraceTracing \
    InMemoryTracing HeadraceInspector* HeadraceDurable*
  # support Tests
  TestVectors
  # support Tests/Support
  EndpointTesting ProcessScanning
  InspectedProgram: HeadraceFlow* HeadraceInspector
  Scaffolded: Headrace HeadraceFlow
  InspectedWallet: WalletCLI* HeadraceInspector
  # walletTests Tests
  EthereumPrimitivesTests EthereumKeysTests EthereumMessagesTests: TestVectors
  EthereumCryptoTests EthereumTransactionsTests: TestVectors BigInt
  LocalServingTests: NIOEmbedded
  JSONRPCTests FeatureScaffoldTests ArchitectureTests
  NodeClientTests: HTTPTransport NodeClientLive
  DevChainTests DurableFilesTests: DurableFilesTesting
  NodeContractTests: NodeClientLive* DevChain* EthereumKeys
  NetworksClientTests: NetworksClientLive DurableFiles DurableFilesTesting
  RecentCacheTests PasscodeFeatureTests ProfileFeatureTests NetworksFeatureTests \
    SessionFeatureTests ScaffoldedTests CounterTests OnboardingTests CookbookTests: HeadraceTesting
  VaultClientTests: EndpointTesting
  VaultClientLiveTests: DurableFilesTesting Headrace HeadraceTesting
  SessionClientTests: SessionClientLive* DevSession DurableFilesTesting HeadraceTesting TestVectors
  ActivityClientLiveTests: EndpointTesting NodeClientLive* DevChain Headrace HeadraceTesting BigInt
  AuthFeatureTests: HeadraceTesting EthereumPrimitives
  SendFeatureTests: HeadraceTesting NodeClientLive DevChain ActivityClientLive* \
    DurableFilesTesting BigInt
  HomeFeatureTests: HeadraceTesting JSONRPC
  ContactsFeatureTests: HeadraceTesting VaultClient EthereumTransactions
  WalletAppTests: HeadraceTesting NetworksClient NodeClient VaultClientLive* DurableFilesTesting
  WalletFlowTests: WalletCLI* HeadraceJournal HeadraceTesting DevChain Cookbook
  WalletCLITests: ProcessScanning wallet DevServersProgram DevServers DevChain DevSession \
    DurableFilesTesting BigInt
  WalletScreensTests: WalletCLI* ProcessScanning wallet DevServersProgram DevChain \
    HeadraceTerminalTesting HeadraceTesting DurableFilesTesting BigInt
  SendWorldTests: WalletCLI* HeadraceTesting GRDB
  FuzzSeedTests: HeadraceTerminal DevChain* VaultClientLive
  """

let programs =
  "HeadraceTool HeadraceCommand Counter Onboarding wallet DevServersProgram InspectedProgram "
  + "InspectedWallet"
let folders = [
  "WalletCLI": "Examples/Wallet", "wallet": "Examples/Wallet/Main",
  "DevServers": "Examples/devchain", "DevServersProgram": "Examples/devchain/Main",
]
let excluded = [
  "Cookbook": ["README.md"], "Onboarding": ["README.md"], "Scaffolded": ["README.md"],
  "TestVectors": ["execution-apis"], "WalletScreensTests": ["Golden"],
  "WalletCLI": ["Main"], "DevServers": ["Main"], "HeadraceJournalTests": ["Golden"],
  "WalletFlowTests": ["Recordings/Golden"],
]
let resources: [String: [Resource]] = [
  "WalletCLI": [.process("Resources")],
  "HeadraceInspector": [.embedInCode("Page/inspector.html")],
  "TestVectors": [
    "bip32-bitcoinjs", "bip32-spec", "bip39", "bip39-bitcoinjs", "eips", "ethereum-tests",
    "keccak-kat", "siwe", "wycheproof",
  ].map { .copy($0) },
]

/// The libraries of the system: for pkg-config, Debian and Homebrew.
let systemLibraries = [
  "CSecp256k1": ("libsecp256k1", apt: "libsecp256k1-dev", brew: "secp256k1"),
  "CCrypto": ("libcrypto", apt: "libssl-dev", brew: "openssl@3"),
  "CICU": ("icu-i18n", apt: "libicu-dev", brew: "icu4c"),
  "CQRencode": ("libqrencode", apt: "libqrencode-dev", brew: "qrencode"),
  "CPQ": ("libpq", apt: "libpq-dev", brew: "libpq"),
]

/// The products of other packages, with the traits that fetch them; "Swift…" is of swift-syntax.
let products: [(package: String, trait: String?, names: [String])] = [
  ("swift-collections", nil, ["OrderedCollections"]), ("swift-custom-dump", nil, ["CustomDump"]),
  ("swift-log", nil, ["Logging"]), ("swift-argument-parser", "Inspector", ["ArgumentParser"]),
  ("xctest-dynamic-overlay", nil, ["IssueReporting", "IssueReportingTestSupport"]),
  ("swift-distributed-tracing", "Tracing", ["Tracing", "InMemoryTracing"]),
  ("BigInt", "Wallet", ["BigInt"]), ("GRDB.swift", "Durable", ["GRDB"]),
  ("swift-metrics", "Metrics", ["Metrics", "MetricsTestKit"]),
  ("swift-nio", "Inspector", ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOEmbedded"]),
]

/// What a name in the table stands for.
@MainActor func dependencies(_ name: String) -> [Target.Dependency] {
  if name.hasSuffix("*") {
    let target = groups.values.joined().first { $0.name == name.dropLast() }
    // Without the macros: their users are built for the host, which tests of programs don't await.
    let used = (target?.dependencies ?? []).filter { !"\($0)".contains("HeadraceMacros") }
    return target.map { [.byName(name: $0.name)] + used } ?? []
  }
  if let trait = ["HeadraceMacros": "Macros", "CPQ": "Postgres"][name] {
    return [.target(name: name, condition: .when(traits: [trait]))]
  }
  let isSyntax = name.hasPrefix("Swift")
  guard let product = products.first(where: { $0.names.contains(name) || isSyntax }) else {
    return [.byName(name: name)]
  }
  let (package, trait) = isSyntax ? ("swift-syntax", "Macros") : (product.package, product.trait)
  return [.product(name: name, package: package, condition: trait.flatMap { .when(traits: [$0]) })]
}

@MainActor func target(_ name: String, in folder: String, _ names: [String]) -> Target {
  let path = folders[name] ?? "\(folder)/\(name)"
  if let (library, apt, brew) = systemLibraries[name] {
    return .systemLibrary(
      name: name, path: path, pkgConfig: library, providers: [.apt([apt]), .brew([brew])])
  }
  let isTest = folder == "Tests" && name.hasSuffix("Tests")
  let all =
    (isTest ? [name.dropLast(5) + "*", "IssueReportingTestSupport", "TestEffort"] : []) + names
  var known: Set<String> = []
  let dependencies = all.flatMap(dependencies).filter { known.insert("\($0)").inserted }
  let target: Target =
    if name == "HeadraceMacros" {
      .macro(name: name, dependencies: dependencies, path: path)
    } else if programs.split(separator: " ").contains(name[...]) {
      .executableTarget(name: name, dependencies: dependencies, path: path)
    } else if isTest {
      .testTarget(name: name, dependencies: dependencies, path: path)
    } else {
      .target(name: name, dependencies: dependencies, path: path, resources: resources[name])
    }
  target.exclude = excluded[name] ?? []
  // A C target has a second capital letter, as in "CKeccak".
  if name.first == "C", name.dropFirst().first?.isUppercase == true { return target }
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"), .treatAllWarnings(as: .error),
  ]
  return target
}

var groups: [String: [Target]] = [:]
var (group, folder) = ("", "")
for row in table.split(separator: "\n") {
  let parts = row.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
  if parts[0][0] == "#" {
    (group, folder) = (parts[0][1], parts[0][2])
    continue
  }
  let names = parts.count > 1 ? parts[1] : []
  groups[group, default: []] += parts[0].map { target($0, in: folder, names) }
}

/// The commands of the package manager for authors.
let plugins: [Target] = [
  (
    "NewFeature", "new-feature", "Writes a feature with its test",
    [PluginPermission.writeToPackageDirectory(reason: "It writes the files of the feature.")]
  ), ("FeatureGraph", "feature-graph", "Prints what features are made of", []),
].map { name, verb, description, permissions in
  let intent = PluginCommandIntent.custom(verb: verb, description: description)
  return .plugin(
    name: name, capability: .command(intent: intent, permissions: permissions),
    dependencies: ["HeadraceTool"])
}

@MainActor func targets(_ names: String...) -> [Target] { names.flatMap { groups[$0] ?? [] } }

/// Builds the framework alone, with these test targets or all its own; 'HEADRACE_TESTS' picks few.
let frameworkOnly = Context.environment["HEADRACE_FRAMEWORK_ONLY"]
let someTests = targets("frameworkTests", "support", "walletTests").filter { target in
  frameworkOnly?.split(separator: ",").contains { $0 == target.name } == true
}
let onlyTests = Context.environment["HEADRACE_TESTS"]?.split(separator: ",").map(String.init)

let package = Package(
  name: "headrace",
  defaultLocalization: "en",
  platforms: [.macOS(.v15)],
  products: targets("framework").map(\.name)
    .filter { $0.hasPrefix("Headrace") && $0 != "HeadraceMacros" }
    .map { .library(name: $0, targets: [$0]) }
    + ["NewFeature", "FeatureGraph"].map { .plugin(name: $0, targets: [$0]) }
    + [.executable(name: "headrace", targets: ["HeadraceCommand"])]
    + (frameworkOnly != nil
      ? [] : [.library(name: "PasscodeFeature", targets: ["PasscodeFeature"])])
    + (frameworkOnly != nil ? [] : [("wallet", "wallet"), ("devchain", "DevServersProgram")])
    .map { .executable(name: $0, targets: [$1]) },
  traits: [
    .trait(name: "Macros", description: "The macros, and with them swift-syntax."),
    .trait(name: "Tracing", description: "The spans of HeadraceTracing."),
    .trait(name: "Inspector", description: "The inspector's server."),
    .trait(name: "Durable", description: "SQLite for HeadraceDurable."),
    .trait(name: "Postgres", description: "PostgreSQL for HeadraceDurable, with libpq."),
    .trait(name: "Metrics", description: "The metrics of HeadraceDurable."),
    .trait(name: "Wallet", enabledTraits: ["Durable", "Inspector", "Metrics", "Postgres"]),
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
    // To patch releases, because it decides what is signed; a minor one after the vectors have run.
    .package(url: "https://github.com/attaswift/BigInt", .upToNextMinor(from: "6.0.1")),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: (targets("framework", "tools", "effort") + plugins
    + (someTests.isEmpty ? targets("frameworkTests") : someTests)
    + (frameworkOnly != nil ? [] : targets("wallet", "support", "walletTests"))).filter { target in
      target.type != .test || onlyTests?.contains(target.name) != false
    })
