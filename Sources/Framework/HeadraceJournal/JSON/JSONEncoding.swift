package import Foundation
import Headrace

extension JSONValue {
  /// The maximum depth and number of parts of a value; the rest is omitted.
  ///
  /// A value that contains itself would never end.
  static let depthMax = 128
  static let encodedCountMax = 10_000_000

  /// Encodes a value so that `JSONDecoder` can read it, except for ``Sensitive`` values.
  ///
  /// - Throws: The errors of the value's `encode(to:)`.
  init(encoding value: any Encodable) throws { self = try Self.encoding(value).json }

  /// Encodes a value, and reports the part that is missing from the result.
  ///
  /// - Throws: The errors of the value's `encode(to:)`.
  package static func encoding(
    _ value: any Encodable
  ) throws -> (json: JSONValue, missing: String?) {
    let slot = Slot(count: PartCount())
    try slot.encode(value, depth: 0)
    return (slot.json, slot.count.missing)
  }
}

/// A collection whose order has no meaning.
private protocol Unordered {}
extension Set: Unordered {}
extension Dictionary: Unordered {}

private final class PartCount {
  var value = 0
  /// A description of the omitted part; `nil` if the value is complete.
  var missing: String?
}

/// The destination into which a value is encoded.
private final class Slot {
  enum Content {
    case empty
    case value(JSONValue)
    case array([Slot])
    case object([(name: String, slot: Slot)])
  }

  var content = Content.empty
  let count: PartCount

  init(count: PartCount) {
    self.count = count
    count.value += 1
  }

  var json: JSONValue {
    switch content {
    case .empty: .empty
    case .value(let value): value
    case .array(let slots): .array(slots.map(\.json))
    case .object(let members):
      .object(JSONValue.Members(members.map { ($0.name, $0.slot.json) }))
    }
  }

  func encode(_ value: any Encodable, depth: Int) throws {
    switch value {
    case is any Sensitive:
      content = .value(.redacted)
      count.missing = "a value of '\(type(of: value))', which is 'Sensitive'"
    case let value as any JSONRepresentable: content = .value(value.json)
    case _ where depth >= JSONValue.depthMax || count.value > JSONValue.encodedCountMax:
      content = .value(.tooDeep)
      count.missing = "values nested more than \(JSONValue.depthMax) deep, or too many"
    default:
      try value.encode(to: SlotEncoder(slot: self, depth: depth))
      if value is any Unordered { sort(isDictionary: !(value is any SetAlgebra)) }
    }
  }

  /// Sorts the elements of a set or the members of a dictionary, whose order differs in each run.
  ///
  /// If the keys are not strings, each is followed by its value.
  private func sort(isDictionary: Bool) {
    switch content {
    case .object(let members): content = .object(members.sorted { $0.name < $1.name })
    case .array(let slots):
      let width = isDictionary ? 2 : 1
      let parts = stride(from: 0, to: slots.count, by: width).map { index in
        (text: slots[index].json.description, slots: slots[index..<min(index + width, slots.count)])
      }
      content = .array(parts.sorted { $0.text < $1.text }.flatMap(\.slots))
    default: break
    }
  }

  /// Makes the slot an array and appends an element.
  func appendElement() -> Slot {
    let slot = Slot(count: count)
    if case .array(var slots) = content {
      content = .empty
      slots.append(slot)
      content = .array(slots)
    } else {
      content = .array([slot])
    }
    return slot
  }

  /// Makes the slot an object and appends a member.
  func appendMember(_ name: String) -> Slot {
    let slot = Slot(count: count)
    if case .object(var members) = content {
      content = .empty
      members.append((name, slot))
      content = .object(members)
    } else {
      content = .object([(name, slot)])
    }
    return slot
  }
}

private struct SlotEncoder: Encoder {
  let slot: Slot
  let depth: Int
  // Errors are not reported with their path, so none is kept.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { .journal }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .empty = slot.content { slot.content = .object([]) }
    return KeyedEncodingContainer(ObjectEncoding(slot: slot, depth: depth + 1))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .empty = slot.content { slot.content = .array([]) }
    return ArrayEncoding(slot: slot, depth: depth + 1)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueEncoding(slot: slot, depth: depth + 1)
  }
}

// A generic 'encode' satisfies the requirements for all types.

private struct ObjectEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: Slot
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { slot.appendMember(key.stringValue).content = .value(.null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try slot.appendMember(key.stringValue).encode(value, depth: depth)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    superEncoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    SlotEncoder(slot: slot.appendMember("super"), depth: depth)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    SlotEncoder(slot: slot.appendMember(key.stringValue), depth: depth)
  }
}

private struct ArrayEncoding: UnkeyedEncodingContainer {
  let slot: Slot
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  var count: Int { if case .array(let slots) = slot.content { slots.count } else { 0 } }

  func encodeNil() { slot.appendElement().content = .value(.null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try slot.appendElement().encode(value, depth: depth)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    superEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { SlotEncoder(slot: slot.appendElement(), depth: depth) }
}

private struct ValueEncoding: SingleValueEncodingContainer {
  let slot: Slot
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { slot.content = .value(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { try slot.encode(value, depth: depth) }
}

// MARK: - Values with a JSON Form

/// A value that `JSONDecoder` decodes from a single JSON value.
protocol JSONRepresentable {
  var json: JSONValue { get }
}

extension Bool: JSONRepresentable {
  var json: JSONValue { .bool(self) }
}

extension String: JSONRepresentable {
  var json: JSONValue { .string(self) }
}

extension BinaryInteger {
  var json: JSONValue { .number("\(self)") }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  var json: JSONValue {
    // JSON has no infinity or NaN; the decoder accepts these strings.
    guard isFinite else { return .string(description) }
    // Keeps the sign when the number is read again.
    if self == 0, sign == .minus { return .number(description) }
    if let integer = Int64(exactly: self) { return .number("\(integer)") }
    return .number(UInt64(exactly: self).map { "\($0)" } ?? description)
  }
}

extension Int: JSONRepresentable {}
extension Int8: JSONRepresentable {}
extension Int16: JSONRepresentable {}
extension Int32: JSONRepresentable {}
extension Int64: JSONRepresentable {}
extension UInt: JSONRepresentable {}
extension UInt8: JSONRepresentable {}
extension UInt16: JSONRepresentable {}
extension UInt32: JSONRepresentable {}
extension UInt64: JSONRepresentable {}
extension Float: JSONRepresentable {}
extension Double: JSONRepresentable {}

extension Decimal: JSONRepresentable {
  var json: JSONValue { isNaN ? .string("nan") : .number("\(self)") }
}

extension URL: JSONRepresentable {
  var json: JSONValue { .string(absoluteString) }
}

extension Data: JSONRepresentable {
  var json: JSONValue { .string(base64EncodedString()) }
}

extension JSONDecoder {
  /// Returns a decoder for what ``JSONValue/init(encoding:)`` writes.
  package static func journal() -> JSONDecoder {
    let decoder = JSONDecoder()
    for key in [CodingUserInfoKey: Any].journal.keys { decoder.userInfo[key] = true }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
