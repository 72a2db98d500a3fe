package import EthereumPrimitives

/// A payment's payer, recipient, amount and chain.
///
/// It has no fees or nonces: those belong to the transactions that carry it out.
package struct PaymentIntent: Codable, Hashable, Sendable {
  /// The name that the payer gave it; unique in a wallet for ever.
  package var key: PaymentKey?

  /// The chain.
  package var chainID: ChainID

  /// The payer.
  package var from: Address

  /// The recipient.
  package var to: Address

  /// The amount that the recipient receives.
  package var value: Wei

  /// True if the request was to send everything that the account could; the value is the resulting
  /// amount.
  package var isEverything: Bool

  /// Describes a payment to make.
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
  /// If everything was sent, the amounts may differ.
  package func difference(from other: PaymentIntent) -> PaymentField? {
    if chainID != other.chainID { return .chainID }
    if from != other.from { return .from }
    if to != other.to { return .to }
    if isEverything != other.isEverything { return .value }
    if !isEverything, value != other.value { return .value }
    return nil
  }
}
