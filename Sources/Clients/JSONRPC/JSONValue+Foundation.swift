import Foundation

// MARK: - Reading texts

extension JSONValue {
  /// The maximum nesting depth of arrays and objects.
  package static let depthMax = 64

  /// Parses one JSON text in UTF-8, with Foundation's `JSONSerialization`.
  ///
  /// If an object has a name twice, the last one counts. Foundation accepts a trailing comma in an
  /// array or object.
  ///
  /// - Throws: `JSONSyntaxError`.
  /// - Complexity: O(*n*) in the length of the text.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    // Foundation would also accept UTF-16 and UTF-32, which it recognises by their zeros.
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
    guard !bytes.contains(0) else { throw .notJSON }
    guard Self.depth(of: bytes) <= Self.depthMax else { throw .tooDeep }
    let tree: Any
    do {
      tree = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    } catch {
      throw .notJSON
    }
    self = try JSONValue(tree)
  }

  /// Returns the nesting depth of arrays and objects, up to the first byte that is not JSON.
  ///
  /// Foundation's own limit of 512 is too much for a small stack. Up to the first byte that is not
  /// JSON, this sees the same strings and brackets as Foundation, which stops there.
  private static func depth(of bytes: [UInt8]) -> Int {
    var (depth, deepest) = (0, 0)
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case _: break
      }
    }
    return deepest
  }

  /// Converts a tree that Foundation parsed.
  private init(_ tree: Any) throws(JSONSyntaxError) {
    // Containers before numbers: checking whether an array is an `NSNumber` bridges all of it.
    switch tree {
    case let text as String: self = .string(text)
    case let elements as [Any]:
      var values: [JSONValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try JSONValue(element)) }
      self = .array(values)
    case let members as [String: Any]:
      var object = JSONObject(minimumCapacity: members.count)
      for (name, value) in members { object[name] = try JSONValue(value) }
      self = .object(object)
    case is NSNull: self = .null
    case let number as NSNumber:
      // The only difference of a boolean from 0 and 1, here and on Apple's systems.
      let isBoolean = number.objCType.pointee == CChar(UInt8(ascii: "c"))
      self = isBoolean ? .bool(number.boolValue) : .number(try JSONNumber(number))
    case _: throw .notJSON
    }
  }
}

extension JSONNumber {
  /// Converts a number that Foundation parsed; whole ones above 64 bits arrive as decimals.
  fileprivate init(_ number: NSNumber) throws(JSONSyntaxError) {
    let text = number.stringValue
    if let value = Int64(text) {
      self.init(value)
    } else if let value = UInt64(text) {
      self.init(value)
    } else if let value = Double(text), value.isFinite {
      self.init(value)
    } else {
      throw .notJSON
    }
  }
}

// MARK: - Writing texts

extension JSONValue: Encodable {
  /// The JSON text of this value in UTF-8, without spaces, with sorted members.
  package var encoded: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(self))
    } catch {
      preconditionFailure("a JSON value, whose numbers are finite, was not written: \(error)")
    }
  }

  /// The JSON text of this value, without spaces, with sorted members.
  package var text: String { String(decoding: encoded, as: UTF8.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(.whole(let value)): try container.encode(value)
    case .number(.large(let value)): try container.encode(value)
    case .number(.fraction(let value)): try container.encode(value)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ type: Value.Type) -> Value? {
      do { return try container.decode(type) } catch {
        return nil  // It is of another kind.
      }
    }
    if container.decodeNil() {
      self = .null
    } else if let value = read(Bool.self) {
      self = .bool(value)
    } else if let value = read(String.self) {
      self = .string(value)
    } else if let value = read(Int64.self) {
      self = .number(JSONNumber(value))
    } else if let value = read(UInt64.self) {
      self = .number(JSONNumber(value))
    } else if let value = read(Double.self), value.isFinite {
      self = .number(JSONNumber(value))
    } else if let value = read([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode(JSONObject.self))
    }
  }
}
