package import EthereumPrimitives
package import Foundation

/// A line of an account's activity: a payment that it made or received.
package enum ActivityLine: Codable, Hashable, Sendable, Identifiable {
  /// A payment that the account made or tried to make, from the journal.
  case payment(Payment)
  /// A payment that the account received, as a node reported it.
  case received(ReceivedPayment)

  /// The identity of a line.
  package enum ID: Codable, Hashable, Sendable {
    /// The journal's name for a payment.
    case payment(PaymentID)
    /// The transaction that paid the account.
    case received(Hash32)
  }

  /// The payment's name, or the transaction's hash.
  package var id: ID {
    switch self {
    case .payment(let payment): .payment(payment.id)
    case .received(let received): .received(received.transactionHash)
    }
  }

  /// The time of recording, or of the block.
  package var date: Date {
    switch self {
    case .payment(let payment): payment.recordedAt
    case .received(let received): received.date
    }
  }

  /// The recipient, or the payer.
  package var counterparty: Address {
    switch self {
    case .payment(let payment): payment.intent.to
    case .received(let received): received.from
    }
  }

  /// The payment from the journal; nil if the account received it.
  package var payment: Payment? {
    if case .payment(let payment) = self { payment } else { nil }
  }
}

/// Ether that an account received in a block's transaction, according to one node.
///
/// No decision is based on it: a lying node can at worst show a false line.
package struct ReceivedPayment: Codable, Hashable, Sendable {
  /// The chain.
  package var chainID: ChainID
  /// The payer.
  package var from: Address
  /// The recipient.
  package var to: Address
  /// The amount.
  package var value: Wei
  /// The transaction.
  package var transactionHash: Hash32
  /// The number of its block.
  package var blockNumber: UInt64
  /// The hash of its block.
  package var blockHash: Hash32
  /// The time stated in the block, but no later than when the wallet first saw it.
  package var date: Date

  /// Describes a received payment.
  package init(
    chainID: ChainID, from: Address, to: Address, value: Wei, transactionHash: Hash32,
    blockNumber: UInt64, blockHash: Hash32, date: Date
  ) {
    self.chainID = chainID
    self.from = from
    self.to = to
    self.value = value
    self.transactionHash = transactionHash
    self.blockNumber = blockNumber
    self.blockHash = blockHash
    self.date = date
  }

  /// Returns the number of blocks from its own to the newest known one, including both.
  package func depth(below newest: UInt64) -> UInt64 {
    newest < blockNumber ? 0 : newest - blockNumber + 1
  }
}
