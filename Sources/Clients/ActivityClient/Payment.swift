package import EthereumPrimitives
package import Foundation

/// What the journal calls a payment by: the hash of its signed transaction.
package struct PaymentID: Hashable, Sendable {
  /// The transaction's hash.
  package let transactionHash: Hash32

  /// Names a payment by its transaction.
  package init(transactionHash: Hash32) {
    self.transactionHash = transactionHash
  }
}

/// A payment that is signed and about to be recorded.
package struct PaymentIntent: Hashable, Sendable {
  /// Which chain it is for.
  package var chainID: ChainID

  /// Who pays.
  package var from: Address

  /// Who is paid.
  package var to: Address

  /// How much the recipient gets.
  package var value: Wei

  /// How much gas it may use.
  package var gasLimit: GasUnits

  /// The most it may cost per unit of gas.
  package var maxFeePerGas: Wei

  /// The most of that that goes to the block's proposer.
  package var maxPriorityFeePerGas: Wei

  /// Its place among the account's transactions, from 0.
  package var nonce: UInt64

  /// The hash of the signed transaction.
  package var hash: Hash32

  /// The signed transaction; kept so that it, and no other, is broadcast again.
  package var rawTransaction: [UInt8]

  /// Describes a signed payment.
  package init(
    chainID: ChainID,
    from: Address,
    to: Address,
    value: Wei,
    gasLimit: GasUnits,
    maxFeePerGas: Wei,
    maxPriorityFeePerGas: Wei,
    nonce: UInt64,
    hash: Hash32,
    rawTransaction: [UInt8]
  ) {
    self.chainID = chainID
    self.from = from
    self.to = to
    self.value = value
    self.gasLimit = gasLimit
    self.maxFeePerGas = maxFeePerGas
    self.maxPriorityFeePerGas = maxPriorityFeePerGas
    self.nonce = nonce
    self.hash = hash
    self.rawTransaction = rawTransaction
  }
}

/// A payment of the journal.
package struct Payment: Hashable, Sendable, Identifiable {
  /// What was signed.
  package var intent: PaymentIntent

  /// When it was recorded.
  package var recordedAt: Date

  /// When its state last changed.
  package var updatedAt: Date

  /// How far it has come.
  package var state: PaymentState

  /// Describes a payment, as a journal or a test does.
  package init(
    intent: PaymentIntent,
    recordedAt: Date,
    updatedAt: Date? = nil,
    state: PaymentState = .signed
  ) {
    self.intent = intent
    self.recordedAt = recordedAt
    self.updatedAt = updatedAt ?? recordedAt
    self.state = state
  }

  /// What the journal calls it by.
  package var id: PaymentID { PaymentID(transactionHash: intent.hash) }
}

/// How far a payment has come.
package enum PaymentState: Hashable, Sendable {
  /// Written; whether a node has seen it is not known.
  case signed

  /// A node took it; it is not in a block that we know.
  case broadcast

  /// It is in a block.
  case confirmed(PaymentInclusion)

  /// It will not pay.
  case failed(PaymentFailure)

  /// Whether its end is not known, so that it must be followed.
  package var isUnresolved: Bool {
    switch self {
    case .signed, .broadcast: true
    case .confirmed, .failed: false
    }
  }
}

/// The block that holds a payment, and what it cost there.
package struct PaymentInclusion: Hashable, Sendable {
  /// The block's number.
  package var blockNumber: UInt64

  /// The block's hash.
  package var blockHash: Hash32

  /// How much gas was used.
  package var gasUsed: GasUnits

  /// What each unit of gas cost.
  package var effectiveGasPrice: Wei

  /// Describes an inclusion.
  package init(
    blockNumber: UInt64,
    blockHash: Hash32,
    gasUsed: GasUnits,
    effectiveGasPrice: Wei
  ) {
    self.blockNumber = blockNumber
    self.blockHash = blockHash
    self.gasUsed = gasUsed
    self.effectiveGasPrice = effectiveGasPrice
  }
}

/// Why a payment will not pay.
package enum PaymentFailure: Hashable, Sendable {
  /// Every node asked refused it; no block can hold it but by someone else's doing. The nonce is free again.
  case rejected(code: Int, message: String)

  /// It is in a block and was undone there; the fee is spent.
  case reverted(PaymentInclusion)

  /// Another transaction with the same nonce is in a block.
  case replaced(by: Hash32?)
}

/// What became of a payment.
package enum PaymentEvent: Hashable, Sendable {
  /// A node took it, or had it already.
  case broadcast

  /// It is in a block.
  case confirmed(PaymentInclusion)

  /// It will not pay.
  case failed(PaymentFailure)

  /// The block that held it is no longer part of the chain; it must be followed again.
  case reorganised
}

/// Which payments to find.
package struct ActivityQuery: Hashable, Sendable {
  /// Only payments by this account; nil for all.
  package var from: Address?

  /// Only payments on this chain; nil for all.
  package var chainID: ChainID?

  /// How many of the newest to leave out.
  package var offset: Int

  /// How many to answer with at most.
  package var limit: Int

  /// Asks for a page of payments, 20 by default.
  package init(from: Address? = nil, chainID: ChainID? = nil, offset: Int = 0, limit: Int = 20) {
    self.from = from
    self.chainID = chainID
    self.offset = offset
    self.limit = limit
  }
}
