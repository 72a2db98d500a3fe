import Foundation
import Headrace
import HeadraceDurable

/// Counts each sender's numbers.
struct Tally: Reducer {
  struct State: Codable, Equatable, Sendable {
    /// The number of times that each number of each sender was applied.
    var counts: [String: [Int: Int]] = [:]
    /// The numbers in the order in which they were applied.
    var order: [String: [Int]] = [:]

    var count: Int { counts.values.reduce(0) { $0 + $1.values.reduce(0, +) } }
    var isInOrder: Bool { order.values.allSatisfy { $0 == $0.sorted() } }
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int, from: String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number, let sender):
      state.counts[sender, default: [:]][number, default: 0] += 1
      state.order[sender, default: []].append(number)
      return .none
    }
  }
}
