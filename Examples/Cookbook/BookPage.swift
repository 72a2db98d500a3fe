import Headrace

/// A book on the stack of ``Bookshelf``: it counts the minutes that it is open.
@Reducer
struct BookPage {
  struct State: Codable, Equatable {
    let title: String
    var minutesRead = 0
  }

  enum Action: Codable, Equatable {
    case appeared
    case minutePassed
    case authorButtonTapped
    case closeButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Codable, Equatable {
    case authorRequested
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
        }
      case .minutePassed:
        state.minutesRead += 1
        return .none
      case .authorButtonTapped:
        return .send(.delegate(.authorRequested))
      case .closeButtonTapped:
        return .run { [dismiss] _ in await dismiss() }
      case .delegate:
        return .none
      }
    }
  }
}
