/// Recursive length prefix, the encoding of Ethereum's transactions, blocks and tries.
///
/// Only the canonical form is read. `RLPItem` is for values of any shape; `RLPWriter` and
/// `RLPReader` are for known shapes and allocate nothing.
///
/// - SeeAlso: Ethereum Yellow Paper, appendix B.
package enum RLP {
  /// The maximum nesting of lists in input, so that input can't exhaust a stack of 512 KiB.
  package static let depthMax = 128

  /// Encodes a value.
  ///
  /// - Complexity: O(the encoding's size × depth).
  package static func encode(_ item: RLPItem) -> [UInt8] {
    let count = encodedCount(item)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      var writer = RLPWriter(buffer)
      write(item, to: &writer)
      initializedCount = count
    }
  }

  /// Decodes the only value that the bytes encode.
  ///
  /// - Throws: `RLPError`, with the offset of the wrong item, for anything but the canonical
  ///   encoding of one value.
  package static func decode(_ bytes: [UInt8]) throws(RLPError) -> RLPItem {
    try decode(bytes) { (reader) throws(RLPError) in
      try item(from: &reader, depth: 0)
    }
  }

  /// Reads a value of known shape, which must consume all bytes.
  package static func decode<R>(
    _ bytes: [UInt8], _ body: (inout RLPReader) throws(RLPError) -> R
  ) throws(RLPError) -> R {
    try bytes.withUnsafeBufferPointer { (buffer) throws(RLPError) in
      var reader = RLPReader(UnsafeRawBufferPointer(buffer))
      let result = try body(&reader)
      guard reader.isAtEnd else {
        throw .trailingBytes(offset: reader.offset, count: reader.end - reader.offset)
      }
      return result
    }
  }

  private static func encodedCount(_ item: RLPItem) -> Int {
    switch item {
    case .bytes(let bytes): count(of: bytes)
    case .list(let items): listCount(payload: items.reduce(0) { $0 + encodedCount($1) })
    }
  }

  private static func write(_ item: RLPItem, to writer: inout RLPWriter) {
    switch item {
    case .bytes(let bytes):
      writer.write(bytes)
    case .list(let items):
      writer.writeListHeader(payload: items.reduce(0) { $0 + encodedCount($1) })
      for item in items { write(item, to: &writer) }
    }
  }

  private static func item(
    from reader: inout RLPReader, depth: Int
  ) throws(RLPError) -> RLPItem {
    guard try reader.nextIsList() else { return .bytes(try reader.readBytes()) }
    guard depth < depthMax else { throw .tooDeep(offset: reader.offset) }
    var inner = try reader.readList()
    var items: [RLPItem] = []
    while !inner.isAtEnd { items.append(try item(from: &inner, depth: depth + 1)) }
    return .list(items)
  }
}

// MARK: - Sizes of encodings

extension RLP {
  /// Returns the size of an integer.
  @inlinable
  package static func count(of value: UInt64) -> Int {
    value < 0x80 ? 1 : 9 - value.leadingZeroBitCount / 8
  }

  /// Returns the size of an integer.
  @inlinable
  package static func count(of value: UInt256) -> Int {
    let count = value.byteCount
    return count <= 1 && value.word0 < 0x80 ? 1 : 1 + count
  }

  /// Returns the size of bytes.
  @inlinable
  package static func count(of bytes: [UInt8]) -> Int {
    bytes.count == 1 && bytes[0] < 0x80 ? 1 : listCount(payload: bytes.count)
  }

  /// Returns the size of a list, or of more than one byte, with its header.
  @inlinable
  package static func listCount(payload: Int) -> Int {
    payload < 56 ? 1 + payload : 1 + lengthCount(payload) + payload
  }

  /// Returns the number of bytes of a length in the long form.
  @inlinable
  static func lengthCount(_ length: Int) -> Int { 8 - length.leadingZeroBitCount / 8 }

  /// The size of 20 bytes.
  package static let addressCount = 21
  /// The size of 32 bytes.
  package static let hashCount = 33
}
