package import EthereumPrimitives

/// The reason why a contract reverted a call, according to the returned data.
///
/// - SeeAlso: Solidity documentation, "Panic via assert and Error via require".
package enum RevertReason: Equatable, Sendable {
  /// There is no data.
  case unstated
  /// `Error(string)`: a text by the contract's author, which can't be trusted.
  case message(String)
  /// `Panic(uint256)`: a check that the compiler added has failed, such as 1 for an assertion.
  case panic(UInt256)
  /// An error that the contract itself defines, whose types are unknown.
  case custom(ABISelector)

  /// The selector of `Error(string)`.
  package static let messageSelector = ABISelector(0x08c3_79a0)
  /// The selector of `Panic(uint256)`.
  package static let panicSelector = ABISelector(0x4e48_7b71)

  /// Reads the data that a reverted call returned, as leniently as geth does.
  ///
  /// - Throws: `ABIError` if the data starts like a known reason but doesn't continue like one.
  package init(_ data: [UInt8]) throws(ABIError) {
    guard !data.isEmpty else {
      self = .unstated
      return
    }
    switch try ABISelector(firstBytesOf: data) {
    case Self.messageSelector:
      self = .message(try ABI.decodeResult(data, from: ABISelector.byteCount))
    case Self.panicSelector:
      self = .panic(try ABI.decodeResult(data, from: ABISelector.byteCount))
    case let selector:
      self = .custom(selector)
    }
  }
}
