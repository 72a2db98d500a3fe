import EthereumCrypto
package import EthereumPrimitives

/// A contract function whose types the compiler knows.
///
/// Its arguments take one word each, and it returns one value. Other functions are called with
/// `ABISignature` and types known at run time.
///
/// - SeeAlso: Contract ABI Specification, "Function Selector and Argument Encoding".
package struct ContractFunction<Result: ABIDecodable, each Argument: ABIWord>: Sendable {
  /// The name and the types of the arguments.
  package let signature: ABISignature
  /// The bytes with which the data of a call starts.
  package let selector: ABISelector

  /// Creates the function with a canonical signature.
  ///
  /// - Precondition: The signature contains the types of the arguments.
  package init(_ text: String) {
    do {
      signature = try ABISignature(text)
    } catch {
      preconditionFailure("'\(text)' is no signature. \(error)")
    }
    var inputs: [ABIType] = []
    for argument in repeat (each Argument).self { inputs.append(argument.abiType) }
    precondition(signature.inputs == inputs, "'\(text)' has other types than \(inputs).")
    selector = signature.selector
  }

  /// Returns the data of a call.
  ///
  /// - Complexity: One allocation, for the result.
  @inlinable
  package func call(_ arguments: repeat each Argument) -> [UInt8] {
    ABI.encode(selector: selector, repeat each arguments)
  }

  /// Returns the arguments in the data of a call.
  ///
  /// - Throws: `ABIError`; `.wrongSelector` if the data is for another function.
  package func arguments(of data: [UInt8]) throws(ABIError) -> (repeat each Argument) {
    var values = try signature.arguments(of: data)[...]
    func next<Value: ABIWord>(_ type: Value.Type) -> Value {
      guard let found = values.popFirst(), let value = Value(abiValue: found) else {
        preconditionFailure("\(type) takes no value of its own type \(type.abiType)")
      }
      return value
    }
    return (repeat next((each Argument).self))
  }

  /// Returns the value that a call returned.
  ///
  /// An account without code returns no bytes, which is refused because the account is not a
  /// contract.
  ///
  /// - Throws: `ABIError` for anything but the encoding of one value; see `ABI.decodeResult`.
  package func result(of data: [UInt8]) throws(ABIError) -> Result {
    try ABI.decodeResult(data)
  }
}
