import Headrace

/// Loads a file piece by piece, with an effect that has a name; for ``CausalLog``.
@Reducer
struct Download {
  struct State: Equatable {
    var percent = 0
    var isComplete = false
  }

  enum Action: Equatable {
    case startButtonTapped
    case cancelButtonTapped
    case loaded(percent: Int)
    case completed
  }

  private enum CancelID { case download }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state = State()
        return .run(name: "download") { [clock] send in
          for percent in [50, 100] {
            try await clock.sleep(for: .seconds(1))
            await send(.loaded(percent: percent))
          }
        }
        .cancellable(id: CancelID.download, cancelInFlight: true)
      case .cancelButtonTapped:
        return .cancel(id: CancelID.download)
      case .loaded(let percent):
        state.percent = percent
        return percent == 100 ? .send(.completed) : .none
      case .completed:
        state.isComplete = true
        return .none
      }
    }
  }
}
