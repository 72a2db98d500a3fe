package import EthereumPrimitives

/// A payment's payer, recipient, amount and chain.
///
/// It has no fees and nonces: those belong to the transactions that carry it out.
package struct PaymentIntent: Codable, Hashable, Sendable {
  /// The name that the payer gave it; unique in a wallet for ever.
  package var key: PaymentKey?

  /// Which chain it is for.
  package var chainID: ChainID

  /// The payer.
  package var from: Address

  /// The recipient.
  package var to: Address

  /// How much the recipient gets.
  package var value: Wei

  /// Whether everything that the account could send was requested; the value is the resulting
  /// amount.
  package var isEverything: Bool

  /// Describes what is paid.
  package init(
    key: PaymentKey? = nil, chainID: ChainID, from: Address, to: Address, value: Wei,
    isEverything: Bool = false
  ) {
    self.key = key
    self.chainID = chainID
    self.from = from
    self.to = to
    self.value = value
    self.isEverything = isEverything
  }

  /// Returns the first field in which another intent differs, except the key; nil if none does.
  ///
  /// Everything that an account could send may have been another amount before.
  package func difference(from other: PaymentIntent) -> PaymentField? {
    if chainID != other.chainID { return .chainID }
    if from != other.from { return .from }
    if to != other.to { return .to }
    if isEverything != other.isEverything { return .value }
    if !isEverything, value != other.value { return .value }
    return nil
  }
}
