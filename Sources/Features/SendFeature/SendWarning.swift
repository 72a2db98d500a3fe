import ContactsClient
package import EthereumPrimitives

/// A fact that the owner should know before a payment is signed.
package enum SendWarning: Codable, Hashable, Sendable {
  /// The private key of the paying account is public, and the chain is not a development chain:
  /// others may take the money first, or the rest of it.
  case publishedAccount
  /// The journal has no payment to this recipient.
  case firstPayment
  /// The recipient begins and ends like this known address, but differs from it.
  case looksLike(Address)
  /// The recipient is a contract.
  case contract
  /// The recipient's owner has delegated the account to this contract (EIP-7702).
  case delegated(to: Address)
  /// The recipient is an account of this wallet.
  case ownAccount
  /// A payment of the same amount to the same recipient was made, or is in flight: in this
  /// transaction, this many seconds ago.
  case equalPayment(Hash32, secondsAgo: Int)
  /// A payment of the same amount to the same recipient, this many seconds ago, did not pay
  /// according to its node; that can change.
  case undonePayment(Hash32, secondsAgo: Int)
  /// This old payment waits for the nonce of the new one, and may pay right after it.
  case releases(OldPayment)
  /// One node alone counts this many transactions, none from this wallet; if that is too many, the
  /// payment waits for a nonce that is never used.
  case unknownEarlier(count: UInt64)
  /// The fee may be this share of the amount, in percent, rounded down; at most 1,000,000.
  case feeShare(percent: UInt64)

  /// True if nothing is signed until the owner has agreed to this particular warning.
  ///
  /// Confirming the payment as a whole is not enough: in these cases money may be lost.
  package var needsConsent: Bool {
    switch self {
    case .publishedAccount, .looksLike, .equalPayment, .undonePayment, .unknownEarlier, .feeShare:
      true
    case .firstPayment, .contract, .delegated, .ownAccount, .releases: false
    }
  }
}

/// The facts that the warnings depend on.
package struct SendCircumstances: Hashable, Sendable {
  /// The recipient.
  package var recipient: Address
  /// The code that runs when the recipient is paid.
  package var code: RecipientCode
  /// The amount to pay.
  package var amount: Wei
  /// The maximum cost of the gas.
  package var maxCost: Wei
  /// The limits that the owner accepts.
  package var policy: FeePolicy
  /// The wallet's own accounts.
  package var ownAddresses: [Address]
  /// The recipients that the wallet has paid, repeated for each payment.
  package var paidAddresses: [Address]
  /// The addresses of the contacts.
  package var contactAddresses: [Address] = []
  /// True if the private key of the paying account is public, on a chain of value.
  package var isPublished = false
  /// An equal payment that is recent or still in flight.
  package var equalPayment: EqualPayment?
  /// Old payments that wait for the nonce of this one.
  package var released: [OldPayment] = []
  /// The number of the account's transactions before this wallet's first one, as reported by one
  /// node alone.
  package var unknownEarlierCount: UInt64 = 0

  /// Describes circumstances without equal or old payments.
  package init(
    recipient: Address, code: RecipientCode, amount: Wei, maxCost: Wei,
    policy: FeePolicy = .standard, ownAddresses: [Address] = [], paidAddresses: [Address] = []
  ) {
    self.recipient = recipient
    self.code = code
    self.amount = amount
    self.maxCost = maxCost
    self.policy = policy
    self.ownAddresses = ownAddresses
    self.paidAddresses = paidAddresses
  }
}

/// A payment of the same amount to the same recipient.
package struct EqualPayment: Hashable, Sendable {
  /// The hash of its transaction.
  package let hash: Hash32
  /// The time since it was recorded, in seconds.
  package let secondsAgo: Int
  /// True if it ended without paying, which can change.
  package let isUndone: Bool

  /// Describes an equal payment.
  package init(hash: Hash32, secondsAgo: Int, isUndone: Bool = false) {
    self.hash = hash
    self.secondsAgo = secondsAgo
    self.isUndone = isUndone
  }
}

// MARK: - Choosing the Warnings

extension SendCircumstances {
  /// The warnings, gravest first.
  package var warnings: [SendWarning] {
    var warnings: [SendWarning] = isPublished ? [.publishedAccount] : []
    if let equal = equalPayment {
      warnings.append(
        equal.isUndone
          ? .undonePayment(equal.hash, secondsAgo: equal.secondsAgo)
          : .equalPayment(equal.hash, secondsAgo: equal.secondsAgo))
    }
    if let known = lookAlike { warnings.append(.looksLike(known)) }
    if unknownEarlierCount > 0 { warnings.append(.unknownEarlier(count: unknownEarlierCount)) }
    warnings += released.map { .releases($0) }
    if let share = SendWarning.feeShare(of: maxCost, in: amount, policy) { warnings.append(share) }
    switch code {
    case .none: break
    case .contract: warnings.append(.contract)
    case .delegated(let address): warnings.append(.delegated(to: address))
    }
    if ownAddresses.contains(recipient) {
      warnings.append(.ownAccount)
    } else if !paidAddresses.contains(recipient) {
      warnings.append(.firstPayment)
    }
    return warnings
  }

  /// A known address that could be mistaken for the recipient; nil if the recipient is known.
  private var lookAlike: Address? {
    let known = ownAddresses + paidAddresses + contactAddresses
    return known.contains(recipient) ? nil : known.first { $0.looksLike(recipient) }
  }
}

extension SendWarning {
  private static let feePercentMax: UInt64 = 1_000_000

  /// Returns the question about a fee that is too large a share of the amount; nil otherwise.
  static func feeShare(of fee: Wei, in amount: Wei, _ policy: FeePolicy) -> SendWarning? {
    policy.isAskedAbout(fee: fee, amount: amount)
      ? .feeShare(percent: percent(fee, of: amount)) : nil
  }

  /// Returns the largest whole percentage of the amount that the fee reaches, up to the maximum.
  private static func percent(_ fee: Wei, of amount: Wei) -> UInt64 {
    guard let parts = fee.quantity.multiplied(by: 100) else { return feePercentMax }
    var (reached, missed) = (UInt64(0), feePercentMax + 1)
    while missed - reached > 1 {
      let middle = reached + (missed - reached) / 2
      if let share = amount.quantity.multiplied(by: middle), share <= parts {
        reached = middle
      } else {
        missed = middle
      }
    }
    return reached
  }
}
