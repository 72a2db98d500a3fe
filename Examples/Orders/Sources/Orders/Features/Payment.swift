import Headrace
import HeadraceDurable

/// The payment of one order: it asks the bank once, and answers the order.
@Reducer
struct Payment {
  struct State: Codable, Equatable, Sendable {
    enum Status: String, Codable, Sendable { case new, asking, paid, refused, refunded }

    var status = Status.new
    var cents = 0
    /// The key by which the bank knows the payment.
    var key: String?
    var isCancelled = false
  }

  enum Answer: Codable, Equatable, Sendable {
    case paid(receipt: String)
    case refused(reason: String)
  }

  enum Action: Codable, Equatable, Sendable {
    case requested(cents: Int)
    case bankAnswered(Answer, key: String)
    case cancelled
    case refunded
  }

  @Dependency(\.bank) private var bank
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.effectKey) private var effectKey
  @Dependency(\.entityID) private var entityID

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .requested(let cents):
        guard state.status == .new else { return .none }
        state.status = .asking
        state.cents = cents
        return pay(cents)
      case .bankAnswered(let answer, let key):
        state.key = key
        switch answer {
        case .paid:
          state.status = .paid
          return state.isCancelled ? refund(key) : tellOrder(answer)
        case .refused:
          state.status = .refused
          return state.isCancelled ? .none : tellOrder(answer)
        }
      case .cancelled:
        // The bank may be paying now, so its answer is awaited.
        state.isCancelled = true
        guard state.status == .paid, let key = state.key else { return .none }
        return refund(key)
      case .refunded:
        state.status = .refunded
        return .none
      }
    }
  }

  /// Asks the bank until it answers, with one key, even across a restart of the program.
  private func pay(_ cents: Int) -> Effect<Action> {
    .run { send in
      let key = effectKey
      let answer = try await untilItAnswers { try await bank.pay(cents, key) }
      await send(.bankAnswered(answer, key: key))
    }
  }

  private func refund(_ key: String) -> Effect<Action> {
    .run { send in
      try await untilItAnswers { try await bank.refund(key) }
      await send(.refunded)
    }
  }

  private func untilItAnswers<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
    while true {
      do {
        return try await ask()
      } catch {
        try await clock.sleep(for: .seconds(1))
      }
    }
  }

  private func tellOrder(_ answer: Answer) -> Effect<Action> {
    entityID.map { .send(Order.Action.paymentAnswered(answer), to: .order($0.key)) } ?? .none
  }
}
