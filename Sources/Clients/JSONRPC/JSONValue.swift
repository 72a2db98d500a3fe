/// The members of a JSON object by name.
package typealias JSONObject = [String: JSONValue]

/// A JSON text as a tree.
///
/// - SeeAlso: RFC 8259.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

// MARK: - Reading

extension JSONValue {
  /// The kind of this value, as named in error texts.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The text of a string, or nil for every other kind.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of an array, or nil for every other kind.
  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object, or nil for every other kind.
  package var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The value of a boolean, or nil for every other kind.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// A number, or nil for every other kind.
  package var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// Returns the member with a name; nil if it does not exist or this is not an object.
  package subscript(name: String) -> JSONValue? { object?[name] }
}

// MARK: - Writing literals

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  package init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(uniqueKeysWithValues: elements))
  }
  package init(nilLiteral: ()) { self = .null }
}
