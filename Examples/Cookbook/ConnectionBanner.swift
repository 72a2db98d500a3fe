import Headrace

/// Teaches an effect over an `AsyncSequence` that lives as long as its host wants.
///
/// The host sends `.appeared` and keeps the `StoreTask`. It cancels the task when the banner
/// disappears, as a view does with its own task. So no action says "disappeared".
@Reducer
struct ConnectionBanner {
  /// The status that the network reports.
  enum Status: Equatable, Sendable {
    case online
    case offline
  }

  struct State: Equatable {
    var status: Status?
    var lossCount = 0

    var isShown: Bool { status == .offline }
  }

  enum Action: Equatable {
    case appeared
    case statusChanged(Status)
  }

  @Dependency(\.network) private var network

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [network] send in
          for await status in network.statuses() { await send(.statusChanged(status)) }
        }
      case .statusChanged(let status):
        if state.status == .online, status == .offline { state.lossCount += 1 }
        state.status = status
        return .none
      }
    }
  }
}
