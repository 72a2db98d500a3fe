import ActivityClient
import Headrace
import HeadraceFlow
import SendFeature
import WalletApp

/// The stage of a command's payment.
enum PaymentStage: Equatable {
  /// Nothing is recorded yet.
  case preparing
  /// Nothing was recorded, and nothing will be; or the payment ended without paying.
  case refused(SendMoneyFailure)
  /// The journal has no such payment.
  case missing
  /// The journal has the payment, which is being followed.
  case open(Payment, PaymentProgress?)
  /// The payment has reached its end.
  case ended(Payment)
  /// The journal has the payment, and following it has stopped.
  case stopped(Payment, SendMoneyFailure)

  /// The payment, if one is recorded.
  var payment: Payment? {
    switch self {
    case .preparing, .refused, .missing: nil
    case .open(let payment, _), .ended(let payment), .stopped(let payment, _): payment
    }
  }
}

// MARK: - Stages of Screens

extension PaymentStage {
  /// Creates the stage of the payment on the send screen.
  init(_ state: WalletApp.State) {
    let screen = state.routes.last { $0.screen.is(\.send) }?.screen.send
    self = screen.map { PaymentStage($0) } ?? .preparing
  }

  /// Creates the stage of a payment being made.
  init(_ state: SendMoney.State) {
    self =
      switch state.phase {
      case .editing, .quoting, .reviewing, .submitting: .preparing
      case .refused(_, _, let failure): .refused(failure)
      case .failed(let failure): state.payment.map { .ended($0) } ?? .refused(failure)
      case .following(let payment): .open(payment, state.progress)
      case .unsettled(let payment, let failure): .stopped(payment, failure)
      case .confirmed(let payment, _): .ended(payment)
      }
  }

  /// Creates the stage of a payment being followed.
  init(_ state: FollowPayment.State) {
    self =
      switch state.phase {
      case .idle, .searching, .looking, .seen: .preparing
      case .unknown: .missing
      case .following(let payment, let progress): .open(payment, progress)
      case .ended(let payment): .ended(payment)
      case .stopped(let payment, let failure): .stopped(payment, failure)
      case .failed(let failure): .refused(failure)
      }
  }
}

/// The outcome of waiting for a payment.
struct PaymentWaitEnd {
  /// The reason the wait ended.
  enum Reason: Equatable, Sendable {
    /// There is nothing more to wait for.
    case done
    /// The time ran out.
    case timeOver
    /// The command was stopped.
    case stopped
  }

  /// The payment's stage.
  let stage: PaymentStage
  /// The reason the wait ended.
  let reason: Reason

  /// Returns the result of the wait.
  ///
  /// - Parameters:
  ///   - patience: The command's limit on the wait.
  ///   - node: The node's name in sentences.
  ///   - hasVerifier: True if there is a second node.
  ///   - role: The purpose, which determines the expected end: for `.cancel`, that it did not pay.
  /// - Returns: The payment: it has the expected end, or does not have to be waited for.
  /// - Throws: Any other end, with the corresponding exit code.
  func payment(
    _ patience: PaymentPatience, node: String, hasVerifier: Bool = false,
    wanted role: PaymentTransaction.Role = .original
  ) throws(CommandFailure) -> Payment {
    switch stage {
    case .preparing, .missing: throw .interrupted
    case .refused(let failure): throw FailureText.failure(failure)
    case .stopped(let payment, let failure): throw FailureText.unsettled(payment, failure)
    case .open(let payment, _) where reason == .done && !payment.state.isUnresolved:
      return try PaymentWaitEnd(stage: .ended(payment), reason: .done)
        .payment(patience, node: node, hasVerifier: hasVerifier, wanted: role)
    case .ended(let payment):
      if role == .cancel {
        guard payment.state.isCancelled else {
          throw FailureText.notCancelled(payment, hasVerifier: hasVerifier)
        }
        return payment
      }
      if let failure = SendMoneyFailure(payment, hasVerifier: hasVerifier) {
        throw FailureText.failure(failure).about(payment)
      }
      return payment
    case .open(let payment, let progress):
      let waiting = ProgressText.reason(progress, node: node)
      switch reason {
      case .done:
        try Self.check(payment, wanted: role)
        return payment
      case .timeOver where !payment.state.isUnresolved && progress != nil:
        throw FailureText.notReadAgain(
          PaymentStatus(payment: payment, progress: progress), node: node)
      case .timeOver:
        throw FailureText.unknownEnd(payment, "not known after \(patience.text) (\(waiting))")
      case .stopped: throw FailureText.unknownEnd(payment, "not known: interrupted (\(waiting))")
      }
    }
  }

  /// Checks, where the end is not waited for, that what a node has is what was wanted.
  private static func check(
    _ payment: Payment, wanted role: PaymentTransaction.Role
  ) throws(CommandFailure) {
    let inclusion = payment.state.inclusion
    let pays =
      inclusion.map { payment.transaction($0.transactionHash)?.role != .cancel }
      ?? !payment.isCancelling
    guard pays == (role == .cancel) else { return }
    let reason =
      if role != .cancel {
        Phrase("not known: the payment is being cancelled")
      } else if inclusion != nil {
        Phrase("not known: a block has the payment, and not its cancellation")
      } else {
        // A reorganisation removed the end that made a cancellation unnecessary.
        Phrase("not known: the payment is pending again, and nothing cancels it")
      }
    throw FailureText.unknownEnd(payment, reason)
  }
}

extension PaymentPatience {
  /// The time limit, for people.
  fileprivate var text: String { DurationText(seconds: seconds).description }
}
