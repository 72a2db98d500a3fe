import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import SendFeature

// MARK: - Texts of Payments That Are Recorded

extension FailureTexts {
  /// The text for a payment that is recorded, and whose end is not known.
  static func unknownEnd(_ payment: Payment, _ reason: String) -> CommandFailure {
    CommandFailure(
      "the payment \(payment.hash.hex) is recorded and may pay; its end is \(reason). Ask with"
        + " 'wallet wait \(payment.intent.key?.text ?? payment.hash.hex)', and don't send it anew",
      .unknownEnd, payment: payment.hash)
  }

  /// The text for a payment that is recorded, and can't be followed.
  static func unsettled(_ payment: Payment, _ failure: SendMoneyFailure) -> CommandFailure {
    unknownEnd(payment, "not known: \(self.failure(failure).message)")
  }

  /// The text for a payment that was faster than its cancellation, or ended otherwise.
  static func notCancelled(_ payment: Payment) -> CommandFailure {
    let end = SendMoneyFailure(payment).map { failure($0).message } ?? "it paid"
    return CommandFailure(
      "the payment \(payment.hash.hex) was not cancelled: \(end)", .refused,
      payment: payment.hash)
  }

  /// The text for a payment that the journal does not have.
  static func unknown(_ reference: PaymentReference) -> CommandFailure {
    CommandFailure("no payment \(name(reference)) is recorded here", .tryAgain)
  }

  /// The text for a payment that could not be looked up: it may be recorded, and may pay.
  static func notLookedUp(
    _ reference: PaymentReference, _ reason: CommandFailure
  ) -> CommandFailure {
    CommandFailure(
      "the payment \(name(reference)) could not be looked up, and may be recorded:"
        + " \(reason.message)", .unknownEnd)
  }

  /// The reason of a command that was told to stop.
  static let toldToStop = CommandFailure("interrupted before it was done", .unknownEnd)

  private static func name(_ reference: PaymentReference) -> String {
    switch reference {
    case .id(let id): id.transactionHash.hex
    case .transaction(let hash): hash.hex
    case .key(let key): key.text
    }
  }

  /// The text for a repair that could not read all payments.
  static func notRead(_ report: RepairReport) -> CommandFailure {
    let count = report.unknown.count
    return CommandFailure(
      "\(count) payment\(count == 1 ? " was" : "s were") not read again; expected a node that has the"
        + " whole chain: try again, or with another one (see --rpc-url)", .nodeUnavailable)
  }

  /// The text for an old payment that no node ever took, behind which nothing is paid.
  static func stale(_ stale: StalePayment) -> CommandFailure {
    let name = stale.payment.intent.key?.text ?? stale.payment.hash.hex
    return CommandFailure(
      "nothing was sent: \(describe(stale)), and no node is known to have it; a new payment would"
        + " wait behind it. Expected 'wallet wait \(name)', which sends it, or 'wallet cancel"
        + " \(name)', which ends it", .refused, payment: stale.payment.hash)
  }

  /// What is told of an old payment that has no end yet.
  static func stillOpen(_ stale: StalePayment) -> String {
    "Note: \(describe(stale)), and has no end yet; it goes out with this one where it has to."
      + " See 'wallet status \(stale.payment.hash.hex)'."
  }

  /// What is told of an old payment that no node took, and that goes out now.
  static func goesOut(_ stale: StalePayment) -> String {
    "Note: \(describe(stale)), and no node is known to have it; it goes out now."
  }

  private static func describe(_ stale: StalePayment) -> String {
    let intent = stale.payment.intent
    let age = AgeText.ago(Int(stale.age.components.seconds))
    return "the payment \(stale.payment.hash.hex) of \(intent.value.etherText) ETH to"
      + " \(intent.to.checksummed) was signed \(age)"
  }

  /// The text for a payment whose node could not tell how far it is.
  static func notReadAgain(_ status: PaymentStatus, node: String) -> CommandFailure {
    let text =
      status.nodeFailure.map { failure($0).message }
      ?? "the end of the payment \(status.payment.hash.hex) was not read again:"
      + " \(ProgressTexts.text(status.progress, node: node))"
    return CommandFailure(text, .nodeUnavailable, payment: status.payment.hash)
  }

  /// How a command ends that tells how far a payment is.
  static func check(_ status: PaymentStatus, node: String) throws(CommandFailure) {
    guard status.isReadAgain else { throw notReadAgain(status, node: node) }
    if let failure = SendMoneyFailure(status.payment) {
      throw self.failure(failure).about(status.payment)
    }
    guard status.payment.state.isUnresolved else { return }
    let waiting =
      status.payment.state == .signed
      ? "it was never handed to a node" : ProgressTexts.text(status.progress, node: node)
    throw unknownEnd(status.payment, "not known yet (\(waiting))")
  }
}

extension PaymentState {
  /// Whether it was ended by its payer.
  var isCancelled: Bool {
    switch self {
    case .cancelled, .abandoned: true
    case .signed, .broadcast, .included, .confirmed, .reverted, .replaced: false
    }
  }
}

extension PaymentStatus {
  /// Whether the state is what the chain says now: an end can change that could not be read again.
  var isReadAgain: Bool {
    payment.state.isUnresolved ? nodeFailure == nil : progress == nil
  }

  /// Why the node could not be asked, where that is so.
  var nodeFailure: NodeError? {
    if case .nodeFailing(let error)? = progress { error } else { nil }
  }
}
