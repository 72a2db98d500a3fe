import Headrace

@Reducer
struct Counter {
  struct State: Equatable { var count = 0 }
  enum Action { case incrementButtonTapped, startButtonTapped, stopButtonTapped, tick }

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

@main
actor Program {
  static func main() async { await Program().run() }

  private func run() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.incrementButtonTapped)
    print("After one tap: \(store.state.count)")
    let timer = store.send(.startButtonTapped)
    print("While the timer runs: \(store.state.count)")
    await timer.finish()
    print("When it has ended: \(store.state.count)")
  }
}
