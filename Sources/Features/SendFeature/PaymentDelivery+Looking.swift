package import ActivityClient
import NodeClient

// MARK: - Reading Without Sending

extension PaymentDelivery {
  /// Looks at a payment once, records the blocks' content, and sends nothing.
  ///
  /// - Returns: The payment, and what it waits for; the latter is `nil` if the payment has ended.
  func status(of payment: Payment) async throws -> PaymentStatus {
    guard payment.state.isUnresolved else { return try await statusOfEnd(payment) }
    // A payment that was never sent is in no block, so it stays unchanged.
    guard payment.state != .signed else {
      return PaymentStatus(payment: payment, progress: .handingOver)
    }
    var machine = PaymentDeliveryMachine(payment, policy: policy, hasVerifier: verifier != nil)
    var step = PaymentDeliveryMachine.Step.look
    while true {
      switch step {
      case .note(.handedOver), .handOver:
        return PaymentStatus(payment: machine.payment, progress: .handingOver)
      case .note, .look, .verify:
        step = machine.receive(try await perform(step, machine.payment))
      case .pause(_, let progress):
        return PaymentStatus(payment: machine.payment, progress: progress)
      case .end:
        return PaymentStatus(payment: machine.payment, progress: nil)
      }
    }
  }

  /// Reads an end again until a look shows whether it is still true; returns a payment without an
  /// end unchanged.
  ///
  /// - Parameters:
  ///   - payment: A payment of the journal.
  ///   - news: Receives the reason the end can't be read, whenever that changes.
  func readEnd(
    of payment: Payment, news: @Sendable (PaymentNews) async -> Void
  ) async throws -> Payment {
    var payment = payment
    var told: PaymentProgress?
    while !payment.state.isUnresolved {
      let status = try await statusOfEnd(payment)
      guard let progress = status.progress, !status.payment.state.isUnresolved else {
        return status.payment
      }
      if progress != told {
        told = progress
        await news(PaymentNews(payment: payment, progress: progress))
      }
      let pause = max(policy.pollInterval, progress.retryAfter ?? .zero)
      try await clock.sleep(for: min(pause, FinalityPolicy.pauseMax))
      payment = try await reread(payment)
    }
    return payment
  }

  /// Reads an end again, even a final one: a payment is reported as paid only if the chain contains
  /// it now.
  private func statusOfEnd(_ payment: Payment) async throws -> PaymentStatus {
    guard payment.state != .abandoned else {
      return PaymentStatus(payment: payment, progress: nil)
    }
    let (judgement, found) = try await review(payment)
    switch judgement {
    case .stands: return PaymentStatus(payment: found, progress: nil)
    case .gone: return PaymentStatus(payment: found, progress: .handingOver)
    case .unknown(let progress): return PaymentStatus(payment: found, progress: progress)
    }
  }
}

/// A payment's progress, and what it waits for, if anything.
package struct PaymentStatus: Equatable, Sendable {
  /// The payment as the journal has it.
  package var payment: Payment
  /// The event it waits for; for an end that is not final, the reason it could not be read again.
  package var progress: PaymentProgress?

  /// Describes a payment's progress.
  package init(payment: Payment, progress: PaymentProgress?) {
    self.payment = payment
    self.progress = progress
  }
}

extension PaymentProgress {
  /// The time for which a failing node asks not to be called.
  fileprivate var retryAfter: Duration? {
    switch self {
    case .nodeFailing(let error), .verifierFailing(let error): error.retryAfter
    case .handingOver, .waitingForBlock, .underpriced, .waitingForLong, .waitingForEarlier,
      .inBlock, .nonceSpent, .failureUnproved, .nodeBehind, .nodeInconsistent, .chainMoving,
      .refused, .forgotten, .journalBusy, .verifierDisagreeing:
      nil
    }
  }
}
