/// The four bytes that identify the function of a call, or the error that a contract reports.
///
/// EthereumCrypto computes it from a signature.
///
/// - SeeAlso: Contract ABI Specification, "Function Selector".
package struct ABISelector: Hashable, Sendable {
  /// The number of bytes.
  package static let byteCount = 4

  // The bytes in order, so that the memory of the value is its bytes.
  @usableFromInline let word: UInt32

  /// Creates a selector from a word, the most significant byte first.
  @inlinable
  package init(_ word: UInt32) {
    self.word = word.bigEndian
  }

  /// Creates a selector from the first four bytes of a hash.
  package init(firstBytesOf hash: Hash32) {
    word = hash.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }

  /// Creates a selector from the first four bytes of a call's data.
  ///
  /// - Throws: `ABIError.tooShort` if there are fewer.
  package init(firstBytesOf data: [UInt8]) throws(ABIError) {
    guard data.count >= Self.byteCount else {
      throw .tooShort(offset: 0, needed: Self.byteCount, available: data.count)
    }
    word = data.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }

  /// The four bytes, in order.
  package var bytes: [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
}

extension ABISelector: CustomStringConvertible {
  /// Eight hexadecimal digits after `0x`.
  package var description: String { Hex.encode(bytes) }
}
