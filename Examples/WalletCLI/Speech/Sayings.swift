/// The sentences of the commands in the languages beside English, by their English text.
package enum Sayings {
  /// How a language says a sentence; nil where it does not.
  package static func format(of key: String, _ language: Language) -> String? {
    tables[language]?[key]
  }

  /// The sentences that a language has.
  package static func keys(_ language: Language) -> Set<String> {
    Set((tables[language] ?? [:]).keys)
  }

  private static let tables: [Language: [String: String]] = [
    .korean: Texts.table(.korean, named: "Commands")
  ]
}
