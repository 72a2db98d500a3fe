import Headrace

/// A feature that starts three effects, which send an action each.
struct ThreeEffects: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case start
    case answered
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start: return .merge((0..<3).map { _ in .run { await $0(.answered) } })
    case .answered:
      state.count += 1
      return .none
    }
  }
}
