import ActivityClient
import Headrace

// MARK: - Earlier Payments

extension FollowPayment {
  /// Finds the account's payments that must come first: those without an end, and those whose end
  /// a reorganisation took back. What no node ever took, and is old, is left to its owner.
  func findEarlier(than payment: Payment) -> Effect<Action> {
    .run { [activity, date, delivery = delivery(of: payment)] send in
      for settled in try await activity.reviewable(payment.intent.chainID)
      where settled.isEarlier(than: payment) {
        _ = try await delivery.review(settled)
      }
      let open = try await activity.unresolved().filter { other in
        other.isEarlier(than: payment) && !StalePayment(payment: other, at: date.now).isStale
      }
      await send(.inner(.earlierFound(open)))
    } catch: { error, send in
      await send(.inner(.earlierFailed(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.earlier, cancelInFlight: true)
  }

  /// Hands an earlier payment over, as often as it needs it, until it has its end.
  func followEarlier(_ payment: Payment) -> Effect<Action> {
    .run { [delivery = delivery(of: payment)] _ in
      _ = try await delivery.deliver(payment) { _ in }
    } catch: { error, send in
      await send(.inner(.earlierFailed(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.earlier)
  }
}

extension Payment {
  /// Whether a block must have this payment before it can have the other one.
  fileprivate func isEarlier(than other: Payment) -> Bool {
    intent.chainID == other.intent.chainID && intent.from == other.intent.from
      && nonce < other.nonce
  }
}
