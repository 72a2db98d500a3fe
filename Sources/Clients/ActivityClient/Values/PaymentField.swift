/// The fields in which a payment's description and its signed transaction must agree.
package enum PaymentField: Codable, Hashable, Sendable, CaseIterable {
  /// The transaction as a whole: the bytes are not a transaction.
  case transaction

  /// Its hash.
  case hash

  /// The chain.
  case chainID

  /// The payer: the account that signed.
  case from

  /// The recipient; if the transaction calls a contract, the transaction does not contain it.
  case to

  /// The amount; if the transaction calls a contract, the transaction does not contain it.
  case value

  /// The maximum gas.
  case gasLimit

  /// The maximum price of a unit of gas.
  case maxFeePerGas

  /// The tip for each unit of gas.
  case maxPriorityFeePerGas

  /// Its position among the account's transactions.
  case nonce

  /// The role: the first transaction is the original, and none pays after a cancellation.
  case role
}
