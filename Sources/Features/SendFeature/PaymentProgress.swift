package import ActivityClient
package import EthereumPrimitives
package import NodeClient

/// What a payment waits for, for people.
package enum PaymentProgress: Codable, Equatable, Sendable {
  /// Its transaction is being handed to the node.
  case handingOver
  /// The node has it; no block does yet.
  case waitingForBlock
  /// The node has it, and no block can: each gas costs more than was signed.
  case underpriced(baseFee: Wei, ceiling: Wei)
  /// The node has it, and this many blocks were added without it.
  case waitingForLong(blockCount: UInt64)
  /// Transactions of the account with earlier nonces must come first, from that one on.
  case waitingForEarlier(accountNonce: UInt64)
  /// A block has it; so many blocks of those needed are there.
  case inBlock(number: UInt64, depth: UInt64, needed: UInt64)
  /// Its nonce counts as spent by another transaction; the block is not deep enough yet, or its
  /// transaction was not found.
  case nonceSpent(needed: UInt64)
  /// A deep block has it, and the node says that it failed there. One node's word is not enough.
  case failureUnproved
  /// The node's newest block is below one that had it.
  case nodeBehind(head: UInt64, needed: UInt64)
  /// The node does not answer, or not correctly.
  case nodeFailing(NodeError)
  /// The node's answers contradict each other, or the request.
  case nodeInconsistent(InconsistentAnswer)
  /// The chain's head changed during the look.
  case chainMoving
  /// The node does not accept it; another one may have it.
  case refused(NodeRefusal)
  /// An old payment that a node had once, and does not have now. It goes out again only if its
  /// owner says so, or makes a payment that comes after it.
  case forgotten
  /// Another process is writing the journal.
  case journalBusy
  /// The second node does not answer.
  case verifierFailing(NodeError)
  /// The second node does not see the same end.
  case verifierDisagreeing
}

/// How far a followed payment has come, and what it waits for.
package struct PaymentNews: Codable, Equatable, Sendable {
  /// The payment as the journal has it.
  package var payment: Payment
  /// What it waits for.
  package var progress: PaymentProgress

  /// Describes how far a payment has come.
  package init(payment: Payment, progress: PaymentProgress) {
    self.payment = payment
    self.progress = progress
  }
}

/// How following a payment came to an end.
package enum FollowingEnd: Equatable, Sendable {
  /// The payment has its end.
  case ended(Payment)
  /// The time is over; the journal has the payment, and following it again continues.
  case stillOpen(PaymentNews)

  /// The payment as the journal has it.
  package var payment: Payment {
    switch self {
    case .ended(let payment): payment
    case .stillOpen(let news): news.payment
    }
  }
}

/// Answers of a node that can't be true together; nothing is decided by them.
package enum InconsistentAnswer: Error, Codable, Hashable, Sendable {
  /// There is no newest block, or its number is not a block's.
  case noHead
  /// The receipt is of another transaction.
  case receiptOfAnother(Hash32)
  /// Two transactions of one nonce have receipts.
  case twoReceipts(Hash32, Hash32)
  /// The receipt names a different block from the chain's block at that number.
  case receiptInUnknownBlock(Hash32)
  /// The block does not have the transaction that the receipt says it has.
  case blockWithoutTransaction(Hash32)
  /// The block of a number does not follow the one before it.
  case blockUponAnother(number: UInt64)
  /// The transaction is not what was signed.
  case otherTransaction(Hash32)
  /// The transaction is not where its receipt says.
  case otherPlace(Hash32)
  /// The receipt's gas or price is past what was signed, or below what a block demands.
  case impossibleCost(Hash32)
  /// The transaction is said to have failed, but its recipient has no code that could fail.
  case impossibleFailure(Hash32)
  /// A block has the transaction, and the account has not used the nonce.
  case nonceNotSpent(accountNonce: UInt64)
  /// The block that had the transaction still exists, but the receipt is gone.
  case receiptMissing(Hash32)
}
