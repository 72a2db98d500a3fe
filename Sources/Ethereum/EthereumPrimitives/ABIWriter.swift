/// Writes values by the contract ABI, in strict mode.
///
/// - SeeAlso: Contract ABI Specification, "Formal Specification of the Encoding".
struct ABIWriter {
  private(set) var bytes: [UInt8]

  /// Creates a writer that continues after existing bytes, such as a selector.
  init(after prefix: [UInt8]) {
    bytes = prefix
  }

  /// Writes the heads of all values, then the tails of the dynamic ones.
  ///
  /// Space is not reserved ahead of a value: a type may claim more elements than fit into memory.
  mutating func write(
    _ values: [ABIValue], as types: some Collection<ABIType>
  ) throws(ABIError) {
    guard values.count == types.count else {
      throw .wrongCount(offset: bytes.count, expected: types.count, found: values.count)
    }
    let start = bytes.count
    for (value, type) in zip(values, types) {
      if type.isDynamic { append(Hash32.zero) } else { try write(value, as: type) }
    }
    var head = start
    for (value, type) in zip(values, types) {
      if type.isDynamic {
        let offset = UInt256(UInt64(bytes.count - start)).bytes32
        bytes.withUnsafeMutableBytes {
          $0.storeBytes(of: offset, toByteOffset: head, as: Hash32.self)
        }
        try write(value, as: type)
      }
      head += type.headByteCount
    }
  }

  private mutating func write(_ value: ABIValue, as type: ABIType) throws(ABIError) {
    switch (type.kind, value) {
    case (.tuple(let members), .list(let values)):
      try write(values, as: members)
    case (.array(let element, let count), .list(let values)):
      try write(values, as: repeatElement(element, count: count))
    case (.list(let element), .list(let values)):
      append(count: values.count)
      try write(values, as: repeatElement(element, count: values.count))
    case (.bytes, .bytes(let content)):
      append(content)
    case (.string, .string(let text)):
      append(Array(text.utf8))
    default:
      guard let word = type.word(of: value) else {
        throw .wrongValue(offset: bytes.count, expected: type, found: value)
      }
      append(word)
    }
  }

  private mutating func append(_ word: Hash32) {
    word.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  private mutating func append(count: Int) {
    append(UInt256(UInt64(count)).bytes32)
  }

  private mutating func append(_ content: [UInt8]) {
    append(count: content.count)
    bytes += content
    bytes += repeatElement(0, count: ABI.paddingByteCount(after: content.count))
  }
}
