package import EthereumPrimitives

/// The reason why a chain does not accept a transaction from any sender.
package enum TransactionRefusal: Error, Codable, Equatable, Sendable {
  /// The transaction is bound to another chain.
  case wrongChain(expected: ChainID, found: ChainID)
  /// The nonce is 2⁶⁴ − 1 (EIP-2681).
  case nonceTooLarge
  /// The tip is greater than the maximum price of gas.
  case tipAboveFeeCap(tip: Wei, feeCap: Wei)
  /// Gas limit × price is 2²⁵⁶ wei or more.
  case gasCostOverflow
  /// The creation code is larger than EIP-3860 allows.
  case initCodeTooLarge(found: Int, max: Int)
  /// The gas limit does not cover the gas that is used before anything is executed.
  case gasLimitTooLow(limit: GasUnits, needed: GasUnits)
}

extension TransactionRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongChain(let expected, let found):
      "expected a transaction for chain \(expected), found one for chain \(found)"
    case .nonceTooLarge:
      "expected a nonce below 2^64 - 1"
    case .tipAboveFeeCap(let tip, let feeCap):
      "expected a tip of at most \(feeCap) per gas, the fee cap, found \(tip)"
    case .gasCostOverflow:
      "expected gas limit x price below 2^256 wei"
    case .initCodeTooLarge(let found, let max):
      "expected at most \(max) bytes of creation code, found \(found)"
    case .gasLimitTooLow(let limit, let needed):
      "expected a gas limit of at least \(needed), found \(limit)"
    }
  }
}
