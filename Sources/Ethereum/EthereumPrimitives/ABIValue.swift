package import BigInt

/// A value of a type of the contract ABI.
///
/// - SeeAlso: Contract ABI Specification, "Types".
package indirect enum ABIValue: Hashable, Sendable {
  /// A value of `uint<M>`.
  case uint(UInt256)
  /// A value of `int<M>`.
  case int(BigInt)
  case address(Address)
  case bool(Bool)
  /// A value of `bytes<M>` or `bytes`.
  case bytes([UInt8])
  case string(String)
  /// The elements of `T[k]` or `T[]`, or the members of a tuple.
  case list([ABIValue])
}

// MARK: - Values of One Word

extension ABIType {
  /// Returns the word that encodes a value.
  ///
  /// nil if the value is not of this type, or the type takes more than a word.
  ///
  /// - SeeAlso: Contract ABI Specification, "Formal Specification of the Encoding".
  func word(of value: ABIValue) -> Hash32? {
    switch (kind, value) {
    case (.uint(let bits), .uint(let number)):
      return 8 * number.byteCount <= bits ? number.abiWord : nil
    case (.int(let bits), .int(let number)):
      // One bit is the sign's: ~(−2ᴹ⁻¹) is 2ᴹ⁻¹ − 1, so one comparison tests both ends.
      guard (number < 0 ? ~number : number).magnitude.bitWidth < bits else { return nil }
      return UInt256((number < 0 ? number + Self.twoTo256 : number).magnitude)?.abiWord
    case (.address, .address(let address)):
      return address.abiWord
    case (.bool, .bool(let flag)):
      return flag.abiWord
    case (.fixedBytes(let count), .bytes(let bytes)):
      guard bytes.count == count else { return nil }
      return Hash32(bytes: bytes + [UInt8](repeating: 0, count: ABI.wordByteCount - count))
    default:
      return nil
    }
  }

  /// Returns the value that a word encodes; nil if `word(of:)` never returns this word.
  func value(of word: Hash32) -> ABIValue? {
    let value: ABIValue
    switch kind {
    case .uint:
      value = .uint(UInt256(word))
    case .int:
      let number = BigInt(UInt256(word).bigUInt)
      value = .int(number.magnitude.bitWidth == 256 ? number - Self.twoTo256 : number)
    case .address:
      value = .address(Address(lastBytesOf: word))
    case .bool:
      value = .bool(word == true.abiWord)
    case .fixedBytes(let count):
      value = .bytes(Array(word.bytes.prefix(count)))
    case .bytes, .string, .array, .list, .tuple:
      return nil
    }
    return self.word(of: value) == word ? value : nil
  }

  private static var twoTo256: BigInt { BigInt(1) << 256 }
}

extension ABIValue: CustomStringConvertible {
  /// A short form of the value for errors; long parts are replaced by their counts.
  package var description: String {
    switch self {
    case .uint(let number): "unsigned \(Wei(number).decimalText)"
    case .int(let number): "signed \(number)"
    case .address(let address): "the address \(address)"
    case .bool(let flag): "\(flag)"
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .string(let text): "text of \(text.utf8.count) bytes"
    case .list(let values): "a list of \(values.count)"
    }
  }
}
