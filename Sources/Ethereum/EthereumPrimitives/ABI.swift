/// The binary interface of contracts, which encodes arguments, results and reasons of failure.
///
/// Data is always written in strict mode, and data to sign is also read in strict mode: decoded
/// data encodes to the same bytes. Results of contracts are read leniently: see `decodeResult`.
/// `ABIValue` is for types known at run time; `ABIWord` is for types known to the compiler.
///
/// - SeeAlso: Contract ABI Specification, of Solidity's documentation.
package enum ABI {
  /// The unit of every encoding, in bytes.
  package static let wordByteCount = 32
  /// The maximum nesting of arrays and tuples, so that no text of a type can exhaust a stack.
  package static let depthMax = 32
  /// The maximum number of bytes that a type needs for any value.
  ///
  /// With it, the sum of several never overflows.
  package static let byteCountMax = 1 << 32 - 1

  /// Encodes values as the arguments or results of a function.
  ///
  /// - Parameter prefix: The bytes before them, such as a selector.
  /// - Throws: `ABIError.wrongValue` or `.wrongCount`, with the offset that the value would have.
  /// - SeeAlso: Contract ABI Specification, "Function Selector and Argument Encoding".
  package static func encode(
    _ values: [ABIValue], as types: [ABIType], after prefix: [UInt8] = []
  ) throws(ABIError) -> [UInt8] {
    var writer = ABIWriter(after: prefix)
    try writer.write(values, as: types)
    return writer.bytes
  }

  /// Decodes the arguments or results of a function, which must take all bytes.
  ///
  /// The input limits the memory, whatever counts the input claims.
  ///
  /// - Parameter start: The number of preceding bytes, such as those of a selector.
  /// - Throws: `ABIError`, with the offset of the error, for anything but a strict encoding.
  /// - Precondition: There are at least `start` bytes.
  /// - SeeAlso: Contract ABI Specification, "Strict Encoding Mode".
  package static func decode(
    _ bytes: [UInt8], as types: [ABIType], from start: Int = 0
  ) throws(ABIError) -> [ABIValue] {
    precondition(start <= bytes.count, "byte \(start) is behind the end of \(bytes.count) bytes")
    return try bytes.withUnsafeBufferPointer { (buffer) throws(ABIError) in
      let reader = ABIReader(UnsafeRawBufferPointer(buffer), from: start)
      return try read(types, by: reader)
    }
  }

  /// Decodes the return data of a call, or the reason why a contract reverted it.
  ///
  /// Contracts written by hand may end their data at the last letter of a text, and geth accepts
  /// that. So the zeros after a text may be missing at the end. Everything else is as strict as in
  /// `decode`, and memory is limited in the same way.
  ///
  /// - Parameter start: The number of bytes before the values, such as those of a selector.
  /// - Throws: `ABIError`, with the offset of the error.
  /// - Precondition: There are at least `start` bytes.
  package static func decodeResult(
    _ bytes: [UInt8], as types: [ABIType], from start: Int = 0
  ) throws(ABIError) -> [ABIValue] {
    precondition(start <= bytes.count, "byte \(start) is behind the end of \(bytes.count) bytes")
    return try bytes.withUnsafeBufferPointer { (buffer) throws(ABIError) in
      let reader = ABIReader(UnsafeRawBufferPointer(buffer), from: start, needsPadding: false)
      return try read(types, by: reader)
    }
  }

  private static func read(_ types: [ABIType], by reader: ABIReader) throws(ABIError) -> [ABIValue]
  {
    var reader = reader
    let headsByteCount = types.reduce(0) { $0 + $1.headByteCount }
    let values = try reader.readValues(types, headsByteCount: headsByteCount)
    guard reader.available == 0 else {
      throw .trailingBytes(offset: reader.offset, count: reader.available)
    }
    return values
  }

  /// Returns the number of zeros that fill up the last word.
  static func paddingByteCount(after byteCount: Int) -> Int {
    (wordByteCount - byteCount % wordByteCount) % wordByteCount
  }
}
