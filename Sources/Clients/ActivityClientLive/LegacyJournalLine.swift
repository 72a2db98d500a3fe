import ActivityClient
import DurableFiles
import EthereumPrimitives
import Foundation

/// One line of an older wallet's journal: a signed payment, or an event of a payment.
struct LegacyJournalLine: Codable, Equatable {
  /// The version that this code reads.
  static let currentVersion = 1

  enum Kind: String, Codable {
    case signed, broadcast, confirmed, rejected, reverted, replaced, reorganised
  }

  /// The recorded fields of a signed payment.
  struct Signed: Codable, Equatable {
    var chainID: UInt64
    var from: String
    var to: String
    var value: String
    var gasLimit: UInt64
    var maxFeePerGas: String
    var maxPriorityFeePerGas: String
    var nonce: UInt64
    var raw: String
  }

  /// The block that contains a payment.
  struct Block: Codable, Equatable {
    var number: UInt64
    var hash: String
    var gasUsed: UInt64
    var gasPrice: String
  }

  /// A node's refusal.
  struct Rejection: Codable, Equatable {
    var code: Int
    var message: String
  }

  var version = currentVersion
  var kind: Kind

  /// Milliseconds since 1970.
  var at: Int64

  /// The hash of the payment's transaction.
  var hash: String

  var signed: Signed?
  var block: Block?
  var rejection: Rejection?
  var replacedBy: String?

  /// The first bytes of the hash of the line, computed without this field.
  var check = ""

  /// Decodes a line's bytes; nil if they were changed since they were written.
  init?(decoding bytes: some Collection<UInt8>) {
    guard let line = CanonicalJSON.decode(Self.self, from: bytes),
      line.version == Self.currentVersion
    else { return nil }
    var unchecked = line
    unchecked.check = ""
    guard line.check == JournalText.check(of: CanonicalJSON.encode(unchecked)) else { return nil }
    self = line
  }
}

// MARK: - Interpreting

extension LegacyJournalLine {
  /// The time of writing.
  var date: Date { PaymentTable.date(at) }

  /// The transaction that the line is about; nil if the line is invalid.
  var transactionHash: Hash32? { JournalText.hash(hash) }

  /// The signed payment; nil if the line is invalid.
  var payment: Payment? {
    guard let signed, let hash = transactionHash,
      let from = JournalText.address(signed.from), let to = JournalText.address(signed.to),
      let value = JournalText.wei(signed.value),
      let maxFeePerGas = JournalText.wei(signed.maxFeePerGas),
      let maxPriorityFeePerGas = JournalText.wei(signed.maxPriorityFeePerGas),
      let raw = JournalText.bytes(signed.raw)
    else { return nil }
    let intent = PaymentIntent(
      chainID: ChainID(rawValue: signed.chainID), from: from, to: to, value: value)
    let transaction = PaymentTransaction(
      nonce: signed.nonce, gasLimit: GasUnits(rawValue: signed.gasLimit),
      maxFeePerGas: maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas, hash: hash,
      rawTransaction: raw)
    // The transaction must be exactly the signed one: it may be broadcast again.
    guard transaction.mismatch(with: intent) == nil else { return nil }
    return Payment(intent: intent, transactions: [transaction], recordedAt: date)
  }

  /// Returns the block that the line names; nil if the block is missing or invalid.
  func inclusion(_ outcome: PaymentInclusion.Outcome) -> PaymentInclusion? {
    guard let block, let hash = transactionHash, let blockHash = JournalText.hash(block.hash),
      let gasPrice = JournalText.wei(block.gasPrice)
    else { return nil }
    return PaymentInclusion(
      transactionHash: hash, outcome: outcome, blockNumber: block.number, blockHash: blockHash,
      gasUsed: GasUnits(rawValue: block.gasUsed), effectiveGasPrice: gasPrice)
  }
}
