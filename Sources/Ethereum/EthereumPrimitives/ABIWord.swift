/// A type known to the compiler that is created from a value of an ABI type.
package protocol ABIDecodable: Sendable {
  /// The ABI type, which `ABI.decode` uses before it reads.
  static var abiType: ABIType { get }
  /// Creates an instance from a value of that type; nil for any other.
  init?(abiValue value: ABIValue)
}

/// A type whose values all take one word.
///
/// So encoding several values needs no checks and only one allocation.
///
/// - SeeAlso: Contract ABI Specification, "Formal Specification of the Encoding".
package protocol ABIWord: ABIDecodable {
  /// The value's encoding, which `ABI.encode` uses.
  var abiWord: Hash32 { get }
}

extension ABI {
  /// Encodes values of one word each, after a selector if there is one.
  ///
  /// - Complexity: One allocation, for the result.
  /// - SeeAlso: Contract ABI Specification, "Function Selector and Argument Encoding".
  @inlinable
  package static func encode<each Value: ABIWord>(
    selector: ABISelector? = nil, _ values: repeat each Value
  ) -> [UInt8] {
    var offset = selector == nil ? 0 : ABISelector.byteCount
    var count = offset
    for _ in repeat (each Value).self { count += wordByteCount }
    var bytes = [UInt8](repeating: 0, count: count)
    if let selector {
      bytes.withUnsafeMutableBytes { $0.storeBytes(of: selector.word, as: UInt32.self) }
    }
    for value in repeat each values {
      // Read before the closure: a closure that contains a pack could not be specialised.
      let word = value.abiWord
      bytes.withUnsafeMutableBytes {
        $0.storeBytes(of: word, toByteOffset: offset, as: Hash32.self)
      }
      offset += wordByteCount
    }
    return bytes
  }

  /// Decodes the only value that the bytes encode.
  ///
  /// - Parameter start: The number of preceding bytes, such as those of a selector.
  /// - Throws: `ABIError`, as for types known at run time.
  package static func decode<Value: ABIDecodable>(
    _ bytes: [UInt8], as type: Value.Type = Value.self, from start: Int = 0
  ) throws(ABIError) -> Value {
    value(try decode(bytes, as: [Value.abiType], from: start))
  }

  /// Decodes the only value that a contract returned.
  ///
  /// - Parameter start: The number of preceding bytes, such as those of a selector.
  /// - Throws: `ABIError`, as for types known at run time.
  package static func decodeResult<Value: ABIDecodable>(
    _ bytes: [UInt8], as type: Value.Type = Value.self, from start: Int = 0
  ) throws(ABIError) -> Value {
    value(try decodeResult(bytes, as: [Value.abiType], from: start))
  }

  private static func value<Value: ABIDecodable>(_ values: [ABIValue]) -> Value {
    guard let found = values.first, let value = Value(abiValue: found) else {
      preconditionFailure("\(Value.self) takes no value of its own type \(Value.abiType)")
    }
    return value
  }
}

extension Address: ABIWord {
  package static var abiType: ABIType { .address }

  package init?(abiValue value: ABIValue) {
    guard case .address(let address) = value else { return nil }
    self = address
  }

  @inlinable
  package var abiWord: Hash32 {
    let (high, middle, low) = (word0.bigEndian, word1.bigEndian, UInt64(word2.bigEndian))
    return Hash32(0, high >> 32, high << 32 | middle >> 32, middle << 32 | low)
  }
}

extension UInt256: ABIWord {
  package static var abiType: ABIType { .uint256 }

  package init?(abiValue value: ABIValue) {
    guard case .uint(let number) = value else { return nil }
    self = number
  }

  @inlinable
  package var abiWord: Hash32 { bytes32 }
}

extension UInt8: ABIWord {
  package static let abiType = ABIType(word: .uint(bits: 8))

  package init?(abiValue value: ABIValue) {
    guard case .uint(let number) = value, let number = number.uint64 else { return nil }
    self.init(exactly: number)
  }

  package var abiWord: Hash32 { Hash32(0, 0, 0, UInt64(self)) }
}

extension Bool: ABIWord {
  package static var abiType: ABIType { .bool }

  package init?(abiValue value: ABIValue) {
    guard case .bool(let flag) = value else { return nil }
    self = flag
  }

  package var abiWord: Hash32 { Hash32(0, 0, 0, self ? 1 : 0) }
}

extension Hash32: ABIWord {
  package static var abiType: ABIType { .bytes32 }

  package init?(abiValue value: ABIValue) {
    guard case .bytes(let bytes) = value else { return nil }
    self.init(bytes: bytes)
  }

  @inlinable
  package var abiWord: Hash32 { self }
}

extension String: ABIDecodable {
  package static var abiType: ABIType { .string }

  package init?(abiValue value: ABIValue) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}
