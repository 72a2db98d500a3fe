import Headrace
import HeadraceDurable

/// The items in stock, and those reserved for each order.
@Reducer
struct Stock {
  struct State: Codable, Equatable, Sendable {
    /// The pieces that are not reserved.
    var free: [String: Int] = ["book": 40, "lamp": 10, "pen": 500]
    /// The reserved items, by the keys of orders.
    var reserved: [String: [Item]] = [:]
    var shippedCount = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case reserve([Item], for: EntityID)
    case release(EntityID)
    case shipped(EntityID)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .reserve(let items, let order):
        let isReserved = state.take(items)
        if isReserved { state.reserved[order.key] = items }
        return .send(Order.Action.reservationAnswered(isReserved: isReserved), to: order)
      case .release(let order):
        for item in state.reserved.removeValue(forKey: order.key) ?? [] {
          state.free[item.product.rawValue, default: 0] += item.count
        }
        return .none
      case .shipped(let order):
        if state.reserved.removeValue(forKey: order.key) != nil { state.shippedCount += 1 }
        return .none
      }
    }
  }
}

extension Stock.State {
  /// Takes all of the items, or none.
  fileprivate mutating func take(_ items: [Item]) -> Bool {
    var rest = free
    for item in items { rest[item.product.rawValue, default: 0] -= item.count }
    guard rest.values.allSatisfy({ $0 >= 0 }) else { return false }
    free = rest
    return true
  }
}
