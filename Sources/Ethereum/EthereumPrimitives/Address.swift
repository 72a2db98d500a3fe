/// The twenty bytes that identify an account, without a heap allocation.
///
/// The checksum of EIP-55 needs Keccak-256, so reading typed addresses is in EthereumCrypto:
/// `init(checksummed:)` and `init(unchecksummed:)`.
package struct Address: Hashable, Sendable {
  /// The number of bytes.
  package static let byteCount = 20
  /// Twenty zero bytes.
  package static let zero = Address(0, 0, 0)

  // The bytes in order, so that the memory of the value is its bytes.
  @usableFromInline var word0: UInt64
  @usableFromInline var word1: UInt64
  @usableFromInline var word2: UInt32

  /// Creates an address from three words, each with the most significant byte first.
  ///
  /// The words have the same order as the hexadecimal digits.
  @inlinable
  package init(_ word0: UInt64, _ word1: UInt64, _ word2: UInt32) {
    self.word0 = word0.bigEndian
    self.word1 = word1.bigEndian
    self.word2 = word2.bigEndian
  }

  /// Loads the 20 bytes at an address in memory.
  @inlinable
  package init(loadingFrom pointer: UnsafeRawPointer) {
    word0 = pointer.loadUnaligned(as: UInt64.self)
    word1 = pointer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    word2 = pointer.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
  }

  /// Creates an address from the last twenty bytes of a hash, as the Yellow Paper does for public
  /// keys.
  @inlinable
  package init(lastBytesOf hash: Hash32) {
    self = hash.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("32 bytes have an address") }
      return Address(loadingFrom: base + 12)
    }
  }

  /// Creates an address from a collection of bytes; nil unless there are exactly 20.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let copy = Array(bytes)
    self = copy.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("20 bytes have an address") }
      return Address(loadingFrom: base)
    }
  }

  /// Reads 40 hexadecimal digits of any case after `0x`, as machines write them.
  ///
  /// The case is not checked.
  ///
  /// - Throws: `HexError`; a wrong number of bytes is `.wrongByteCount`.
  package init(hex text: some StringProtocol) throws(HexError) {
    let bytes = try Hex.decode(text, byteCount: Self.byteCount)
    self = bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("20 bytes have an address") }
      return Address(loadingFrom: base)
    }
  }

  /// The bytes, in order.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Lower-case hexadecimal digits after `0x`, for machines; people read `checksummed`.
  package var hex: String { withUnsafeBytes { Hex.encode($0) } }

  /// Lends the 20 bytes without a copy on the heap.
  @inlinable
  package func withUnsafeBytes<R: ~Copyable, E>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try Swift.withUnsafeBytes(of: self) { (buffer) throws(E) in
      try body(UnsafeRawBufferPointer(rebasing: buffer.prefix(Self.byteCount)))
    }
  }
}

extension Address: Comparable {
  /// Compares byte by byte, the first byte first.
  package static func < (left: Address, right: Address) -> Bool {
    if left.word0 != right.word0 { return left.word0.bigEndian < right.word0.bigEndian }
    if left.word1 != right.word1 { return left.word1.bigEndian < right.word1.bigEndian }
    return left.word2.bigEndian < right.word2.bigEndian
  }
}

extension Address: CustomStringConvertible {
  package var description: String { hex }
}
