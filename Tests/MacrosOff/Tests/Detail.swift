import Headrace

/// Shows a part of a quote.
struct Detail: Reducer {
  struct State: Equatable {
    var isStarred = false
  }

  enum Action: Equatable { case starTapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isStarred.toggle()
    return .none
  }
}
