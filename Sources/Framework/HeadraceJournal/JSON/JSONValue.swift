/// A JSON value (RFC 8259) of a journal: an action's payload or a state.
///
/// An object keeps the order of its members, which is the order of a type's properties.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as text, so that large integers and `Double` values keep all digits.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(Members)

  /// The members of an object, in order; the order doesn't matter for equality.
  public struct Members: Hashable, Sendable {
    /// The names and values.
    public private(set) var entries: [Entry] = []

    /// One member.
    public struct Entry: Hashable, Sendable {
      /// The name.
      public var name: String
      /// The value.
      public var value: JSONValue
    }

    /// Creates an empty list of members.
    public init() {}

    package init(_ entries: [(String, JSONValue)]) {
      self.entries = entries.map { Entry(name: $0, value: $1) }
    }

    /// Returns `true` if two objects have the same members, in any order.
    public static func == (first: Members, second: Members) -> Bool {
      func sorted(_ members: Members) -> [Entry] { members.entries.sorted { $0.name < $1.name } }
      return first.entries == second.entries
        || first.entries.count == second.entries.count && sorted(first) == sorted(second)
    }

    /// Hashes the members, in any order.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(entries.reduce(0) { $0 ^ $1.hashValue })
    }

    /// The value with a name; setting `nil` removes it, and a new name is added at the end.
    ///
    /// - Complexity: O(*n*) in the number of members.
    public subscript(name: String) -> JSONValue? {
      get { entries.first { $0.name == name }?.value }
      set {
        let index = entries.firstIndex { $0.name == name }
        switch (index, newValue) {
        case (let index?, let value?): entries[index].value = value
        case (let index?, nil): entries.remove(at: index)
        case (nil, let value?): entries.append(Entry(name: name, value: value))
        case (nil, nil): break
        }
      }
    }
  }
}

// MARK: - Writing

extension JSONValue: CustomStringConvertible {
  /// The value as JSON, on one line.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Appends the value as JSON, on one line.
  package func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): Self.write(string, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.entries.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Appends a JSON string in quotes, with the escapes that RFC 8259, section 7, requires.
  static func write(_ string: String, to text: inout String) {
    text += "\""
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
      text += string
    } else {
      for scalar in string.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case _ where scalar.value < 0x20:
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }
}
