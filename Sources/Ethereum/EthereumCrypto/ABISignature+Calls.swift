package import EthereumPrimitives

extension ABISignature {
  /// The first four bytes of the signature's Keccak-256 hash, with which a call's data starts.
  ///
  /// - SeeAlso: Contract ABI Specification, "Function Selector".
  package var selector: ABISelector {
    ABISelector(firstBytesOf: Keccak256.hash(Array(description.utf8)))
  }

  /// Returns the data of a call: the selector, then the encoded arguments.
  ///
  /// - Throws: `ABIError.wrongValue` or `.wrongCount`.
  /// - SeeAlso: Contract ABI Specification, "Function Selector and Argument Encoding".
  package func call(_ arguments: [ABIValue]) throws(ABIError) -> [UInt8] {
    try ABI.encode(arguments, as: inputs, after: selector.bytes)
  }

  /// Returns the arguments in the data of a call of this function, or of an error with this
  /// signature.
  ///
  /// - Throws: `ABIError`; `.wrongSelector` if the data is for another function.
  package func arguments(of data: [UInt8]) throws(ABIError) -> [ABIValue] {
    let (expected, found) = (selector, try ABISelector(firstBytesOf: data))
    guard found == expected else { throw .wrongSelector(expected: expected, found: found) }
    return try ABI.decode(data, as: inputs, from: ABISelector.byteCount)
  }
}
