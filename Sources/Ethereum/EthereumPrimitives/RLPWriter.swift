/// Writes RLP into memory whose size was computed beforehand.
///
/// `RLP.count(of:)` and `RLP.listCount(payload:)` return the size.
package struct RLPWriter {
  @usableFromInline var next: UnsafeMutableRawPointer
  @usableFromInline var room: Int

  /// Creates a writer at the start of a buffer.
  @inlinable
  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    guard let base = buffer.baseAddress else { preconditionFailure("RLP has at least one byte") }
    next = UnsafeMutableRawPointer(base)
    room = buffer.count
  }

  /// Writes the header of a list, whose items follow.
  @inlinable
  package mutating func writeListHeader(payload: Int) {
    writeHeader(shortBase: 0xc0, longBase: 0xf7, length: payload)
  }

  /// Writes an integer.
  @inlinable
  package mutating func write(_ value: UInt64) {
    if value < 0x80 {
      writeByte(value == 0 ? 0x80 : UInt8(truncatingIfNeeded: value))
    } else {
      let count = 8 - value.leadingZeroBitCount / 8
      writeByte(0x80 + UInt8(truncatingIfNeeded: count))
      writeLowBytes(of: value, count: count)
    }
  }

  /// Writes an integer.
  @inlinable
  package mutating func write(_ value: UInt256) {
    let count = value.byteCount
    guard count > 8 else { return write(value.word0) }
    writeByte(0x80 + UInt8(truncatingIfNeeded: count))
    if count > 24 {
      writeLowBytes(of: value.word3, count: count - 24)
      writeLowBytes(of: value.word2, count: 8)
      writeLowBytes(of: value.word1, count: 8)
    } else if count > 16 {
      writeLowBytes(of: value.word2, count: count - 16)
      writeLowBytes(of: value.word1, count: 8)
    } else {
      writeLowBytes(of: value.word1, count: count - 8)
    }
    writeLowBytes(of: value.word0, count: 8)
  }

  /// Writes bytes.
  @inlinable
  package mutating func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write($0) }
  }

  /// Writes bytes.
  @inlinable
  package mutating func write(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count == 1, bytes[0] < 0x80 { return writeByte(bytes[0]) }
    writeHeader(shortBase: 0x80, longBase: 0xb7, length: bytes.count)
    writeRaw(bytes)
  }

  /// Writes 20 bytes.
  @inlinable
  package mutating func write(_ address: Address) {
    writeByte(0x80 + 20)
    address.withUnsafeBytes { writeRaw($0) }
  }

  /// Writes 32 bytes.
  @inlinable
  package mutating func write(_ hash: Hash32) {
    writeByte(0x80 + 32)
    hash.withUnsafeBytes { writeRaw($0) }
  }

  /// Writes bytes that are already RLP, or are outside it, such as a transaction's type.
  @inlinable
  package mutating func writeRaw(_ bytes: UnsafeRawBufferPointer) {
    take(bytes.count)
    if let base = bytes.baseAddress { next.copyMemory(from: base, byteCount: bytes.count) }
    next += bytes.count
  }

  /// Writes one byte unchanged.
  @inlinable
  package mutating func writeByte(_ byte: UInt8) {
    take(1)
    next.storeBytes(of: byte, as: UInt8.self)
    next += 1
  }

  @inlinable
  mutating func writeHeader(shortBase: UInt8, longBase: UInt8, length: Int) {
    if length < 56 {
      writeByte(shortBase + UInt8(truncatingIfNeeded: length))
    } else {
      let count = RLP.lengthCount(length)
      writeByte(longBase + UInt8(truncatingIfNeeded: count))
      writeLowBytes(of: UInt64(length), count: count)
    }
  }

  /// Writes the last `count` bytes of a word, from 1 to 8, the most significant one first.
  @inlinable
  mutating func writeLowBytes(of value: UInt64, count: Int) {
    take(count)
    var bytes = (value << UInt64(64 - 8 * count)).bigEndian
    withUnsafeBytes(of: &bytes) { buffer in
      if let base = buffer.baseAddress { next.copyMemory(from: base, byteCount: count) }
    }
    next += count
  }

  @inlinable
  mutating func take(_ count: Int) {
    room -= count
    precondition(room >= 0, "the size of the RLP was computed too small")
  }
}
