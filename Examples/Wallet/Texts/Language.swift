import Foundation
import HeadraceTerminal

/// A language of the wallet.
package enum Language: String, CaseIterable, Hashable, Sendable {
  /// English.
  case english = "en"
  /// Korean.
  case korean = "ko"

  /// Creates the language of a locale's name, such as `ko_KR.UTF-8`; nil for other languages.
  init?(locale: String) {
    let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "-" && $0 != "@" }.lowercased()
    self.init(rawValue: code)
  }

  /// Creates the language that an environment requests, whether its locale is installed or not.
  ///
  /// As in POSIX: `LC_ALL` before `LC_MESSAGES` before `LANG`, ignoring empty ones. It is English
  /// if none of them names an existing language.
  package init(_ environment: [String: String]) {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
    self = named.first { !$0.isEmpty }.flatMap(Language.init(locale:)) ?? .english
  }

  /// Returns the language that can be shown: English in a locale without UTF-8.
  func shown(in environment: [String: String]) -> Language {
    TerminalEnvironment.isUTF8(environment) ? self : .english
  }

  /// The language's own name.
  var name: String {
    switch self {
    case .english: "English"
    case .korean: "한국어"
    }
  }
}

/// The texts of the screens in one language.
package struct Texts: Sendable {
  private let table: [String: String]
  /// The language.
  let language: Language

  /// Loads the table of a language; if it is missing, each text is its key.
  package init(_ language: Language) {
    self.language = language
    table = Self.tables[language] ?? [:]
  }

  /// Returns a text, with its arguments in place of `%@`, or of `%1$@` if their order differs.
  subscript(_ key: TextKey, _ arguments: String...) -> String {
    (table[key.rawValue] ?? key.rawValue).filled(with: arguments)
  }

  /// Returns a text with a count, in the language's plural.
  func count(_ key: PluralKey, _ count: Int) -> String {
    let isOne = language == .english && count == 1
    let name = key.rawValue + (isOne ? ".one" : ".other")
    return (table[name] ?? name).replacing("%@", with: "\(count)")
  }

  /// Returns the table's text for a key; nil if there is none.
  package static func entry(_ key: String, _ language: Language) -> String? {
    tables[language]?[key]
  }

  /// Returns the keys of a language's table.
  package static func keys(_ language: Language) -> Set<String> {
    Set((tables[language] ?? [:]).keys)
  }

  private static let tables: [Language: [String: String]] = Dictionary(
    uniqueKeysWithValues: Language.allCases.map { ($0, table($0, named: "Localizable")) })

  /// Loads a table of a language; empty if it is missing.
  static func table(_ language: Language, named name: String) -> [String: String] {
    let path = "\(language.rawValue).lproj/\(name).strings"
    for folder in folders {
      let url = folder.appending(path: path)
      do {
        let data = try Data(contentsOf: url)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        if let table = list as? [String: String] { return table }
      } catch {
        // The next folder may have it; without any, keys are shown.
        continue
      }
    }
    return [:]
  }

  /// The folders of the tables: beside the program, and in the package manager's build folder.
  private static var folders: [URL] {
    let name = "headrace_WalletCLI.resources"
    let program = Bundle.main.bundleURL
    let modules = Bundle.allBundles.map(\.bundleURL)
    return [program.appending(path: name), program.appending(path: "../share/headrace/\(name)")]
      + modules.map { $0.appending(path: name) }
  }
}
