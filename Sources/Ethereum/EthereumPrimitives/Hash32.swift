/// Thirty-two bytes, usually a Keccak-256 digest, without a heap allocation.
package struct Hash32: Hashable, Sendable {
  /// The number of bytes.
  package static let byteCount = 32
  /// Thirty-two zero bytes.
  package static let zero = Hash32(0, 0, 0, 0)

  // The bytes in order, eight to a word, so that the memory of the value is its bytes.
  @usableFromInline var word0: UInt64
  @usableFromInline var word1: UInt64
  @usableFromInline var word2: UInt64
  @usableFromInline var word3: UInt64

  /// Creates a value from four words, each with the most significant byte first.
  ///
  /// The words have the same order as the hexadecimal digits.
  @inlinable
  package init(_ word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
    self.word0 = word0.bigEndian
    self.word1 = word1.bigEndian
    self.word2 = word2.bigEndian
    self.word3 = word3.bigEndian
  }

  /// Creates a value in place: the closure writes 32 bytes to the given address.
  @inlinable
  package init(writingBytes write: (UnsafeMutablePointer<UInt8>) -> Void) {
    var storage: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &storage) { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("32 bytes have an address") }
      write(base.assumingMemoryBound(to: UInt8.self))
    }
    word0 = storage.0
    word1 = storage.1
    word2 = storage.2
    word3 = storage.3
  }

  /// Loads the 32 bytes at an address.
  @inlinable
  package init(loadingFrom pointer: UnsafeRawPointer) {
    word0 = pointer.loadUnaligned(as: UInt64.self)
    word1 = pointer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    word2 = pointer.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    word3 = pointer.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
  }

  /// Creates a value from a collection of bytes; nil unless there are exactly 32.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(writingBytes: { destination in
      UnsafeMutableRawBufferPointer(start: destination, count: Self.byteCount)
        .copyBytes(from: bytes)
    })
  }

  /// Reads 64 hexadecimal digits after `0x`.
  ///
  /// - Throws: `HexError`; a wrong number of bytes is `.wrongByteCount`.
  package init(hex text: some StringProtocol) throws(HexError) {
    self.init(loadingFrom: try Hex.decode(text, byteCount: Self.byteCount))
  }

  private init(loadingFrom bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("32 bytes have an address") }
      return Hash32(loadingFrom: base)
    }
  }

  /// The bytes, in order.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Lower-case hexadecimal digits after `0x`.
  package var hex: String { withUnsafeBytes { Hex.encode($0) } }

  /// Lends the bytes without a copy on the heap.
  @inlinable
  package func withUnsafeBytes<R: ~Copyable, E>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try Swift.withUnsafeBytes(of: self) { (buffer) throws(E) in try body(buffer) }
  }
}

extension Hash32: Comparable {
  /// Compares as 256-bit numbers, the most significant byte first.
  package static func < (left: Hash32, right: Hash32) -> Bool {
    if left.word0 != right.word0 { return left.word0.bigEndian < right.word0.bigEndian }
    if left.word1 != right.word1 { return left.word1.bigEndian < right.word1.bigEndian }
    if left.word2 != right.word2 { return left.word2.bigEndian < right.word2.bigEndian }
    return left.word3.bigEndian < right.word3.bigEndian
  }
}

extension Hash32: CustomStringConvertible {
  package var description: String { hex }
}
