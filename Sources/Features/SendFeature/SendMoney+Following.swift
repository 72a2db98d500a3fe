import ActivityClient
import Headrace
import NodeClient

// MARK: - Following a Payment to Its End

extension SendMoney {
  func follow(_ payment: Payment) -> Effect<Action> {
    let delivery = PaymentDelivery(
      node: node, verifier: verifier, activity: activity, clock: clock,
      policy: .standard(for: payment.intent.chainID))
    return .run { send in
      let end = try await delivery.deliver(payment) { await send(.inner(.changed($0))) }
      await send(.inner(.settled(end.payment)))
    } catch: { error, send in
      await send(.inner(.stopped(SendMoneyFailure(error))))
    }
  }

  func settle(_ state: inout State, _ payment: Payment) -> Effect<Action> {
    state.payment = payment
    state.progress = nil
    switch payment.state {
    case .confirmed(let inclusion):
      state.phase = .confirmed(payment, inclusion)
      return .send(.delegate(.confirmed(payment)))
    case .signed, .broadcast, .included, .reverted, .cancelled, .replaced, .abandoned:
      let failure = SendMoneyFailure(payment, hasVerifier: verifier != nil)
      state.phase = failure.map { .failed($0) } ?? .following(payment)
      return .none
    }
  }
}
