import ActivityClient
import DurableFiles
import EthereumPrimitives

/// Converts states and events to and from the columns of a journal.
enum PaymentText {
  /// The text was not written by this code.
  struct Unreadable: Error {}

  /// A report of blocks or of a node; each kind has only its own fields.
  private struct Detail: Codable {
    var transaction: String?
    var outcome: String?
    var block: String?
    var number: UInt64?
    var gasUsed: UInt64?
    var gasPrice: String?
    var isFinal: Bool?
    var role: String?
    var code: Int?
    var message: String?

    init() {}

    init(_ inclusion: PaymentInclusion) {
      transaction = JournalText.text(inclusion.transactionHash)
      outcome = inclusion.outcome.rawValue
      block = JournalText.text(inclusion.blockHash)
      number = inclusion.blockNumber
      gasUsed = inclusion.gasUsed.rawValue
      gasPrice = JournalText.text(inclusion.effectiveGasPrice)
    }

    init(_ spent: NonceSpent) {
      transaction = spent.by.map(JournalText.text)
      block = JournalText.text(spent.blockHash)
      number = spent.blockNumber
    }

    init(decoding text: String?) throws {
      guard let text, let detail = CanonicalJSON.decode(Self.self, from: Array(text.utf8)) else {
        throw Unreadable()
      }
      self = detail
    }

    var text: String { String(decoding: CanonicalJSON.encode(self), as: UTF8.self) }

    func hash() throws -> Hash32 {
      guard let hash = transaction.flatMap(JournalText.hash) else { throw Unreadable() }
      return hash
    }

    func inclusion() throws -> PaymentInclusion {
      guard let outcome = outcome.flatMap(PaymentInclusion.Outcome.init), let number,
        let block = block.flatMap(JournalText.hash), let gasUsed,
        let gasPrice = gasPrice.flatMap(JournalText.wei)
      else { throw Unreadable() }
      return PaymentInclusion(
        transactionHash: try hash(), outcome: outcome, blockNumber: number, blockHash: block,
        gasUsed: GasUnits(rawValue: gasUsed), effectiveGasPrice: gasPrice)
    }

    func spent() throws -> NonceSpent {
      guard let number, let block = block.flatMap(JournalText.hash) else { throw Unreadable() }
      return NonceSpent(
        by: try transaction.map { _ in try hash() }, blockNumber: number, blockHash: block)
    }
  }

  // MARK: - States

  static func columns(_ state: PaymentState) -> (name: String, detail: String?) {
    switch state {
    case .signed: ("signed", nil)
    case .broadcast: ("broadcast", nil)
    case .included(let inclusion): ("included", Detail(inclusion).text)
    case .confirmed(let inclusion): ("confirmed", Detail(inclusion).text)
    case .reverted(let inclusion): ("reverted", Detail(inclusion).text)
    case .cancelled(let inclusion): ("cancelled", Detail(inclusion).text)
    case .replaced(let spent): ("replaced", Detail(spent).text)
    case .abandoned: ("abandoned", nil)
    }
  }

  static func state(_ name: String, _ detail: String?) throws -> PaymentState {
    switch name {
    case "signed": .signed
    case "broadcast": .broadcast
    case "included": .included(try Detail(decoding: detail).inclusion())
    case "confirmed": .confirmed(try Detail(decoding: detail).inclusion())
    case "reverted": .reverted(try Detail(decoding: detail).inclusion())
    case "cancelled": .cancelled(try Detail(decoding: detail).inclusion())
    case "replaced": .replaced(try Detail(decoding: detail).spent())
    case "abandoned": .abandoned
    default: throw Unreadable()
    }
  }

  // MARK: - Notes

  static func columns(_ kind: PaymentNote.Kind) -> (name: String, detail: String) {
    var detail = Detail()
    let name: String
    switch kind {
    case .recorded(let role, let hash):
      name = "recorded"
      detail.role = role.rawValue
      detail.transaction = JournalText.text(hash)
    case .imported:
      name = "imported"
    case .event(.handedOver(let hash)):
      name = "handedOver"
      detail.transaction = JournalText.text(hash)
    case .event(.taken(let hash)):
      name = "taken"
      detail.transaction = JournalText.text(hash)
    case .event(.refused(let hash, let refusal)):
      name = "refused"
      detail.transaction = JournalText.text(hash)
      detail.code = refusal.code
      detail.message = refusal.message
    case .event(.included(let inclusion)):
      name = "included"
      detail = Detail(inclusion)
    case .event(.settled(let inclusion, let isFinal)):
      name = "settled"
      detail = Detail(inclusion)
      detail.isFinal = isFinal
    case .event(.replaced(let spent, let isFinal)):
      name = "replaced"
      detail = Detail(spent)
      detail.isFinal = isFinal
    case .event(.reorganised): name = "reorganised"
    case .event(.abandoned): name = "abandoned"
    }
    return (name, detail.text)
  }

  static func kind(_ name: String, _ text: String) throws -> PaymentNote.Kind {
    let detail = try Detail(decoding: text)
    switch name {
    case "recorded":
      guard let role = detail.role.flatMap(PaymentTransaction.Role.init) else {
        throw Unreadable()
      }
      return .recorded(role, try detail.hash())
    case "imported": return .imported
    case "handedOver": return .event(.handedOver(try detail.hash()))
    case "taken": return .event(.taken(try detail.hash()))
    case "refused":
      guard let code = detail.code, let message = detail.message else { throw Unreadable() }
      return .event(.refused(try detail.hash(), NodeRefusal(code: code, message: message)))
    case "included": return .event(.included(try detail.inclusion()))
    case "settled":
      return .event(.settled(try detail.inclusion(), isFinal: detail.isFinal == true))
    case "replaced": return .event(.replaced(try detail.spent(), isFinal: detail.isFinal == true))
    case "reorganised": return .event(.reorganised())
    case "abandoned": return .event(.abandoned)
    default: throw Unreadable()
    }
  }
}
