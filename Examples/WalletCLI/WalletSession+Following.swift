package import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import NodeClient
package import SendFeature
import WalletApp

// MARK: - Payments That Are Recorded

extension WalletSession {
  /// Finds a payment of the journal.
  func payment(_ reference: PaymentReference) async throws(CommandFailure) -> Payment? {
    do {
      return try await activity.payment(reference)
    } catch {
      throw FailureTexts.journal(error)
    }
  }

  /// Hands a recorded payment over and follows it to its end; it needs no passcode.
  ///
  /// - Parameters:
  ///   - reference: How the payment is looked up.
  ///   - patience: How long to wait.
  ///   - json: Whether each event is told as a JSON object.
  ///   - tellsHash: Whether the hash is told at once.
  ///   - role: The end that is wanted: of `.cancel`, that it did not pay.
  /// - Returns: The payment with its end; without it where the patience says so.
  package func follow(
    _ reference: PaymentReference, _ patience: PaymentPatience, json: Bool,
    tellsHash: Bool = false, wanted role: PaymentTransaction.Role = .original
  ) async throws(CommandFailure) -> Payment {
    let store = makeFollowing(reference)
    let end = await wait(
      store, .view(.followed), patience, json: json, tellsHash: tellsHash,
      stage: { PaymentStage($0) })
    switch end.stage {
    case .missing: throw FailureTexts.unknown(reference)
    case .preparing: throw FailureTexts.notLookedUp(reference, FailureTexts.toldToStop)
    case .refused(let failure):
      throw FailureTexts.notLookedUp(reference, FailureTexts.failure(failure))
    case .open, .ended, .stopped: break
    }
    return try end.payment(patience, node: nodeName, wanted: role)
  }

  /// Asks the node once how far a payment is; nothing is sent.
  package func status(
    of reference: PaymentReference
  ) async throws(CommandFailure) -> PaymentStatus {
    let store = makeFollowing(reference)
    await store.send(.view(.looked)).finish()
    switch store.withState(\.phase) {
    case .seen(let status): return status
    case .unknown: throw FailureTexts.unknown(reference)
    case .failed(let failure):
      throw FailureTexts.notLookedUp(reference, FailureTexts.failure(failure))
    case .stopped(let payment, let failure): throw FailureTexts.unsettled(payment, failure)
    case .looking(let payment):
      throw FailureTexts.unknownEnd(payment, "not known: interrupted")
    case .idle, .searching, .following, .ended:
      throw FailureTexts.notLookedUp(reference, FailureTexts.toldToStop)
    }
  }

  func makeFollowing(_ reference: PaymentReference) -> StoreOf<FollowPayment> {
    Store(initialState: FollowPayment.State(reference)) {
      FollowPayment()
    } withDependencies: { [activity, node, verifier] in
      $0.context = .live
      $0.activity = activity
      $0.node = node
      $0.verifier = verifier
    }
  }

  // MARK: - Old Payments

  /// Tells of payments that have no end yet, and refuses to pay behind one that no node
  /// ever took: the new one would wait for it, and it would go out unasked.
  func refuseBehindStalePayments() async throws(CommandFailure) {
    let open: [Payment]
    do {
      open = try await activity.unresolved().filter { $0.intent.chainID == chainID }
    } catch {
      throw FailureTexts.journal(error)
    }
    let aged = open.map { StalePayment(payment: $0, at: Date()) }
    for payment in aged where !payment.isStale {
      terminal.writeError(FailureTexts.stillOpen(payment))
    }
    if let stale = aged.first(where: \.isStale) { throw FailureTexts.stale(stale) }
  }

  // MARK: - Asking the Node

  /// How long a command asks the node before anything is recorded.
  private static let askingSecondsMax = 60

  /// Sends an action that asks the node to the screen on top, and waits for the answers: not for
  /// ever, and not in silence.
  func askNode(
    _ store: StoreOf<WalletApp>, _ action: WalletScreen.Action, json: Bool
  ) async throws(CommandFailure) {
    let asking = Task { await tap(store, action) }
    let timing = Task { [terminal, nodeName] () -> Bool in
      var silence = SilenceReport()
      for _ in 0..<Self.askingSecondsMax {
        do { try await ContinuousClock().sleep(for: .seconds(1)) } catch { return false }
        if let text = silence.line(afterSecondOf: "asking \(nodeName)") {
          terminal.tellWaiting(text, json: json)
        }
      }
      asking.cancel()
      return true
    }
    await withTaskCancellationHandler {
      await asking.value
    } onCancel: {
      asking.cancel()
    }
    timing.cancel()
    guard await timing.value else { return }
    throw CommandFailure(
      "\(nodeName) did not answer all questions within \(Self.askingSecondsMax) s; nothing was sent",
      .nodeUnavailable)
  }
}

extension CommandFailure {
  /// The failure with the payment that it is about.
  func about(_ payment: Payment) -> CommandFailure {
    CommandFailure(message, status, payment: payment.hash)
  }
}
