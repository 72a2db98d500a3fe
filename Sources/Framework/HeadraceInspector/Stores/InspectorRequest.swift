import Foundation
package import HeadraceJournal

/// A question or a command of the page; see `Documentation/inspector.md`.
struct InspectorRequest: Sendable {
  /// The operation, such as `rows`.
  let name: String
  private let members: JSONValue.Members
  /// The journal of an import.
  ///
  /// It is opened where the message is read: a large one takes seconds, which would block the
  /// store's actor.
  private var opened: Result<JournalFile, any Error>?

  init(_ name: String, _ members: JSONValue.Members = .init()) {
    self.name = name
    self.members = members
    if name == "import" {
      opened = Result { try JournalFile(Data(text("text").utf8)) }
    }
  }

  func integer(_ name: String) throws(RequestFailure) -> Int {
    guard let value = try optionalInteger(name) else { throw failure(name, Self.wholeNumber) }
    return value
  }

  /// Returns a whole number of at most 2⁵³, as other JSON readers do; `nil` if there is none.
  func optionalInteger(_ name: String) throws(RequestFailure) -> Int? {
    try optional(name, in: members, Self.wholeNumber, \.safeInteger)
  }

  /// Returns the requested number of items, within a limit.
  func count(_ name: String = "count", max: Int) throws(RequestFailure) -> Int {
    min(Swift.max(try optionalInteger(name) ?? max, 0), max)
  }

  func text(_ name: String) throws(RequestFailure) -> String {
    guard let value = members[name]?.string else { throw failure(name, Self.text) }
    return value
  }

  func flag(_ name: String) throws(RequestFailure) -> Bool {
    guard case .bool(let value) = members[name] else { throw failure(name, "true or false") }
    return value
  }

  /// Returns the journal of the member `text`.
  ///
  /// - Throws: `JournalFailure` if it is not a journal.
  func journal() throws -> JournalFile {
    guard let opened else { throw failure("text", Self.text) }
    return try opened.get()
  }

  /// Returns the filter of the request, which selects all events if the page has none.
  func query() throws(RequestFailure) -> JournalQuery {
    guard let query = try optional("query", in: members, "an object", \.members) else {
      return JournalQuery()
    }
    func part(_ name: String) throws(RequestFailure) -> String {
      try optional(name, in: query, Self.text, \.string) ?? ""
    }
    let kinds = try optional("kinds", in: query, "a list of texts") { list -> [String]? in
      let texts = list.array?.compactMap(\.string)
      return texts?.count == list.array?.count ? texts : nil
    }
    return JournalQuery(
      text: try part("text"), feature: try part("feature"), label: try part("label"),
      cause: try optional("cause", in: query, Self.wholeNumber, \.safeInteger),
      kinds: Set(kinds ?? []))
  }

  // MARK: - Members

  private static let wholeNumber = "a whole number"
  private static let text = "a text"

  /// Returns the value of a member; `nil` if it is absent or null.
  private func optional<Value>(
    _ name: String, in members: JSONValue.Members, _ expected: String,
    _ read: (JSONValue) -> Value?
  ) throws(RequestFailure) -> Value? {
    guard let value = members[name], value != .null else { return nil }
    guard let value = read(value) else { throw failure(name, expected) }
    return value
  }

  private func failure(_ name: String, _ expected: String) -> RequestFailure {
    RequestFailure("'\(self.name)' expects '\(name)' as \(expected).")
  }
}

extension JSONValue {
  fileprivate var members: Members? { if case .object(let members) = self { members } else { nil } }
  fileprivate var safeInteger: Int? { integer.flatMap { $0.magnitude <= 1 << 53 ? $0 : nil } }
}

/// The reason why a request can't be answered, which the page shows.
struct RequestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

// MARK: - Writing Answers

extension JSONValue {
  /// Returns an object of the members that have a value.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(Members(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  package static func integer(_ value: Int) -> JSONValue { .number("\(value)") }

  static func range(_ range: Range<Int>) -> JSONValue {
    .array([.integer(range.lowerBound), .integer(range.upperBound)])
  }

  static func strings(_ values: some Sequence<String>) -> JSONValue {
    .array(values.map { .string($0) })
  }
}
