/// A value of an answer in JSON.
package enum JSONText {
  /// Any text, which will be escaped.
  case text(String)
  /// A number that every reader of JSON reads exactly, below 2⁵³ in practice.
  case number(UInt64)
  /// A list of texts.
  case texts([String])
  /// True or false.
  case flag(Bool)
  /// Null.
  case none
  /// Objects that are already encoded.
  case objects([String])

  /// Writes an object with its members in this order.
  package static func object(_ members: [(name: String, value: JSONText)]) -> String {
    "{" + members.map { "\(quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
  }

  /// Returns a line for a program: plain text becomes a note in JSON.
  static func note(_ line: String) -> String {
    line.hasPrefix("{")
      ? line : object([("event", .text("note")), ("text", .text(line))])
  }

  private var text: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): "\(number)"
    case .flag(let flag): flag ? "true" : "false"
    case .none: "null"
    case .objects(let objects): "[" + objects.joined(separator: ",") + "]"
    case .texts(let texts): "[" + texts.map(Self.quoted).joined(separator: ",") + "]"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      // Scalars that a terminal obeys, that reverse text, and that can't be seen.
      case _ where !PlainText.isPrintable(scalar):
        for unit in scalar.utf16 {
          let digits = String(unit, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
