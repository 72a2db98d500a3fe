import EthereumCrypto
package import EthereumPrimitives
package import VaultClient

/// How fast a payment is to be; picks a percentile of the tips that others paid.
package enum FeeSpeed: String, CaseIterable, Hashable, Sendable {
  /// The 10th percentile.
  case slow
  /// The median.
  case normal
  /// The 90th percentile.
  case fast

  /// The position of the speed's percentile in the fee history asked for.
  package var percentileIndex: Int {
    switch self {
    case .slow: 0
    case .normal: 1
    case .fast: 2
    }
  }
}

/// A payment that can be quoted: everything typed is checked.
package struct SendDraft: Hashable, Sendable {
  /// The account that pays.
  package let account: VaultAccount
  /// The chain that the payment is for.
  package let chainID: ChainID
  /// Who is paid.
  package let recipient: Address
  /// How much.
  package let amount: Wei
  /// How fast.
  package let speed: FeeSpeed

  /// Checks what was typed; nothing is repaired.
  ///
  /// - Throws: `SendMoneyFailure.recipient` or `.amount` with what was expected.
  package init(
    recipientText: String, amountText: String, account: VaultAccount, chainID: ChainID,
    speed: FeeSpeed
  ) throws(SendMoneyFailure) {
    (recipient, amount) = try Self.parse(recipientText: recipientText, amountText: amountText)
    self.account = account
    self.chainID = chainID
    self.speed = speed
  }

  /// Reads what was typed, before it is known which account pays.
  ///
  /// - Throws: `SendMoneyFailure.recipient` or one of the amount's, with what was expected.
  package static func parse(
    recipientText: String, amountText: String
  ) throws(SendMoneyFailure) -> (recipient: Address, amount: Wei) {
    let recipient: Address
    do {
      recipient = try Address(checksummed: recipientText)
    } catch {
      throw .recipient(error)
    }
    guard !amountText.isEmpty else { throw .amountMissing }
    let amount: Wei
    do {
      amount = try Wei(ether: amountText)
    } catch {
      throw .amount(error)
    }
    guard amount > .zero else { throw .amountZero }
    return (recipient, amount)
  }
}
