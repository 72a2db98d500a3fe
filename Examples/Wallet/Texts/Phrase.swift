import Synchronization

/// A sentence for people whose arguments stand apart, so that it can be said in each language.
///
/// It is written as a literal with interpolations. Its English text with `%@` for each argument is
/// the key of the other languages' tables.
package struct Phrase: Equatable, Sendable {
  /// The English text, with `%@` in the place of each argument.
  package private(set) var key: String
  /// The arguments, in the order of the English text.
  package private(set) var arguments: [String]

  /// Two parts of a sentence, which is translated as a whole.
  package static func + (left: Phrase, right: Phrase) -> Phrase {
    Phrase(key: left.key + right.key, arguments: left.arguments + right.arguments)
  }

  private init(key: String, arguments: [String]) {
    self.key = key
    self.arguments = arguments
  }

  /// The sentence in the language of the person.
  package var text: String { text(in: Speech.language) }

  /// The sentence in a language; in English where that language has none.
  package func text(in language: Language) -> String {
    (CommandTranslations.format(of: key, language) ?? key).filled(with: arguments)
  }
}

extension Phrase: ExpressibleByStringInterpolation {
  /// Puts arguments aside.
  package struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var arguments: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + 2 * interpolationCount)
      arguments.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      key += literal
    }

    package mutating func appendInterpolation(_ argument: some Any) {
      key += "%@"
      arguments.append("\(argument)")
    }
  }

  package init(stringInterpolation interpolation: StringInterpolation) {
    self.init(key: interpolation.key, arguments: interpolation.arguments)
  }

  package init(stringLiteral text: String) {
    self.init(key: text, arguments: [])
  }
}

/// Which language the program speaks.
package enum Speech {
  private static let chosen = Mutex(Language.english)

  /// The language of a test, in place of the program's.
  @TaskLocal package static var overriding: Language?

  /// Whether sentences stand on a screen of the app: a person changes settings there, and types no
  /// options.
  @TaskLocal package static var isInApp = false

  /// Says what a screen of the app says, in its language.
  static func inApp<Said>(_ language: Language, _ say: () -> Said) -> Said {
    $overriding.withValue(language) { $isInApp.withValue(true, operation: say) }
  }

  /// The language of sentences that are said now.
  package static var language: Language { overriding ?? chosen.withLock { $0 } }

  /// Speaks a language from now on.
  static func use(_ language: Language) {
    chosen.withLock { $0 = language }
  }
}

/// The sentences of the commands in the languages beside English, by their English text.
package enum CommandTranslations {
  /// How a language says a sentence; nil where it does not.
  package static func format(of key: String, _ language: Language) -> String? {
    // English needs none, and reading one takes a tenth of a short command's time.
    language == .english ? nil : tables[language]?[key]
  }

  /// The sentences that a language has.
  package static func keys(_ language: Language) -> Set<String> {
    Set((tables[language] ?? [:]).keys)
  }

  private static let tables: [Language: [String: String]] = [
    .korean: Texts.table(.korean, named: "Commands")
  ]
}
