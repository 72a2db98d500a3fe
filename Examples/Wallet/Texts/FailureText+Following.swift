import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import SendFeature

// MARK: - Texts for Recorded Payments

extension FailureText {
  /// Returns the text for a payment that is recorded, and whose end is not known.
  static func unknownEnd(_ payment: Payment, _ reason: Phrase) -> CommandFailure {
    CommandFailure(
      "the payment \(payment.hash.hex) is recorded and may still pay; its outcome is"
        + " \(reason.text). Check with 'wallet wait"
        + " \(payment.intent.key?.text ?? payment.hash.hex)', and don't send it again",
      .unknownEnd, payment: payment.hash)
  }

  /// Returns the text for a payment that is recorded, and can't be followed.
  static func unsettled(_ payment: Payment, _ failure: SendMoneyFailure) -> CommandFailure {
    unknownEnd(payment, "not known: \(self.failure(failure).message)")
  }

  /// Returns the text for a payment that was faster than its cancellation, or ended otherwise.
  static func notCancelled(_ payment: Payment, hasVerifier: Bool) -> CommandFailure {
    let end = SendMoneyFailure(payment, hasVerifier: hasVerifier).map { failure($0).message }
    return CommandFailure(
      "the payment \(payment.hash.hex) was not cancelled: \(end ?? Phrase("it paid").text)",
      .refused,
      payment: payment.hash)
  }

  /// Returns the text for a payment that the journal lacks, for which the same command always
  /// fails: the name is mistyped, or another home folder has it.
  static func unknown(_ reference: PaymentReference) -> CommandFailure {
    CommandFailure("no payment \(name(reference)) is recorded here", .usage)
  }

  /// Returns the text for a payment that could not be looked up: it may be recorded, and may pay.
  static func notLookedUp(
    _ reference: PaymentReference, _ reason: CommandFailure
  ) -> CommandFailure {
    CommandFailure(
      "the payment \(name(reference)) could not be looked up, and may be recorded:"
        + " \(reason.message)", .unknownEnd
    ).because(of: reason)
  }

  /// Returns the text for a payment whose recording was interrupted, with an unknown outcome.
  static func perhapsRecorded(_ reason: CommandFailure) -> CommandFailure {
    CommandFailure(
      "interrupted, and the payment may be recorded: \(reason.message). See 'wallet activity', and"
        + " don't send it again before that", .unknownEnd
    ).because(of: reason)
  }

  /// The reason of a command that was stopped.
  static let toldToStop = CommandFailure("interrupted before it finished", .unknownEnd)

  /// Returns the text of a reference, but not of a typed address, which may contain a password.
  private static func name(_ reference: PaymentReference) -> String {
    switch reference {
    case .id(let id): id.transactionHash.hex
    case .transaction(let hash): hash.hex
    case .key(let key): key.text.contains("://") ? "…" : key.text
    }
  }

  /// Returns the text for a command that could not read all payments again.
  static func notRead(_ count: Int) -> CommandFailure {
    count == 1
      ? CommandFailure(
        "1 payment was not read again; expected a node that has the whole chain: try again, or with another one (see --rpc-url)",
        .nodeUnavailable)
      : CommandFailure(
        "\(count) payments were not read again; expected a node that has the whole chain: try again, or with another one (see --rpc-url)",
        .nodeUnavailable)
  }

  /// Returns the text for an old payment that no node ever accepted, and that blocks later ones.
  static func stale(_ stale: OldPayment) -> CommandFailure {
    CommandFailure(
      "nothing was sent: \(describe(stale)), and no node is known to have it; a new payment would"
        + " wait behind it. Expected 'wallet wait \(name(stale))', which sends it, or 'wallet cancel"
        + " \(name(stale))', which ends it", .refused, payment: stale.payment.hash)
  }

  /// Returns the name of an old payment in commands.
  static func name(_ stale: OldPayment) -> String {
    stale.payment.intent.key?.text ?? stale.payment.hash.hex
  }

