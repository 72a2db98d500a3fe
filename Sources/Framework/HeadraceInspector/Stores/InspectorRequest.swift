package import HeadraceJournal

/// A question or a command of the page; see `Documentation/inspector.md`.
struct InspectorRequest: Sendable {
  /// What to do, such as `rows`.
  let name: String
  private let members: JSONValue.Members

  init(_ name: String, _ members: JSONValue.Members = .init()) {
    self.name = name
    self.members = members
  }

  func integer(_ name: String) throws(RequestFailure) -> Int {
    guard let value = optionalInteger(name) else {
      throw RequestFailure("'\(self.name)' expects '\(name)' as a whole number.")
    }
    return value
  }

  /// A whole number of at most 2⁵³, as JSON's other readers have it; `nil` if it is not that.
  func optionalInteger(_ name: String) -> Int? {
    members[name]?.integer.flatMap { $0.magnitude <= 1 << 53 ? $0 : nil }
  }

  /// How many things are asked for, within a limit.
  func count(_ name: String = "count", max: Int) -> Int {
    min(Swift.max(optionalInteger(name) ?? max, 0), max)
  }

  func text(_ name: String) throws(RequestFailure) -> String {
    guard let value = members[name]?.string else {
      throw RequestFailure("'\(self.name)' expects '\(name)' as a text.")
    }
    return value
  }

  func flag(_ name: String) throws(RequestFailure) -> Bool {
    guard case .bool(let value) = members[name] else {
      throw RequestFailure("'\(self.name)' expects '\(name)' as true or false.")
    }
    return value
  }

  /// Which events are asked for; all if the page has no filter.
  var query: JournalQuery {
    guard case .object(let members) = members["query"] else { return JournalQuery() }
    return JournalQuery(
      text: members["text"]?.string ?? "", feature: members["feature"]?.string ?? "",
      label: members["label"]?.string ?? "", cause: members["cause"]?.integer,
      kinds: Set((members["kinds"]?.array ?? []).compactMap(\.string)))
  }
}

/// Why a request can't be answered; the page shows it.
struct RequestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

// MARK: - Writing Answers

extension JSONValue {
  /// An object of the members that have a value.
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
