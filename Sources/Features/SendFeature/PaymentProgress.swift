package import ActivityClient
package import EthereumPrimitives
package import NodeClient

/// The event that a payment waits for, as shown to people.
package enum PaymentProgress: Codable, Equatable, Sendable {
  /// Its transaction is being handed to the node.
  case handingOver
  /// The node has it, but no block does yet.
  case waitingForBlock
  /// The node has it, but no block can include it: gas costs more than was signed.
  case underpriced(baseFee: Wei, ceiling: Wei)
  /// The node has it, and this many blocks were added without it.
  case waitingForLong(blockCount: UInt64)
  /// The account's transactions from this nonce on must come first.
  case waitingForEarlier(accountNonce: UInt64)
  /// A block contains it, at this depth of the depth needed.
  case inBlock(number: UInt64, depth: UInt64, needed: UInt64)
  /// Another transaction counts as having spent its nonce; the block is not deep enough yet, or its
  /// transaction was not found.
  case nonceSpent(needed: UInt64)
  /// A deep block contains it, and one node reports that it failed there, which is not enough.
  case failureUnproved
  /// The node's newest block is below one that contained it.
  case nodeBehind(head: UInt64, needed: UInt64)
  /// The node does not answer, or not correctly.
  case nodeFailing(NodeError)
  /// The node's answers contradict each other, or the request.
  case nodeInconsistent(InconsistentAnswer)
  /// The chain's head changed during the look.
  case chainMoving
  /// The node does not accept it; another one may have it.
  case refused(NodeRefusal)
  /// A node once had this old payment, and has lost it; it is sent again only if its owner says so,
  /// or makes a payment that comes after it.
  case forgotten
  /// Another process is writing the journal.
  case journalBusy
  /// The second node does not answer.
  case verifierFailing(NodeError)
  /// The second node does not see the same end.
  case verifierDisagreeing
}

/// The progress of a followed payment, and what it waits for.
package struct PaymentNews: Codable, Equatable, Sendable {
  /// The payment as the journal has it.
  package var payment: Payment
  /// The event that it waits for.
  package var progress: PaymentProgress

  /// Describes a payment's progress.
  package init(payment: Payment, progress: PaymentProgress) {
    self.payment = payment
    self.progress = progress
  }
}

/// The ways in which following a payment ends.
package enum FollowingEnd: Equatable, Sendable {
  /// The payment has reached its end.
  case ended(Payment)
  /// The time ran out; the journal has the payment, and following it again continues.
  case stillOpen(PaymentNews)

  /// The payment as the journal has it.
  package var payment: Payment {
    switch self {
    case .ended(let payment): payment
    case .stillOpen(let news): news.payment
    }
  }
}

/// Contradictory answers of a node, on which no decision is based.
package enum InconsistentAnswer: Error, Codable, Hashable, Sendable {
  /// There is no newest block, or its number is not a block's.
  case noHead
  /// The receipt is of another transaction.
  case receiptOfAnother(Hash32)
  /// Two transactions of one nonce have receipts.
  case twoReceipts(Hash32, Hash32)
  /// The receipt names a different block from the chain's block at that number.
  case receiptInUnknownBlock(Hash32)
  /// The block does not contain the transaction, although the receipt says so.
  case blockWithoutTransaction(Hash32)
  /// The block with this number does not follow the one before it.
  case blockUponAnother(number: UInt64)
  /// The transaction differs from the signed one.
  case otherTransaction(Hash32)
  /// The transaction is not where its receipt says it is.
  case otherPlace(Hash32)
  /// The receipt's gas or price exceeds what was signed, or is below what a block requires.
  case impossibleCost(Hash32)
  /// The transaction is said to have failed, but its recipient has no code that could fail.
  case impossibleFailure(Hash32)
  /// A block contains the transaction, but the account has not used the nonce.
  case nonceNotSpent(accountNonce: UInt64)
  /// The block that contained the transaction still exists, but the receipt does not.
  case receiptMissing(Hash32)
}
