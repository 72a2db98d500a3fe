package import EthereumPrimitives
package import Foundation

/// A payment of the journal: an intent, and the family of transactions that carries it out.
package struct Payment: Codable, Hashable, Sendable, Identifiable {
  /// The payer's intent.
  package var intent: PaymentIntent

  /// The signed transactions, oldest first; never empty.
  package var transactions: [PaymentTransaction]

  /// The current state.
  package var state: PaymentState

  /// True if its end was seen in a block that can no longer be reorganised away; other ends are
  /// read again whenever the wallet opens.
  package var isFinal: Bool

  /// A node's last refusal of it; only for display: no decision depends on it.
  package var lastRefusal: NodeRefusal?

  /// The time of recording.
  package var recordedAt: Date

  /// The time of the last change of state.
  package var updatedAt: Date

  /// Describes a payment, in a journal or a test.
  ///
  /// - Precondition: There is at least one transaction.
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

  /// Decodes a payment.
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

  /// The hash to display: of the transaction in a block, otherwise of the one signed last.
  package var hash: Hash32 { state.inclusion?.transactionHash ?? current.hash }

  /// True if the payer has signed a transaction that cancels it.
  package var isCancelling: Bool { transactions.contains { $0.role == .cancel } }

  /// True if any of its transactions may have left this wallet.
  package var mayBeKnown: Bool { transactions.contains(where: \.mayBeKnown) }

  /// True if a node has ever reported having one of its transactions, or a block contained one and
  /// was removed by a reorganisation.
  package var wasTaken: Bool { transactions.contains(where: \.wasTaken) }

  /// The event that the blocks that decided its present state are no longer part of the chain.
  package var reorganised: PaymentEvent { .reorganised(from: state, isFinal: isFinal) }

  /// Finds a transaction of the family by its hash.
  package func transaction(_ hash: Hash32) -> PaymentTransaction? {
    transactions.first { $0.hash == hash }
  }
}

/// A node's answer when it did not accept a transaction.
package struct NodeRefusal: Codable, Hashable, Sendable {
  /// The JSON-RPC error code.
  package var code: Int

  /// The node's message, cut at `messageCharacterCountMax`; not safe to print unescaped.
  package var message: String

  /// The maximum number of characters kept of a node's message.
  package static let messageCharacterCountMax = 1_000

  /// Stores a node's answer.
  package init(code: Int, message: String) {
    self.code = code
    self.message = String(message.prefix(Self.messageCharacterCountMax))
  }
}
