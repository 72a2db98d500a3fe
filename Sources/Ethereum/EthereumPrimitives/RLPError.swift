/// The reason why bytes were refused as RLP; every offset is the first byte of the wrong item.
package enum RLPError: Error, Equatable, Sendable {
  /// An item needs more bytes than remain in its list or the whole input.
  case tooShort(offset: Int, needed: Int, available: Int)
  /// Bytes follow the only item that the input may contain.
  case trailingBytes(offset: Int, count: Int)
  /// A single byte below 0x80 is encoded with a length of one.
  case byteWithLength(offset: Int)
  /// A length below 56 is written in the long form.
  case longFormForShortLength(offset: Int)
  /// A length starts with a zero byte.
  case lengthWithLeadingZero(offset: Int)
  /// A length does not fit into 63 bits.
  case lengthTooLarge(offset: Int)
  /// Lists are nested deeper than `RLP.depthMax`.
  case tooDeep(offset: Int)
  /// There is a list where bytes were expected.
  case expectedBytes(offset: Int)
  /// There are bytes where a list was expected.
  case expectedList(offset: Int)
  /// An integer starts with a zero byte; zero is the empty string.
  case integerWithLeadingZero(offset: Int)
  /// An integer has more bytes than its type.
  case integerTooLarge(offset: Int, byteCountMax: Int, found: Int)
  /// A value of fixed size has a different number of bytes.
  case wrongByteCount(offset: Int, expected: Int, found: Int)
  /// A list ends where another item was expected.
  case missingItem(offset: Int)
  /// A list continues where its end was expected.
  case extraItem(offset: Int)
}

extension RLPError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooShort(let offset, let needed, let available):
      "RLP at byte \(offset): the item needs \(needed) bytes, \(available) are left"
    case .trailingBytes(let offset, let count):
      "RLP at byte \(offset): expected the end, found \(count) more bytes"
    case .byteWithLength(let offset):
      "RLP at byte \(offset): expected a byte below 0x80 to stand for itself, "
        + "found it with a length"
    case .longFormForShortLength(let offset):
      "RLP at byte \(offset): expected the short form for a length below 56"
    case .lengthWithLeadingZero(let offset):
      "RLP at byte \(offset): expected a length without leading zeros"
    case .lengthTooLarge(let offset):
      "RLP at byte \(offset): expected a length below 2^63"
    case .tooDeep(let offset):
      "RLP at byte \(offset): expected lists nested at most \(RLP.depthMax) deep"
    case .expectedBytes(let offset):
      "RLP at byte \(offset): expected bytes, found a list"
    case .expectedList(let offset):
      "RLP at byte \(offset): expected a list, found bytes"
    case .integerWithLeadingZero(let offset):
      "RLP at byte \(offset): expected an integer without leading zeros"
    case .integerTooLarge(let offset, let byteCountMax, let found):
      "RLP at byte \(offset): expected an integer of at most \(byteCountMax) bytes, found \(found)"
    case .wrongByteCount(let offset, let expected, let found):
      "RLP at byte \(offset): expected \(expected) bytes, found \(found)"
    case .missingItem(let offset):
      "RLP at byte \(offset): expected another item, found the end of the list"
    case .extraItem(let offset):
      "RLP at byte \(offset): expected the end of the list, found another item"
    }
  }
}
