package import EthereumPrimitives

/// Why a payment will not pay.
package enum PaymentFailure: Hashable, Sendable {
  /// Every node asked refused it; no block can hold it but by someone else's doing. The nonce is
  /// free again.
  case rejected(code: Int, message: String)

  /// It is in a block and was undone there; the fee is spent.
  case reverted(PaymentInclusion)

  /// Another transaction with the same nonce is in a block.
  case replaced(by: Hash32?)
}
