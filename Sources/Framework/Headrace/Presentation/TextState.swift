/// A text for the user, as state: plain text, or a key that the host localises.
///
/// ```swift
/// TextState("Delete \(count) accounts?")            // the key "Delete %lld accounts?"
/// TextState("delete.title", tableName: "Accounts")  // a key of another table
/// TextState(verbatim: account.name)                 // never localised
/// ```
///
/// A literal is a key, a variable is plain text. Two texts are equal if they read the same before
/// localisation, so a test can write the expected text as one literal.
public struct TextState: Sendable {
  enum Part: Sendable {
    case verbatim(String)
    case localized(LocalizedKey)
  }

  var parts: [Part]

  /// Creates a text that is shown verbatim.
  public init(verbatim text: String) { parts = [.verbatim(text)] }

  /// Creates a text that is shown verbatim, from a string created at run time.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) { self.init(verbatim: String(text)) }

  /// Creates a text that the host localises.
  ///
  /// - Parameters:
  ///   - key: The key, which is also the text if there is no translation.
  ///   - tableName: The table for the look-up; `nil` for the host's default.
  ///   - comment: Information for translators; the program ignores it.
  public init(_ key: LocalizedKey, tableName: String? = nil, comment: StaticString? = nil) {
    var key = key
    key.tableName = tableName
    parts = [.localized(key)]
  }

  /// Concatenates two texts.
  public static func + (first: Self, second: Self) -> Self {
    var text = first
    text.parts += second.parts
    return text
  }

  /// Returns the text as shown by a host.
  ///
  /// - Parameter localize: Looks up a key, and returns the translation with the placeholders of the
  ///   key (`%@`, `%lld`, `%lf`, or with positions as in `%2$@`), or `nil` if there is none.
  public func resolved(by localize: (LocalizedKey) -> String?) -> String {
    parts.map { part in
      switch part {
      case .verbatim(let text): text
      case .localized(let key): key.resolved(template: localize(key) ?? key.key)
      }
    }
    .joined()
  }
}

extension TextState: Hashable {
  /// Returns true if two texts read the same before localisation.
  public static func == (first: Self, second: Self) -> Bool {
    String(state: first) == String(state: second)
  }

  /// Hashes the text as it reads before localisation.
  public func hash(into hasher: inout Hasher) { hasher.combine(String(state: self)) }
}

extension TextState: CustomStringConvertible {
  /// The text before localisation.
  public var description: String { String(state: self) }
}

extension String {
  /// Creates a string from a text before localisation.
  public init(state: TextState) { self = state.resolved { _ in nil } }
}

extension TextState: Codable {
  /// Encodes the keys of localized texts, so that another language can be shown later.
  public func encode(to encoder: any Encoder) throws { try parts.encode(to: encoder) }

  /// Decodes a text.
  public init(from decoder: any Decoder) throws { parts = try [Part](from: decoder) }
}

extension TextState.Part: Codable {
  private enum CodingKeys: String, CodingKey {
    case text
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .verbatim(let text): try [CodingKeys.text.rawValue: text].encode(to: encoder)
    case .localized(let key): try key.encode(to: encoder)
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try values.decodeIfPresent(String.self, forKey: .text) {
      self = .verbatim(text)
    } else {
      self = .localized(try LocalizedKey(from: decoder))
    }
  }
}
