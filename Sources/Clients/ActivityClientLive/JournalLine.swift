import ActivityClient
import DurableFiles
import EthereumPrimitives
import Foundation

/// One line of a journal: a payment that was signed, or what became of it.
///
/// Amounts, hashes and addresses are `0x` and digits, because JSON numbers lose digits.
struct JournalLine: Codable, Equatable {
  /// The form that this code reads and writes.
  static let currentVersion = 1

  /// How much of a node's message is kept.
  static let messageCharacterCountMax = 1_000

  enum Kind: String, Codable {
    case signed, broadcast, confirmed, rejected, reverted, replaced, reorganised
  }

  /// What is known of a signed payment.
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

  /// The block that holds a payment.
  struct Block: Codable, Equatable {
    var number: UInt64
    var hash: String
    var gasUsed: UInt64
    var gasPrice: String
  }

  /// What a node said.
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

  /// The first bytes of the hash of the line without them, so that no digit of it can change
  /// unnoticed.
  var check = ""
}

// MARK: - Writing

extension JournalLine {
  /// The bytes of the line, without its end.
  var encoded: [UInt8] {
    var line = self
    line.check = JournalText.check(of: CanonicalJSON.encode(unchecked))
    return CanonicalJSON.encode(line)
  }

  /// Reads a line's bytes; nil unless they are as they were written.
  init?(decoding bytes: some Collection<UInt8>) {
    guard let line = CanonicalJSON.decode(JournalLine.self, from: bytes),
      line.version == Self.currentVersion,
      line.check == JournalText.check(of: CanonicalJSON.encode(line.unchecked))
    else { return nil }
    self = line
  }

  private var unchecked: JournalLine {
    var line = self
    line.check = ""
    return line
  }
}

// MARK: - Saying what happened

extension JournalLine {
  /// The line of a signed payment.
  init(recording intent: PaymentIntent, at date: Date) {
    self.init(kind: .signed, at: Self.milliseconds(date), hash: JournalText.text(intent.hash))
    signed = Signed(
      chainID: intent.chainID.rawValue, from: JournalText.text(intent.from),
      to: JournalText.text(intent.to), value: JournalText.text(intent.value),
      gasLimit: intent.gasLimit.rawValue, maxFeePerGas: JournalText.text(intent.maxFeePerGas),
      maxPriorityFeePerGas: JournalText.text(intent.maxPriorityFeePerGas), nonce: intent.nonce,
      raw: JournalText.text(intent.rawTransaction))
  }

  /// The line of what became of a payment.
  init(updating id: PaymentID, _ event: PaymentEvent, at date: Date) {
    self.init(
      kind: .broadcast, at: Self.milliseconds(date), hash: JournalText.text(id.transactionHash))
    switch event {
    case .broadcast:
      kind = .broadcast
    case .confirmed(let inclusion):
      kind = .confirmed
      block = Block(inclusion)
    case .failed(.rejected(let code, let message)):
      kind = .rejected
      rejection = Rejection(
        code: code, message: String(message.prefix(Self.messageCharacterCountMax)))
    case .failed(.reverted(let inclusion)):
      kind = .reverted
      block = Block(inclusion)
    case .failed(.replaced(let hash)):
      kind = .replaced
      replacedBy = hash.map(JournalText.text)
    case .reorganised:
      kind = .reorganised
    }
  }

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1_000).rounded())
  }
}

// MARK: - Understanding

extension JournalLine {
  /// When it was written.
  var date: Date { Date(timeIntervalSince1970: Double(at) / 1_000) }

  /// The payment that the line is about; nil when the line does not make sense.
  var paymentID: PaymentID? {
    JournalText.hash(hash).map(PaymentID.init(transactionHash:))
  }

  /// The payment that was signed; nil when the line does not make sense.
  var intent: PaymentIntent? {
    guard let signed, let hash = JournalText.hash(hash),
      let from = JournalText.address(signed.from), let to = JournalText.address(signed.to),
      let value = JournalText.wei(signed.value),
      let maxFeePerGas = JournalText.wei(signed.maxFeePerGas),
      let maxPriorityFeePerGas = JournalText.wei(signed.maxPriorityFeePerGas),
      let raw = JournalText.bytes(signed.raw)
    else { return nil }
    return PaymentIntent(
      chainID: ChainID(rawValue: signed.chainID), from: from, to: to, value: value,
      gasLimit: GasUnits(rawValue: signed.gasLimit), maxFeePerGas: maxFeePerGas,
      maxPriorityFeePerGas: maxPriorityFeePerGas, nonce: signed.nonce, hash: hash,
      rawTransaction: raw)
  }

  /// What became of the payment; nil when the line is of another kind, or does not make sense.
  var event: PaymentEvent? {
    switch kind {
    case .signed: nil
    case .broadcast: .broadcast
    case .confirmed: block?.inclusion.map(PaymentEvent.confirmed)
    case .rejected:
      rejection.map { .failed(.rejected(code: $0.code, message: $0.message)) }
    case .reverted: block?.inclusion.map { .failed(.reverted($0)) }
    case .replaced: replacedEvent
    case .reorganised: .reorganised
    }
  }

  private var replacedEvent: PaymentEvent? {
    guard let replacedBy else { return .failed(.replaced(by: nil)) }
    return JournalText.hash(replacedBy).map { .failed(.replaced(by: $0)) }
  }
}

extension JournalLine.Block {
  fileprivate init(_ inclusion: PaymentInclusion) {
    self.init(
      number: inclusion.blockNumber, hash: JournalText.text(inclusion.blockHash),
      gasUsed: inclusion.gasUsed.rawValue, gasPrice: JournalText.text(inclusion.effectiveGasPrice))
  }

  fileprivate var inclusion: PaymentInclusion? {
    guard let blockHash = JournalText.hash(hash), let gasPrice = JournalText.wei(gasPrice) else {
      return nil
    }
    return PaymentInclusion(
      blockNumber: number, blockHash: blockHash, gasUsed: GasUnits(rawValue: gasUsed),
      effectiveGasPrice: gasPrice)
  }
}