  /// Returns the note about an old payment that has no end yet.
  static func stillOpen(_ stale: OldPayment) -> String {
    Phrase(
      "Note: \(describe(stale)), and is still pending; it is sent with this one if needed. See 'wallet status \(stale.payment.hash.hex)'."
    ).text
  }

  /// Returns the note about an old payment that no node accepted, and that is sent now.
  static func goesOut(_ stale: OldPayment) -> String {
    Phrase("Note: \(describe(stale)), and no node is known to have it; it is sent now.").text
  }

  /// Returns the note about an earlier payment that a node once had, and that is sent with a later
  /// one.
  static func goesAlong(_ earlier: OldPayment) -> String {
    Phrase(
      "Note: \(describe(earlier)), and comes before this payment; it is sent again if no node has it. See 'wallet status \(earlier.payment.hash.hex)'."
    ).text
  }

  /// Returns the note about a payment whose end was undone by a reorganisation.
  static func opensAgain(_ payment: Payment) -> String {
    let (hash, to) = (payment.hash.hex, payment.intent.to.checksummed)
    let amount = ether(payment.intent.value)
    return Phrase(
      "Note: the payment \(hash) of \(amount) ETH to \(to) was settled and is pending again: the chain was reorganised. See 'wallet status \(hash)'."
    ).text
  }

  static func describe(_ stale: OldPayment) -> String {
    let intent = stale.payment.intent
    let age = AgeText.ago(Int(stale.age.components.seconds))
    return Phrase(
      "the payment \(stale.payment.hash.hex) of \(ether(intent.value)) ETH to \(intent.to.checksummed) was signed \(age)"
    ).text
  }

  /// Returns the text for a payment whose state the node could not confirm.
  static func notReadAgain(_ status: PaymentStatus, node: String) -> CommandFailure {
    let reason =
      status.nodeFailure.map { failure($0).message }
      ?? ProgressText.reason(status.progress, node: node)
    return CommandFailure(
      "the payment \(status.payment.hash.hex) is recorded, but its outcome was not read again: \(reason)",
      .nodeUnavailable, payment: status.payment.hash)
  }

  /// Throws the failure with which a command about a payment's status ends, if any.
  static func check(
    _ status: PaymentStatus, node: String, hasVerifier: Bool = false
  ) throws(CommandFailure) {
    guard status.isReadAgain else { throw notReadAgain(status, node: node) }
    if let failure = SendMoneyFailure(status.payment, hasVerifier: hasVerifier) {
      throw self.failure(failure).about(status.payment)
    }
    guard status.payment.state.isUnresolved else { return }
    let waiting =
      status.payment.state == .signed
      ? Phrase("it was never handed to a node").text
      : ProgressText.reason(status.progress, node: node)
    throw unknownEnd(status.payment, "not known yet (\(waiting))")
  }
}

extension PaymentState {
  /// True if the payer ended it.
  var isCancelled: Bool {
    switch self {
    case .cancelled, .abandoned: true
    case .signed, .broadcast, .included, .confirmed, .reverted, .replaced: false
    }
  }
}

extension PaymentStatus {
  /// True if the state is what the chain says now: an end that could not be read again may change.
  var isReadAgain: Bool {
    payment.state.isUnresolved ? nodeFailure == nil && !isContradicted : progress == nil
  }

  /// True if the node's answers contradict each other, so that they prove nothing.
  private var isContradicted: Bool {
    if case .nodeInconsistent? = progress { true } else { false }
  }

  /// The reason the node could not be asked, if it could not.
  var nodeFailure: NodeError? {
    if case .nodeFailing(let error)? = progress { error } else { nil }
  }
}

extension CommandFailure {
  /// Returns the failure with the payment that it concerns.
  func about(_ payment: Payment) -> CommandFailure {
    CommandFailure(said: message, status, payment: payment.hash).because(of: self)
  }
}
