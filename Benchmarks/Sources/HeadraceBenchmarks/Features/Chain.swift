import Headrace

/// A feature whose actions return the next one.
struct Chain: Reducer {
  struct State { var count = 0 }

  enum Action { case step(remaining: Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .step(let remaining):
        state.count &+= 1
        return remaining == 0 ? .none : .send(.step(remaining: remaining - 1))
      }
    }
  }
}
