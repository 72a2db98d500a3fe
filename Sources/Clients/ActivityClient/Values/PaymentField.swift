/// What a payment's description and its signed transaction must agree on.
package enum PaymentField: Codable, Hashable, Sendable, CaseIterable {
  /// That it is a transaction at all.
  case transaction

  /// Its hash.
  case hash

  /// The chain.
  case chainID

  /// The payer: the account that signed.
  case from

  /// The recipient; if the transaction calls a contract, the transaction does not say.
  case to

  /// How much; if the transaction calls a contract, the transaction does not say.
  case value

  /// How much gas it may use.
  case gasLimit

  /// The maximum price of a unit of gas.
  case maxFeePerGas

  /// The tip for each unit of gas.
  case maxPriorityFeePerGas

  /// Its position among the account's transactions.
  case nonce

  /// What it is for: an original comes first, and nothing pays again after a cancellation.
  case role
}
