import Foundation
import Testing

@testable import WalletCLI

/// Every text is used: in the sources, code names each key, no other declaration has its name, and
/// no key is made while the program runs.
@Suite struct TextUseTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let keys =
    TextKey.allCases.map { "\($0)" } + PluralKey.allCases.map { "\($0)" }

  /// Returns the sources of some folders without comments and the file that declares the keys.
  private static func code(of folders: String...) throws -> [(file: String, text: String)] {
    try folders.flatMap { name in
      let folder = root.appending(path: name)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/TextKey.swift") }
        .map { path in
          let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
          return ("\(name)/\(path)", text.replacing(/\/\/[^\n]*/, with: ""))
        }
    }
  }

  /// A key that no code names is on no screen.
  @Test func everyKeyIsUsed() throws {
    var used: Set<Substring> = []
    for source in try Self.code(of: "Examples/Wallet") {
      used.formUnion(source.text.matches(of: /\.([a-z]\w*)/).map(\.1))
    }
    #expect(Self.keys.filter { !used.contains($0[...]) } == [])
  }

  /// So a name behind a dot is that key and nothing else, and `everyKeyIsUsed` is exact.
  @Test func aKeysNameIsThatOfNothingElse() throws {
    let keys = Set(Self.keys)
    var taken: [String] = []
    for source in try Self.code(of: "Examples", "Sources") {
      for match in source.text.matches(of: /\b(?:let|var|func)\s+`?(\w+)/) {
        if keys.contains(String(match.1)) { taken.append("\(source.file): \(match.1)") }
      }
      for line in source.text.matches(of: /(?m)^\s*(?:indirect )?case ([a-z][^\n]*)$/) {
        // Payloads and raw values are not names of cases; the cases of a switch begin with a dot.
        let names = line.1.replacing(/\([^()]*\)|"[^"]*"/, with: "")
        for name in names.matches(of: /(?:^|,\s*)([a-z]\w*)/) where keys.contains(String(name.1)) {
          taken.append("\(source.file): \(name.1)")
        }
      }
    }
    #expect(taken == [])
  }

  /// No key is made from a text, and no table is read except by a key.
  @Test func noKeyIsMadeWhileTheProgramRuns() throws {
    let made = try Self.code(of: "Examples/Wallet").flatMap { source in
      source.text.matches(
        of:
          /\b(?:(?:TextKey|PluralKey)(?:\.init)?\(|(?:TextKey|PluralKey)\.allCases|Texts\.(?:entry|keys)\()/
      ).map { "\(source.file): \($0.0)" }
    }
    #expect(made == [])
    let tables = try Self.code(of: "Examples/Wallet").filter {
      $0.text.contains(/\bTexts\.table\(|[^.\w]table\(/)
    }
    #expect(
      tables.map(\.file).sorted() == [
        "Examples/Wallet/Texts/Language.swift", "Examples/Wallet/Texts/Phrase.swift",
      ])
  }
}
