import ActivityClient
import EthereumPrimitives
import JSONRPC
import NodeClient

/// Hands payments of the journal to the node and follows them to their end; signs nothing.
///
/// It sends the bytes that the journal has, and no others, so that it can be begun anew at any
/// time, by any number of wallets: the chain takes one transaction once. What it learns stands in
/// the journal before anybody is told.
struct PaymentDelivery: Sendable {
  let node: NodeClient
  let activity: ActivityClient
  let clock: any Clock<Duration>

  /// How long to wait between looks.
  static let pollInterval = Duration.seconds(1)

  /// How many looks in a row must find the nonce spent, and the payment nowhere, before it counts
  /// as replaced: a node may know a block's nonces a moment before its receipts.
  static let overtakenLookCount = 3

  /// What a look at a payment found.
  private enum Finding {
    /// How far the payment has come.
    case payment(Payment)
    /// The account has used the nonce, and the node does not know the payment.
    case overtaken
  }

  /// Hands a payment over and follows it until it is confirmed or failed.
  ///
  /// What goes away by itself (a node that is down, a journal in use) is waited out.
  ///
  /// - Parameters:
  ///   - payment: A payment of the journal.
  ///   - news: Hears of each change before the end.
  /// - Returns: The payment with its end.
  /// - Throws: What waiting does not help against; the payment stays unresolved in the journal.
  func deliver(
    _ payment: Payment, news: @Sendable (Payment) async -> Void
  ) async throws -> Payment {
    var payment = payment
    var overtakenLooks = 0
    while payment.state.isUnresolved {
      var pause = Self.pollInterval
      do {
        switch try await look(at: payment) {
        case .payment(let found):
          overtakenLooks = 0
          if found != payment {
            payment = found
            guard payment.state.isUnresolved else { continue }
            await news(payment)
            pause = .zero
          }
        case .overtaken:
          overtakenLooks += 1
          if overtakenLooks == Self.overtakenLookCount {
            payment = try await note(payment, .failed(.replaced(by: nil)))
            continue
          }
        }
      } catch {
        guard let wait = Self.wait(after: error) else { throw error }
        pause = max(pause, wait)
      }
      if pause > .zero { try await clock.sleep(for: pause) }
    }
    return payment
  }

  /// Hands a payment over once, if nobody is known to have it, without waiting for anything.
  ///
  /// - Returns: How far the payment has come, as far as that is known.
  func handOver(_ payment: Payment) async throws -> Payment {
    guard payment.state == .signed else { return payment }
    do {
      guard case .payment(let found) = try await broadcast(payment) else { return payment }
      return found
    } catch  where Self.wait(after: error) != nil {
      return payment
    }
  }

  /// Refuses a node of another chain; one that does not answer is asked again.
  func requireChain(_ chainID: ChainID) async throws {
    while true {
      do {
        return try await node.requireChain(chainID)
      } catch {
        guard let wait = Self.wait(after: error) else { throw error }
        try await clock.sleep(for: max(Self.pollInterval, wait))
      }
    }
  }

  /// How long to wait before trying again; nil where that does not help.
  private static func wait(after error: any Error) -> Duration? {
    switch error {
    case let error as NodeError where error.isRetryable: error.retryAfter ?? .zero
    case JournalFailure.busy, UpdateRefusal.storage(.busy): .zero
    default: nil
    }
  }
}

// MARK: - Looking

extension PaymentDelivery {
  private func look(at payment: Payment) async throws -> Finding {
    guard payment.state != .signed else { return try await broadcast(payment) }
    if let settled = try await settled(payment) { return .payment(settled) }
    // A node that was started anew has forgotten what waited.
    let isWaiting = try await node.transaction(payment.intent.hash) != nil
    return isWaiting ? .payment(payment) : try await broadcast(payment)
  }

  private func broadcast(_ payment: Payment) async throws -> Finding {
    do {
      _ = try await node.sendRawTransaction(payment.intent.rawTransaction)
    } catch let error as NodeError {
      guard case .refused(_, let refusal) = error, !error.isRetryable else { throw error }
      if error.poolRefusal != .alreadyKnown {
        if let settled = try await settled(payment) { return .payment(settled) }
        if try await node.transaction(payment.intent.hash) == nil {
          switch error.poolRefusal {
          case .nonceTooLow:
            return .overtaken
          case .nonceTooHigh, .poolFull:
            // An earlier payment is still to come, or there is no room just now.
            return .payment(payment)
          case .alreadyKnown, .insufficientFunds, .replacementUnderpriced, .underpriced,
            .tipAboveFeeCap, .gasTooLow, .gasAboveBlockLimit, .feeAboveNodeLimit, .invalidSender,
            nil:
            // Once a node had it, another one may have it still.
            guard payment.state == .signed else { return .payment(payment) }
            return .payment(
              try await note(
                payment, .failed(.rejected(code: refusal.code, message: refusal.message))))
          }
        }
      }
    }
    return .payment(try await note(payment, .broadcast))
  }

  /// The payment with the end that a block has for it; nil while none has.
  private func settled(_ payment: Payment) async throws -> Payment? {
    guard let receipt = try await node.receipt(payment.intent.hash) else { return nil }
    let inclusion = PaymentInclusion(
      blockNumber: receipt.blockNumber, blockHash: receipt.blockHash, gasUsed: receipt.gasUsed,
      effectiveGasPrice: receipt.effectiveGasPrice)
    return try await note(
      payment,
      receipt.outcome == .succeeded ? .confirmed(inclusion) : .failed(.reverted(inclusion)))
  }

  /// Writes news into the journal; where another wallet wrote later ones, those count.
  private func note(_ payment: Payment, _ event: PaymentEvent) async throws -> Payment {
    do {
      return try await activity.update(payment.id, event)
    } catch UpdateRefusal.impossible(let state) {
      var payment = payment
      payment.state = state
      return payment
    }
  }
}
