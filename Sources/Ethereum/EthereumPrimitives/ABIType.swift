/// A type of the Solidity contract ABI, read from its canonical text.
///
/// - SeeAlso: Contract ABI Specification, "Types".
package struct ABIType: Hashable, Sendable {
  /// The structure of a type.
  ///
  /// `fixed`, `ufixed` and `function` are not supported, because a wallet does not need them.
  package indirect enum Kind: Hashable, Sendable {
    /// A number from 0 to 2ᴹ − 1.
    case uint(bits: Int)
    /// A number from −2ᴹ⁻¹ to 2ᴹ⁻¹ − 1.
    case int(bits: Int)
    case address
    case bool
    /// `bytes<M>`: M bytes, from 1 to 32.
    case fixedBytes(count: Int)
    /// Any number of bytes.
    case bytes
    /// Unicode text, in UTF-8.
    case string
    /// `T[k]`: k elements.
    case array(ABIType, count: Int)
    /// `T[]`: any number of elements.
    case list(ABIType)
    case tuple([ABIType])
  }

  /// 256 bits without a sign.
  package static let uint256 = ABIType(word: .uint(bits: 256))
  /// An account or a contract.
  package static let address = ABIType(word: .address)
  /// True or false.
  package static let bool = ABIType(word: .bool)
  /// 32 bytes.
  package static let bytes32 = ABIType(word: .fixedBytes(count: 32))
  /// Unicode text.
  package static let string = ABIType(word: .string, isDynamic: true)

  /// The structure of the type.
  package let kind: Kind
  /// True if the length of an encoding depends on the value.
  ///
  /// - SeeAlso: Contract ABI Specification, "Formal Specification of the Encoding".
  package let isDynamic: Bool
  /// The minimum number of bytes of an encoding: a word, a count, or the heads of all elements.
  let byteCountMin: Int
  /// The nesting depth of arrays and tuples.
  let depth: Int

  /// The number of bytes in the head: the encoding itself, or its offset.
  var headByteCount: Int { isDynamic ? ABI.wordByteCount : byteCountMin }

  /// Creates a type that takes one word, or starts with one that counts its bytes.
  init(word kind: Kind, isDynamic: Bool = false) {
    self.kind = kind
    self.isDynamic = isDynamic
    byteCountMin = ABI.wordByteCount
    depth = 0
  }

  /// Creates an array or a tuple from checked parts.
  init(of parts: [ABIType], byteCountMin: Int, isDynamic: Bool = false, _ kind: Kind) {
    self.kind = kind
    self.isDynamic = isDynamic || parts.contains(where: \.isDynamic)
    self.byteCountMin = byteCountMin
    depth = 1 + (parts.lazy.map(\.depth).max() ?? 0)
  }
}

extension ABIType: CustomStringConvertible {
  /// The canonical text, as used in signatures.
  package var description: String {
    switch kind {
    case .uint(let bits): "uint\(bits)"
    case .int(let bits): "int\(bits)"
    case .address: "address"
    case .bool: "bool"
    case .fixedBytes(let count): "bytes\(count)"
    case .bytes: "bytes"
    case .string: "string"
    case .array(let element, let count): "\(element)[\(count)]"
    case .list(let element): "\(element)[]"
    case .tuple(let members): "(\(members.lazy.map(\.description).joined(separator: ",")))"
    }
  }
}
