/// The reason why the contract ABI refused to encode values or decode bytes.
///
/// Each offset is that of the first wrong byte, counted from the start of the data.
package enum ABIError: Error, Equatable, Sendable {
  /// A value doesn't match its type, or is out of range.
  case wrongValue(offset: Int, expected: ABIType, found: ABIValue)
  /// A tuple or an array of fixed count has a different number of values.
  case wrongCount(offset: Int, expected: Int, found: Int)
  /// A value needs more bytes than are left.
  case tooShort(offset: Int, needed: Int, available: Int)
  /// Bytes follow the last value.
  case trailingBytes(offset: Int, count: Int)
  /// No value of the type is encoded as this word.
  ///
  /// Its number is out of range, or its padding is wrong.
  case wrongWord(offset: Int, expected: ABIType, found: Hash32)
  /// A byte after `bytes` or a `string` is not zero.
  case wrongPadding(offset: Int, found: UInt8)
  /// An offset does not point to the end of the preceding data, as strict encoding requires.
  case wrongOffset(offset: Int, expected: Int, found: UInt256)
  /// There are too few bytes left for this many elements or bytes.
  case countTooLarge(offset: Int, countMax: Int, found: UInt256)
  /// A `string` is not UTF-8.
  case invalidUTF8(offset: Int)
  /// The data is for another function.
  case wrongSelector(expected: ABISelector, found: ABISelector)
}

extension ABIError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongValue(let offset, let expected, let found):
      "ABI at byte \(offset): expected a value of \(expected), found \(found)"
    case .wrongCount(let offset, let expected, let found):
      "ABI at byte \(offset): expected \(expected) values, found \(found)"
    case .tooShort(let offset, let needed, let available):
      "ABI at byte \(offset): expected \(needed) bytes, \(available) are left"
    case .trailingBytes(let offset, let count):
      "ABI at byte \(offset): expected the end, found \(count) more bytes"
    case .wrongWord(let offset, let expected, let found):
      "ABI at byte \(offset): expected a word of \(expected), found \(found)"
    case .wrongPadding(let offset, let found):
      "ABI at byte \(offset): expected zeros up to a whole word, found \(Hex.encode([found]))"
    case .wrongOffset(let offset, let expected, let found):
      "ABI at byte \(offset): expected the offset \(expected), where the data before it end, "
        + "found \(Wei(found).decimalText)"
    case .countTooLarge(let offset, let countMax, let found):
      "ABI at byte \(offset): expected a count of at most \(countMax), for which bytes are left, "
        + "found \(Wei(found).decimalText)"
    case .invalidUTF8(let offset):
      "ABI at byte \(offset): expected UTF-8"
    case .wrongSelector(let expected, let found):
      "ABI at byte 0: expected the selector \(expected), found \(found)"
    }
  }
}
