import Headrace

/// Teaches `throttle`: a position that changes all the time, and is saved now and then.
///
/// The first change is saved immediately. Of those that follow within two seconds, only the last
/// one is saved, at their end. `debounce` would save nothing until the reader stops scrolling.
@Reducer
struct ReadingPosition {
  struct State: Equatable {
    var line = 0
    var savedLine = 0
  }

  enum Action: Equatable {
    case scrolled(line: Int)
    case saved(line: Int)
    case bookRemoved
  }

  private enum CancelID { case pause, saving }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.bookmarks) private var bookmarks

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .scrolled(let line):
        state.line = line
        return .run { [bookmarks] send in
          try await bookmarks.save(line: line)
          await send(.saved(line: line))
        }
        // A slow save of an earlier line must not come after this one.
        .cancellable(id: CancelID.saving, cancelInFlight: true)
        .throttle(id: CancelID.pause, for: .seconds(2), clock: clock, latest: true)
      case .saved(let line):
        state.savedLine = line
        return .none
      case .bookRemoved:
        state = State()
        return .merge(.cancel(id: CancelID.pause), .cancel(id: CancelID.saving))
      }
    }
  }
}
