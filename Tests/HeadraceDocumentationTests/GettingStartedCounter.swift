import Headrace

@Reducer
struct Counter {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case incrementButtonTapped
    case startButtonTapped
    case stopButtonTapped
    case tick
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped, .tick:
        state.count += 1
        return .none
      case .startButtonTapped:
        return .run { [clock] send in
          for _ in 1...3 {
            try await clock.sleep(for: .milliseconds(100))
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .stopButtonTapped:
        return .cancel(id: CancelID.timer)
      }
    }
  }
}

actor Program {
  func run() async -> Int {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.incrementButtonTapped)
    await store.send(.startButtonTapped).finish()
    return store.count  // 4
  }
}

struct HandWritten: Reducer {
  struct State { var count = 0 }
  enum Action { case tick, stop }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .tick = action { state.count += 1 }
    return .none
  }
}

extension HandWritten.Action: CasePathable {
  struct AllCasePaths {
    var tick: AnyCasePath<HandWritten.Action, Void> {
      AnyCasePath(
        embed: { .tick },
        extract: { action in
          guard case .tick = action else { return nil }
          return ()
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
