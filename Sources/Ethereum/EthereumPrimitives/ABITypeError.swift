/// The reason why a text was refused as a type or a signature; positions count UTF-8 bytes from 0.
package enum ABITypeError: Error, Equatable, Sendable {
  /// The word does not name a supported type.
  case unknownType(position: Int, found: String)
  /// The word is a synonym, which signatures must not contain.
  case notCanonical(position: Int, found: String, canonical: String)
  /// There is no `uint`, `int` or `bytes` with this number.
  case wrongSize(position: Int, found: String)
  /// An array's count is not a decimal number below 2⁶³, or starts with a zero.
  case wrongCount(position: Int, found: String)
  /// The text contains something else; `found` is one character, or nil at the end.
  case unexpected(position: Int, expected: String, found: String?)
  /// Arrays and tuples are nested deeper than `ABI.depthMax`.
  case tooDeep(position: Int)
  /// The elements of an array have no bytes, so a few bytes could claim any number of them.
  case emptyElement(position: Int)
  /// An encoding would have more than `ABI.byteCountMax` bytes, whatever the value.
  case tooLarge(position: Int)
}

extension ABITypeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownType(let position, let found):
      "ABI type at position \(position): expected uint<M>, int<M>, address, bool, bytes<M>, bytes, "
        + "string or a tuple, found '\(found)'"
    case .notCanonical(let position, let found, let canonical):
      "ABI type at position \(position): expected '\(canonical)', found its synonym '\(found)'"
    case .wrongSize(let position, let found) where found.hasPrefix("bytes"):
      "ABI type at position \(position): expected bytes<M> with M from 1 to 32, found '\(found)'"
    case .wrongSize(let position, let found):
      "ABI type at position \(position): expected M from 8 to 256 in steps of 8, found '\(found)'"
    case .wrongCount(let position, let found):
      "ABI type at position \(position): expected a count below 2^63 without leading zeros, "
        + "found '\(found)'"
    case .unexpected(let position, let expected, let found):
      "ABI type at position \(position): expected \(expected), found "
        + (found.map { "'\($0)'" } ?? "the end")
    case .tooDeep(let position):
      "ABI type at position \(position): expected arrays and tuples nested at most "
        + "\(ABI.depthMax) deep"
    case .emptyElement(let position):
      "ABI type at position \(position): expected an array of elements that have bytes"
    case .tooLarge(let position):
      "ABI type at position \(position): expected a type of less than 2^32 bytes"
    }
  }
}
