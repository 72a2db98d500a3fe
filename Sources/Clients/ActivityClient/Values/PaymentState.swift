package import EthereumPrimitives

/// The states of a payment.
///
/// No claim of a node ends `broadcast`; only blocks do, and a reorganisation undoes that.
package enum PaymentState: Codable, Hashable, Sendable {
  /// It is recorded, and no part of it was sent.
  case signed

  /// The network may have seen it; it is in no known block.
  case broadcast

  /// A transaction of the family is in a block that is not deep enough yet, or not proved.
  case included(PaymentInclusion)

  /// It paid, in a block that is deep enough.
  case confirmed(PaymentInclusion)

  /// It was undone in a block that is deep enough; only the fee is spent.
  case reverted(PaymentInclusion)

  /// The transaction that cancels it is in a block that is deep enough; it will not pay.
  case cancelled(PaymentInclusion)

  /// Blocks have spent its nonce with a transaction that is not of the family; it will not pay.
  case replaced(NonceSpent)

  /// The payer ended it before anything left this wallet; its nonce is free.
  case abandoned

  /// True if its end is not known, so that it must be followed.
  package var isUnresolved: Bool {
    switch self {
    case .signed, .broadcast, .included: true
    case .confirmed, .reverted, .cancelled, .replaced, .abandoned: false
    }
  }

  /// True if no other payment may have its nonce.
  package var holdsNonce: Bool {
    switch self {
    case .abandoned: false
    case .signed, .broadcast, .included, .confirmed, .reverted, .cancelled, .replaced: true
    }
  }

  /// True if its end was decided by blocks, which other blocks can undo.
  package var isOfBlocks: Bool {
    switch self {
    case .included, .confirmed, .reverted, .cancelled, .replaced: true
    case .signed, .broadcast, .abandoned: false
    }
  }

  /// The block that has a transaction of the family; nil if none is known.
  package var inclusion: PaymentInclusion? {
    switch self {
    case .included(let inclusion), .confirmed(let inclusion), .reverted(let inclusion),
      .cancelled(let inclusion):
      inclusion
    case .signed, .broadcast, .replaced, .abandoned: nil
    }
  }

  /// The block that decided the end; nil without an end of blocks, or if an older wallet recorded
  /// it without the block.
  package var endBlock: (number: UInt64, hash: Hash32)? {
    if case .replaced(let spent) = self {
      return spent.blockNumber > 0 ? (spent.blockNumber, spent.blockHash) : nil
    }
    guard !isUnresolved else { return nil }
    return inclusion.map { ($0.blockNumber, $0.blockHash) }
  }
}
