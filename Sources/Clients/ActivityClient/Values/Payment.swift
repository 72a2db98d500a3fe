package import EthereumPrimitives
package import Foundation

/// A payment of the journal: an intent, and the family of transactions that carries it out.
package struct Payment: Codable, Hashable, Sendable, Identifiable {
  /// What is paid.
  package var intent: PaymentIntent

  /// What was signed for it, oldest first; never empty.
  package var transactions: [PaymentTransaction]

  /// How far it has come.
  package var state: PaymentState

  /// Whether its end was seen in a block that can no longer be reorganised away. Other ends are
  /// read again whenever the wallet opens.
  package var isFinal: Bool

  /// A node's last objection to it; for display, because no decision depends on it.
  package var lastRefusal: NodeRefusal?

  /// When it was recorded.
  package var recordedAt: Date

  /// When its state last changed.
  package var updatedAt: Date

  /// Describes a payment, as a journal or a test does.
  ///
  /// - Precondition: There is a transaction.
  package init(
    intent: PaymentIntent, transactions: [PaymentTransaction], recordedAt: Date,
    updatedAt: Date? = nil, state: PaymentState = .signed, isFinal: Bool = false,
    lastRefusal: NodeRefusal? = nil
  ) {
    precondition(!transactions.isEmpty, "A payment has no transaction; expected its original.")
    self.intent = intent
    self.transactions = transactions
    self.recordedAt = recordedAt
    self.updatedAt = updatedAt ?? recordedAt
    self.state = state
    self.isFinal = isFinal
    self.lastRefusal = lastRefusal
  }

  /// Reads a payment.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if it has no transaction.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    intent = try values.decode(PaymentIntent.self, forKey: .intent)
    transactions = try values.decode([PaymentTransaction].self, forKey: .transactions)
    state = try values.decode(PaymentState.self, forKey: .state)
    isFinal = try values.decode(Bool.self, forKey: .isFinal)
    lastRefusal = try values.decodeIfPresent(NodeRefusal.self, forKey: .lastRefusal)
    recordedAt = try values.decode(Date.self, forKey: .recordedAt)
    updatedAt = try values.decode(Date.self, forKey: .updatedAt)
    guard !transactions.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .transactions, in: values,
        debugDescription: "A payment has no transaction; expected its original.")
    }
  }

  /// Its name in the journal: the hash of its first transaction.
  package var id: PaymentID { PaymentID(transactionHash: transactions[0].hash) }

  /// The position of the whole family among the account's transactions, from 0.
  package var nonce: UInt64 { transactions[0].nonce }

  /// The transaction signed last, which is the one to send.
  package var current: PaymentTransaction { transactions[transactions.count - 1] }

  /// The hash to display: that of the transaction in a block, otherwise that of the one signed
  /// last.
  package var hash: Hash32 { state.inclusion?.transactionHash ?? current.hash }

  /// Whether the payer has signed a transaction that undoes it.
  package var isCancelling: Bool { transactions.contains { $0.role == .cancel } }

  /// Whether any of its transactions may have left this wallet.
  package var mayBeKnown: Bool { transactions.contains(where: \.mayBeKnown) }

  /// Whether a node has ever said that it has one of its transactions, or a block had one that a
  /// reorganisation removed.
  package var wasTaken: Bool { transactions.contains(where: \.wasTaken) }

  /// The event that the blocks that decided on it, as it is here, are no longer part of the chain.
  package var reorganised: PaymentEvent { .reorganised(from: state, isFinal: isFinal) }

  /// Finds a transaction of the family by its hash.
  package func transaction(_ hash: Hash32) -> PaymentTransaction? {
    transactions.first { $0.hash == hash }
  }
}

/// What a node said when it did not accept a transaction.
package struct NodeRefusal: Codable, Hashable, Sendable {
  /// The code of JSON-RPC.
  package var code: Int

  /// The node's words, cut at `messageCharacterCountMax`; not safe to print as they are.
  package var message: String

  /// How many characters of a node's words are kept.
  package static let messageCharacterCountMax = 1_000

  /// Keeps what a node said.
  package init(code: Int, message: String) {
    self.code = code
    self.message = String(message.prefix(Self.messageCharacterCountMax))
  }
}
