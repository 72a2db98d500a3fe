import Synchronization

/// A sentence for people with separate arguments, so that it can be translated.
///
/// It is written as a literal with interpolations. Its English text, with `%@` for each argument,
/// is the key in the other languages' tables.
package struct Phrase: Equatable, Sendable {
  /// The English text, with `%@` in place of each argument.
  package private(set) var key: String
  /// The arguments, in the order of the English text.
  package private(set) var arguments: [String]

  /// Joins two parts of a sentence, which is translated as a whole.
  package static func + (left: Phrase, right: Phrase) -> Phrase {
    Phrase(key: left.key + right.key, arguments: left.arguments + right.arguments)
  }

  private init(key: String, arguments: [String]) {
    self.key = key
    self.arguments = arguments
  }

  /// The sentence in the person's language.
  package var text: String { text(in: Speech.language) }

  /// Returns the sentence in a language; in English if that language lacks it.
  package func text(in language: Language) -> String {
    (CommandTranslations.format(of: key, language) ?? key).filled(with: arguments)
  }
}

extension Phrase: ExpressibleByStringInterpolation {
  /// Collects the arguments.
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

/// The language that the program uses.
package enum Speech {
  private static let chosen = Mutex(Language.english)

  /// The language of a test, which replaces the program's.
  @TaskLocal package static var overriding: Language?

  /// True if sentences appear on a screen of the app, where a person changes settings instead of
  /// typing options.
  @TaskLocal package static var isInApp = false

  /// Runs a closure whose sentences are for a screen of the app, in its language.
  static func inApp<Said>(_ language: Language, _ say: () -> Said) -> Said {
    $overriding.withValue(language) { $isInApp.withValue(true, operation: say) }
  }

  /// The current language of sentences.
  package static var language: Language { overriding ?? chosen.withLock { $0 } }

  /// Sets the language from now on.
  static func use(_ language: Language) {
    chosen.withLock { $0 = language }
  }
}

/// The translations of the commands' sentences, by their English text.
package enum CommandTranslations {
  /// Returns a language's translation of a sentence; nil if it has none.
  package static func format(of key: String, _ language: Language) -> String? {
    // English needs no table, and loading one takes a tenth of a short command's time.
    language == .english ? nil : tables[language]?[key]
  }

  /// Returns the sentences that a language has.
  package static func keys(_ language: Language) -> Set<String> {
    Set((tables[language] ?? [:]).keys)
  }

  private static let tables: [Language: [String: String]] = [
    .korean: Texts.table(.korean, named: "Commands")
  ]
}
