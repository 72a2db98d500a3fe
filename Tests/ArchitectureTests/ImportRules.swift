/// The permitted imports of layers and targets.
struct ImportRules {
  /// All our modules, by name.
  let modules: [String: Module]

  /// The packages that only some modules may import, and why.
  static let reserved: [(name: String, users: Set<String>, reason: String)] = [
    ("CSecp256k1", ["EthereumCrypto"], "one module alone answers for cryptography"),
    ("CKeccak", ["EthereumCrypto"], "one module alone answers for cryptography"),
    ("CCrypto", [], "CSecretCrypto alone uses the library"),
    ("CSecretCrypto", ["EthereumCrypto"], "one module alone answers for cryptography"),
    ("CICU", [], "CConfusables alone uses the library"),
    ("CConfusables", ["VisibleText"], "one module alone says which texts look alike"),
    (
      "CThreadSlots", ["Headrace", "HeadraceTesting"],
      "the runtime and its test executor alone leave things on a thread"
    ),
    (
      "ArgumentParser", ["wallet", "WalletCLI", "DevServers", "HeadraceCommand"],
      "only the command line has arguments"
    ),
    ("DevChain", ["DevServers"], "the program that holds keys serves no chain"),
    ("DevSession", ["DevServers"], "the program that holds keys serves no sessions"),
    ("GRDB", ["ActivityClientLive", "HeadraceDurable"], "only journals are databases"),
    ("SwiftSyntax", ["HeadraceMacros"], "who turns the trait Macros off builds without it"),
    ("Tracing", ["HeadraceTracing"], "who makes no traces builds without tracing"),
    ("Metrics", ["HeadraceDurable"], "who measures nothing builds without metrics"),
    (
      "XCTest", ["HeadraceTesting", "XCTestCaseTests"],
      "tests are written with Swift Testing, except those of what test cases of XCTest see"
    ),
    ("Testing", ["HeadraceTesting"], "only tests test"),
  ]

  /// The files of layers 1 and 2 that may import Foundation.
  ///
  /// The standard dependency values, the terminal's use of the system, files of shared values, and
  /// a normal form of Unicode.
  static let foundation = Exceptions([
    "Sources/Ethereum/EthereumKeys/PassphraseNormalization.swift": "the tables of NFKD",
    "Sources/Framework/Headrace/Dependencies/Values/FoundationValues.swift":
      "Date, UUID, URL, Calendar, Locale, TimeZone",
    "Sources/Framework/Headrace/Sharing/FileStorage.swift": "Data, URL, FileManager, JSON",
    "Sources/Framework/Headrace/Sharing/KnownFile.swift": "URL, Data, FileManager",
    "Sources/Framework/HeadraceCompatibility/OpenURLEffect.swift": "URL",
    "Sources/Framework/HeadraceTerminal/Session/TerminalEnvironment.swift": "ProcessInfo",
    "Sources/Framework/HeadraceTerminal/Session/TerminalSession.swift": "Base64",
  ])

  init(files: [SourceFile]) {
    let found = files.compactMap { Module(path: $0.path) }
    modules = Dictionary(found.map { ($0.name, $0) }) { first, _ in first }
  }

  func violations(in file: SourceFile) -> [Violation] {
    guard let importer = Module(path: file.path) else { return [] }
    return file.imports.flatMap { imported in
      let message = message(importer, imported.module, path: file.path)
      return message.map { [file.violation(imported.line, $0)] } ?? []
    }
  }

  private func message(_ importer: Module, _ name: String, path: String) -> String? {
    if name == "Foundation" || name.hasPrefix("Foundation") {
      return foundationMessage(importer, path: path)
    }
    if let rule = Self.reserved.first(where: { $0.name == name }),
      !rule.users.contains(importer.name)
    {
      return "\(importer.name) imports \(name), but \(rule.reason). Ask for it through a client."
    }
    guard let imported = modules[name], imported != importer else { return nil }
    return message(importer, imported)
  }

  /// Returns the broken rule between modules of ours, if any; also those of the manifest.
  func message(_ importer: Module, _ imported: Module) -> String? {
    let what = "\(importer.name) imports \(imported.name)"
    if !importer.layer.below.contains(imported.layer) {
      return "\(what), which stands in a layer that \(importer.layer.rawValue) must not know. "
        + "Turn the import around, or move what both need into a lower layer."
    }
    if importer.layer == .features, imported.layer == .features, importer.name != "WalletApp" {
      return "\(what), a sibling: features meet in WalletApp alone. Tell the parent by a "
        + "'delegate' action, and let it start the other feature."
    }
    if imported.isLive, importer.layer != .hosts, !importer.isLive {
      return "\(what), which does what a client only asks for. Import the interface; a host "
        + "chooses the live value."
    }
    if imported.isForTests, !importer.isForTests {
      return "\(what), which is for tests. Move the code into a test target."
    }
    return nil
  }

  private func foundationMessage(_ importer: Module, path: String) -> String? {
    guard [.framework, .ethereum].contains(importer.layer), !Self.foundation.covers(path),
      // Their subject is files and JSON.
      !["HeadraceJournal", "HeadraceInspector", "HeadraceDurable"].contains(importer.name)
    else { return nil }
    return "Layers 1 and 2 don't import Foundation. Use the standard library, or take the value "
      + "through a dependency."
  }
}

extension SourceFile {
  /// The modules that the file imports.
  var imports: [(line: Int, module: String)] {
    let pattern =
      #/
      ^\s*
      (?:@\w+\s+ | (?:public|package|internal|private|fileprivate)\s+)*
      import\s+
      (?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?
      (\w+)
      /#
    return code.enumerated().compactMap { index, line in
      // A search for the word is much faster than the pattern.
      guard line.has("import"), let match = line.firstMatch(of: pattern) else { return nil }
      return (index + 1, String(match.1))
    }
  }
}
