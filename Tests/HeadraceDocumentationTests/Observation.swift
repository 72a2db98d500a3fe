import Headrace
import Observation
import Synchronization
import Testing

@Reducer
struct Player {
  @ObservableState
  struct State: Equatable {
    var title = "Silence"
    var volume = 5
    var history: IdentifiedArrayOf<Track.State> = []
  }

  enum Action {
    case titleChanged(String)
    case volumeChanged(Int)
    case history(IdentifiedActionOf<Track>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .titleChanged(let title):
        state.title = title
        return .none
      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      case .history:
        return .none
      }
    }
    .forEach(\.history, action: \.history) { Track() }
  }
}

@Reducer
struct Track {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isLiked = false
  }

  enum Action {
    case likeButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isLiked.toggle()
    return .none
  }
}

@MainActor
struct ObservationArticleTests {
  private var store: StoreOf<Player> {
    Store(initialState: Player.State(history: [Track.State(id: 1)])) { Player() }
  }

  @Test func onlyTheFieldThatWasReadCounts() {
    let store = store
    var shown: [String] = []
    let token = store.observe { shown.append(store.title) }
    store.send(.volumeChanged(7))  // The title is the same: nothing runs.
    store.send(.titleChanged("Water Music"))
    token.cancel()
    #expect(shown == ["Silence", "Water Music"])
  }

  @Test func aRowIsObservedThroughItsOwnStore() {
    let store = store
    var seen: [Bool] = []
    let tracks = store.scope(state: \.history, action: \.history)
    guard let track = tracks[id: 1] else { return }
    let token = store.observe { seen.append(track.isLiked) }
    track.send(.likeButtonTapped)
    #expect(seen == [false, true])
    withExtendedLifetime(token) {}
  }

  @Test func theSystemsTrackingFollowsAStore() {
    let store = store
    let count = Mutex(0)
    withObservationTracking {
      _ = store.volume
    } onChange: {
      count.withLock { $0 += 1 }
    }
    store.send(.volumeChanged(8))
    #expect(count.withLock { $0 } == 1)
  }

  @Test func aStateIsReadWithoutBeingObserved() {
    let store = store
    let likes = store.withState { state in state.history.count { $0.isLiked } }
    #expect(likes == 0)
  }
}
