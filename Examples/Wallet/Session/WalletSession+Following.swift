package import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import NodeClient
package import SendFeature
import WalletApp

// MARK: - Recorded Payments

extension WalletSession {
  /// Finds a payment of the journal.
  func payment(_ reference: PaymentReference) async throws(CommandFailure) -> Payment? {
    do {
      return try await activity.payment(reference)
    } catch {
      throw FailureText.journal(error)
    }
  }

  /// Sends a recorded payment and follows it to its end, without a passcode.
  ///
  /// - Parameters:
  ///   - reference: The reference by which the payment is looked up.
  ///   - patience: The limit on the wait.
  ///   - json: True to write each event as a JSON object.
  ///   - tellsHash: True to show the hash immediately.
  ///   - role: The purpose, which determines the expected end: for `.cancel`, that it did not pay.
  /// - Returns: The payment with its end, or without it if the patience allows that.
  package func follow(
    _ reference: PaymentReference, _ patience: PaymentPatience, json: Bool,
    tellsHash: Bool = false, wanted role: PaymentTransaction.Role = .original
  ) async throws(CommandFailure) -> Payment {
    try await tellIfStale(reference, json: json)
    let store = makeFollowing(reference)
    let end = await wait(
      store, .view(.followed), patience, json: json, tellsHash: tellsHash,
      earlier: \.earlier, stage: { PaymentStage($0) })
    switch end.stage {
    case .missing: throw FailureText.unknown(reference)
    case .preparing: throw FailureText.notLookedUp(reference, FailureText.toldToStop)
    case .refused(let failure):
      throw FailureText.notLookedUp(reference, FailureText.failure(failure))
    case .open, .ended, .stopped: break
    }
    return try end.payment(
      patience, node: nodeName, hasVerifier: verifier != nil, wanted: role)
  }

  /// Reports that an old payment is sent now.
  private func tellIfStale(
    _ reference: PaymentReference, json: Bool
  ) async throws(CommandFailure) {
    let known: Payment?
    do {
      known = try await activity.payment(reference)
    } catch {
      throw FailureText.notLookedUp(reference, FailureText.journal(error))
    }
    guard let known else { throw FailureText.unknown(reference) }
    let stale = OldPayment(payment: known, at: Date())
    guard stale.isStale else { return }
    terminal.writeNote(FailureText.goesOut(stale), json: json)
  }

  /// Asks the node once for a payment's status, without sending anything.
  package func status(
    of reference: PaymentReference, json: Bool = false
  ) async throws(CommandFailure) -> PaymentStatus {
    let store = makeFollowing(reference)
    try await ask(store, .view(.looked), json: json, consequence: "nothing was sent")
    return try status(of: reference, in: store)
  }

  /// Returns the result of a look.
  func status(
    of reference: PaymentReference, in store: StoreOf<FollowPayment>
  ) throws(CommandFailure) -> PaymentStatus {
    switch store.withState(\.phase) {
    case .seen(let status): return status
    case .unknown: throw FailureText.unknown(reference)
    case .failed(let failure):
      throw FailureText.notLookedUp(reference, FailureText.failure(failure))
    case .stopped(let payment, let failure): throw FailureText.unsettled(payment, failure)
    case .looking(let payment):
      throw FailureText.unknownEnd(payment, "not known: interrupted")
    case .idle, .searching, .following, .ended:
      throw FailureText.notLookedUp(reference, FailureText.toldToStop)
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

  // MARK: - Earlier Payments

  /// Reports unfinished payments; the review reports those that no node accepted.
  func tellOfOpenPayments() async throws(CommandFailure) {
    let open: [Payment]
    do {
      open = try await activity.unresolved().filter { $0.intent.chainID == chainID }
    } catch {
      throw FailureText.journal(error)
    }
    for payment in open.map({ OldPayment(payment: $0, at: Date()) }) where !payment.isStale {
      terminal.writeError(FailureText.stillOpen(payment))
    }
  }
}
