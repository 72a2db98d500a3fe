/// Reads RLP item by item, without a copy; only the canonical form is accepted.
package struct RLPReader {
  @usableFromInline let base: UnsafeRawBufferPointer
  /// The next byte to be read, counted from the start of the input.
  package private(set) var offset: Int
  /// The end of the current list, or of the input.
  package let end: Int

  /// Creates a reader at the start of a buffer, which must outlive it.
  package init(_ base: UnsafeRawBufferPointer) {
    self.init(base, from: 0, to: base.count)
  }

  private init(_ base: UnsafeRawBufferPointer, from offset: Int, to end: Int) {
    self.base = base
    self.offset = offset
    self.end = end
  }

  /// True if all items were read.
  package var isAtEnd: Bool { offset == end }

  /// Returns `true` if the next item is a list.
  package func nextIsList() throws(RLPError) -> Bool {
    guard offset < end else { throw .missingItem(offset: offset) }
    return base[offset] >= 0xc0
  }

  /// Skips one byte that is not RLP, such as a transaction's type.
  package mutating func readByte() throws(RLPError) -> UInt8 {
    guard offset < end else { throw .tooShort(offset: offset, needed: 1, available: 0) }
    defer { offset += 1 }
    return base[offset]
  }

  /// Reads a list's header, and moves past the list; the result reads its items.
  package mutating func readList() throws(RLPError) -> RLPReader {
    let start = offset
    let item = try readHeader()
    guard item.isList else { throw .expectedList(offset: start) }
    return RLPReader(base, from: item.payload.lowerBound, to: item.payload.upperBound)
  }

  /// Reads bytes, without a copy.
  package mutating func readBuffer() throws(RLPError) -> UnsafeRawBufferPointer {
    let start = offset
    let item = try readHeader()
    guard !item.isList else { throw .expectedBytes(offset: start) }
    return UnsafeRawBufferPointer(rebasing: base[item.payload])
  }

  /// Reads bytes.
  package mutating func readBytes() throws(RLPError) -> [UInt8] {
    Array(try readBuffer())
  }

  /// Reads an integer of at most 64 bits.
  package mutating func readUInt64() throws(RLPError) -> UInt64 {
    var value: UInt64 = 0
    for byte in try readInteger(byteCountMax: 8) { value = value << 8 | UInt64(byte) }
    return value
  }

  /// Reads an integer of at most 256 bits.
  package mutating func readUInt256() throws(RLPError) -> UInt256 {
    let bytes = try readInteger(byteCountMax: 32)
    if bytes.count <= 8 {
      var value: UInt64 = 0
      for byte in bytes { value = value << 8 | UInt64(byte) }
      return UInt256(value)
    }
    return UInt256(
      Hash32(writingBytes: { destination in
        UnsafeMutableRawBufferPointer(
          start: destination + (32 - bytes.count), count: bytes.count
        ).copyMemory(from: bytes)
      }))
  }

  /// Reads 20 bytes.
  package mutating func readAddress() throws(RLPError) -> Address {
    Address(loadingFrom: try readFixed(byteCount: Address.byteCount))
  }

  /// Reads 20 bytes, or none.
  package mutating func readOptionalAddress() throws(RLPError) -> Address? {
    guard offset < end, base[offset] == 0x80 else { return try readAddress() }
    offset += 1
    return nil
  }

  /// Reads 32 bytes.
  package mutating func readHash() throws(RLPError) -> Hash32 {
    Hash32(loadingFrom: try readFixed(byteCount: Hash32.byteCount))
  }

  /// Checks that the list has no more items.
  package func finishList() throws(RLPError) {
    guard isAtEnd else { throw .extraItem(offset: offset) }
  }

  private mutating func readFixed(byteCount: Int) throws(RLPError) -> UnsafeRawPointer {
    let start = offset
    let bytes = try readBuffer()
    guard bytes.count == byteCount, let base = bytes.baseAddress else {
      throw .wrongByteCount(offset: start, expected: byteCount, found: bytes.count)
    }
    return base
  }

  private mutating func readInteger(
    byteCountMax: Int
  ) throws(RLPError) -> UnsafeRawBufferPointer {
    let start = offset
    let bytes = try readBuffer()
    guard bytes.count <= byteCountMax else {
      throw .integerTooLarge(offset: start, byteCountMax: byteCountMax, found: bytes.count)
    }
    guard bytes.first != 0 else { throw .integerWithLeadingZero(offset: start) }
    return bytes
  }

  /// Reads the next item's header, and moves past the item.
  private mutating func readHeader() throws(RLPError) -> (isList: Bool, payload: Range<Int>) {
    let start = offset
    guard start < end else { throw .missingItem(offset: start) }
    let first = base[start]
    if first < 0x80 {
      offset = start + 1
      return (false, start..<offset)
    }
    let isList = first >= 0xc0
    let code = Int(isList ? first - 0xc0 : first - 0x80)
    var payloadStart = start + 1
    var length = code
    if code > 55 {
      length = try readLength(at: start, byteCount: code - 55)
      payloadStart += code - 55
    }
    guard length <= end - payloadStart else {
      throw .tooShort(offset: start, needed: length, available: end - payloadStart)
    }
    if !isList, length == 1, base[payloadStart] < 0x80 { throw .byteWithLength(offset: start) }
    offset = payloadStart + length
    return (isList, payloadStart..<offset)
  }

  private func readLength(at start: Int, byteCount: Int) throws(RLPError) -> Int {
    guard byteCount <= end - start - 1 else {
      throw .tooShort(offset: start, needed: byteCount, available: end - start - 1)
    }
    guard base[start + 1] != 0 else { throw .lengthWithLeadingZero(offset: start) }
    var length: UInt64 = 0
    for byte in base[(start + 1)...(start + byteCount)] { length = length << 8 | UInt64(byte) }
    guard let length = Int(exactly: length) else { throw .lengthTooLarge(offset: start) }
    guard length > 55 else { throw .longFormForShortLength(offset: start) }
    return length
  }
}
