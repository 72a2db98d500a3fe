import Headrace
import HeadraceDurable

/// An order: it reserves its items, requests their payment, and is shipped, refused or cancelled.
///
/// It communicates with ``Stock`` and ``Payment`` by messages, which are committed together with
/// the action that sends them. The deadline of the payment is a timer that survives the program.
@Reducer
struct Order {
  struct State: Codable, Equatable, Sendable {
    enum Status: String, Codable, Sendable {
      case new, reserving, paying, shipped, refused, cancelled
    }

    var status = Status.new
    var items: [Item] = []
    var receipt: String?
    /// The reason it was refused or cancelled.
    var reason: String?

    var isEnded: Bool { [.shipped, .refused, .cancelled].contains(status) }
  }

  enum Action: Codable, Equatable, Sendable {
    case placed([Item])
    case reservationAnswered(isReserved: Bool)
    case paymentAnswered(Payment.Answer)
    case paymentTimedOut
    case cancelRequested
  }

  private enum CancelID { case deadline }

  /// The time limit for a payment.
  static let paymentTime = Duration.seconds(30)

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.entityID) private var entityID

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .placed(let items):
        guard state.status == .new, let entityID else { return .none }
        state.items = items
        state.status = .reserving
        return .send(Stock.Action.reserve(items, for: entityID), to: .stock)
      case .reservationAnswered(let isReserved):
        return reservationAnswered(isReserved, &state)
      case .paymentAnswered(let answer):
        guard state.status == .paying else { return .none }
        switch answer {
        case .paid(let receipt):
          state.status = .shipped
          state.receipt = receipt
          return .merge(.cancel(id: CancelID.deadline), tellStock { .shipped($0) })
        case .refused(let reason):
          return end(&state, .refused, reason)
        }
      case .paymentTimedOut:
        return cancel(&state, "the payment was not answered in time")
      case .cancelRequested:
        return cancel(&state, "the customer cancelled it")
      }
    }
  }

  private func reservationAnswered(_ isReserved: Bool, _ state: inout State) -> Effect<Action> {
    switch (state.status, isReserved) {
    case (.reserving, true):
      state.status = .paying
      return .merge(
        tellPayment(.requested(cents: state.items.price)),
        .run { [clock] send in
          try await clock.sleep(for: Self.paymentTime)
          await send(.paymentTimedOut)
        }
        .cancellable(id: CancelID.deadline))
    case (.reserving, false):
      state.status = .refused
      state.reason = "sold out"
      return .none
    case (_, true):
      // The order was cancelled while it waited for this answer.
      return tellStock { .release($0) }
    case (_, false):
      return .none
    }
  }

  private func cancel(_ state: inout State, _ reason: String) -> Effect<Action> {
    switch state.status {
    case .paying:
      return .merge(end(&state, .cancelled, reason), tellPayment(.cancelled))
    case .reserving:
      state.status = .cancelled
      state.reason = reason
      return .none
    case .new, .shipped, .refused, .cancelled:
      return .none
    }
  }

  /// Ends an order whose items are reserved.
  private func end(
    _ state: inout State, _ status: State.Status, _ reason: String
  ) -> Effect<Action> {
    state.status = status
    state.reason = reason
    return .merge(.cancel(id: CancelID.deadline), tellStock { .release($0) })
  }

  private func tellStock(_ action: (EntityID) -> Stock.Action) -> Effect<Action> {
    entityID.map { .send(action($0), to: .stock) } ?? .none
  }

  private func tellPayment(_ action: Payment.Action) -> Effect<Action> {
    entityID.map { .send(action, to: .payment(of: $0)) } ?? .none
  }
}

extension EntityID {
  /// Returns the id of an order.
  static func order(_ key: String) -> EntityID { EntityID("order", key) }
  /// Returns the id of an order's payment, which has the order's key.
  static func payment(of order: EntityID) -> EntityID { EntityID("payment", order.key) }
  /// The id of the only stock.
  static let stock = EntityID("stock", "main")
}
