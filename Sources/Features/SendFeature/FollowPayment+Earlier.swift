import ActivityClient
import Headrace

// MARK: - Earlier Payments

extension FollowPayment {
  /// Looks for the account's earlier payments while they are waited for: those without an end, and
  /// those whose end a reorganisation reverted.
  ///
  /// An old payment that no node ever accepted is left to its owner.
  ///
  /// - Parameters:
  ///   - payment: The payment that waits.
  ///   - followed: Earlier payments that are already followed.
  func findEarlier(than payment: Payment, except followed: [OldPayment]) -> Effect<Action> {
    .run { [activity, clock, date, delivery = delivery(of: payment)] send in
      var found = Set(followed.map(\.payment.id))
      while true {
        for settled in try await activity.reviewable(payment.intent.chainID)
        where settled.isEarlier(than: payment) {
          _ = try await delivery.review(settled, resends: true)
        }
        let open = try await activity.unresolved().filter { other in
          other.isEarlier(than: payment) && !found.contains(other.id)
        }.map { OldPayment(payment: $0, at: date.now) }.filter { !$0.isStale }
        found.formUnion(open.map(\.payment.id))
        if !open.isEmpty { await send(.inner(.earlierFound(open))) }
        try await clock.sleep(for: delivery.policy.pollInterval)
      }
    } catch: { _, _ in
      // Following the payment itself fails, too, and reports it.
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }

  /// Sends an earlier payment, as often as necessary, until it has reached its end.
  func followEarlier(_ payment: Payment) -> Effect<Action> {
    .run { [delivery = delivery(of: payment)] send in
      _ = try await delivery.deliver(payment) { _ in }
      await send(.inner(.earlierEnded(payment.id)))
    } catch: { error, send in
      await send(.inner(.stopped(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.earlier)
  }
}

extension Payment {
  /// Returns true if this payment must be in a block before the other one.
  fileprivate func isEarlier(than other: Payment) -> Bool {
    intent.chainID == other.intent.chainID && intent.from == other.intent.from
      && nonce < other.nonce
  }
}
