import Headrace

/// A stack of counters.
struct Stack: Reducer {
  struct State {
    var path = StackState<Counter.State>()

    init(depth: Int) {
      for id in 0..<depth { path.append(Counter.State(id: id)) }
    }
  }

  enum Action {
    case path(StackActionOf<Counter>)
    case pop
    case push
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path:
        break
      case .pop:
        state.path.removeLast()
      case .push:
        state.path.append(Counter.State(id: 0))
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Counter() }
  }
}

extension Stack.Action: CasePathable {
  struct AllCasePaths {
    var path: AnyCasePath<Stack.Action, StackActionOf<Counter>> {
      AnyCasePath(
        embed: { .path($0) },
        extract: { action in
          guard case .path(let path) = action else { return nil }
          return path
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
