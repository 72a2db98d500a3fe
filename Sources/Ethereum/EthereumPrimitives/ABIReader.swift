/// Reads values by the contract ABI in strict mode, from the first byte to the last.
///
/// Each tail starts where the preceding data ends.
///
/// - SeeAlso: Contract ABI Specification, "Strict Encoding Mode".
struct ABIReader {
  private let base: UnsafeRawBufferPointer
  /// True if the zeros after the last bytes or text are required.
  private let needsPadding: Bool
  /// The next byte to be read, counted from the start of the input.
  private(set) var offset: Int

  /// Creates a reader of a buffer, which must outlive it.
  init(_ base: UnsafeRawBufferPointer, from offset: Int, needsPadding: Bool = true) {
    self.base = base
    self.needsPadding = needsPadding
    self.offset = offset
  }

  /// The number of remaining bytes.
  var available: Int { base.count - offset }

  /// Reads the heads of all values with the tails of the dynamic ones.
  ///
  /// - Parameter headsByteCount: The size of all heads.
  mutating func readValues(
    _ types: some Collection<ABIType>, headsByteCount: Int
  ) throws(ABIError) -> [ABIValue] {
    try need(headsByteCount)
    let start = offset
    var end = start + headsByteCount
    var values: [ABIValue] = []
    values.reserveCapacity(types.count)
    for type in types {
      if type.isDynamic {
        let head = offset
        let found = UInt256(try readWord())
        guard found == UInt256(UInt64(end - start)) else {
          throw .wrongOffset(offset: head, expected: end - start, found: found)
        }
        (offset, end) = (end, offset)
        values.append(try readValue(type))
        (offset, end) = (end, offset)
      } else {
        values.append(try readValue(type))
      }
    }
    offset = end
    return values
  }

  private mutating func readValue(_ type: ABIType) throws(ABIError) -> ABIValue {
    switch type.kind {
    case .tuple(let members):
      return .list(try readValues(members, headsByteCount: type.byteCountMin))
    case .array(let element, let count):
      let elements = repeatElement(element, count: count)
      return .list(try readValues(elements, headsByteCount: type.byteCountMin))
    case .list(let element):
      let count = try readCount(elementByteCount: element.headByteCount)
      let elements = repeatElement(element, count: count)
      return .list(try readValues(elements, headsByteCount: count * element.headByteCount))
    case .bytes:
      return .bytes(Array(try readBytes()))
    case .string:
      let start = offset
      guard let text = String(validating: try readBytes(), as: UTF8.self) else {
        throw .invalidUTF8(offset: start + ABI.wordByteCount)
      }
      return .string(text)
    case .uint, .int, .address, .bool, .fixedBytes:
      let start = offset
      let word = try readWord()
      guard let value = type.value(of: word) else {
        throw .wrongWord(offset: start, expected: type, found: word)
      }
      return value
    }
  }

  private func need(_ byteCount: Int) throws(ABIError) {
    guard byteCount <= available else {
      throw .tooShort(offset: offset, needed: byteCount, available: available)
    }
  }

  private mutating func readWord() throws(ABIError) -> Hash32 {
    try need(ABI.wordByteCount)
    defer { offset += ABI.wordByteCount }
    return base.loadUnaligned(fromByteOffset: offset, as: Hash32.self)
  }

  /// Reads the number of elements that follow; memory is allocated only for as many as the bytes
  /// allow.
  private mutating func readCount(elementByteCount: Int) throws(ABIError) -> Int {
    let start = offset
    let found = UInt256(try readWord())
    let countMax = available / elementByteCount
    guard let count = found.uint64, count <= UInt64(countMax) else {
      throw .countTooLarge(offset: start, countMax: countMax, found: found)
    }
    return Int(count)
  }

  private mutating func readBytes() throws(ABIError) -> Slice<UnsafeRawBufferPointer> {
    let count = try readCount(elementByteCount: 1)
    let padding = ABI.paddingByteCount(after: count)
    // The count is at most the number of remaining bytes, so the content exists.
    if needsPadding { try need(count + padding) }
    let content = base[offset..<(offset + count)]
    offset += min(count + padding, available)
    if let dirty = base[content.endIndex..<offset].firstIndex(where: { $0 != 0 }) {
      throw .wrongPadding(offset: dirty, found: base[dirty])
    }
    return content
  }
}
