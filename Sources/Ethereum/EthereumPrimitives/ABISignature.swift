/// The name of a function with the types of its arguments, such as `transfer(address,uint256)`.
///
/// - SeeAlso: Contract ABI Specification, "Function Selector".
package struct ABISignature: Hashable, Sendable {
  /// The function's name.
  package let name: String
  /// The types of its arguments, in order.
  package let inputs: [ABIType]

  /// Parses a signature in its canonical form, without spaces and synonyms.
  ///
  /// Any other form would give the selector of another function.
  ///
  /// - Throws: `ABITypeError`, with the position of the error.
  package init(_ text: some StringProtocol) throws(ABITypeError) {
    var parser = ABITypeParser(text)
    name = try parser.name()
    inputs = try parser.types()
    try parser.finish()
  }

  /// Parses a typed signature: `uint` and `int` stand for `uint256` and `int256`.
  ///
  /// The hashed text is `description`, which contains no synonym.
  ///
  /// - Throws: `ABITypeError`, with the position of the error.
  package init(typed text: some StringProtocol) throws(ABITypeError) {
    var parser = ABITypeParser(text, takesSynonyms: true)
    name = try parser.name()
    inputs = try parser.types()
    try parser.finish()
  }
}

extension ABISignature: CustomStringConvertible {
  /// The canonical text, whose hash starts with the selector.
  package var description: String {
    "\(name)(\(inputs.lazy.map(\.description).joined(separator: ",")))"
  }
}
