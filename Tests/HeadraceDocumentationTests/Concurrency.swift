import Headrace
import Testing

@Reducer
struct Tally {
  struct State: Equatable, Sendable {
    var count = 0
  }

  enum Action: Sendable {
    case voteArrived
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@MainActor
final class Screenful {
  let store: StoreOf<Tally>

  init() {
    store = Store(initialState: Tally.State()) { Tally() }
  }
}

nonisolated struct Ballot: Equatable, Sendable {
  var votes = 0
}

nonisolated extension Tally.State {
  mutating func add(_ ballot: Ballot) { count += ballot.votes }
}

nonisolated extension DependencyValues {
  @DependencyEntry var quorum = 10
}

actor PollingStation {
  private var madeStore: StoreOf<Tally>?

  private var store: StoreOf<Tally> {
    if let madeStore { return madeStore }
    let store = Store(initialState: Tally.State()) { Tally() }
    madeStore = store
    return store
  }

  func vote() -> Int {
    store.send(.voteArrived)
    return store.count
  }
}

struct ConcurrencyTests {
  @Test @MainActor func aStoreLivesOnAnyActor() async {
    Screenful().store.send(.voteArrived)
    #expect(await PollingStation().vote() == 1)
  }

  @Test func aHandleGoesAnywhere() async {
    let tally = StoreActor(initialState: Tally.State()) { Tally() }
    await withTaskGroup { group in
      for _ in 1...100 { group.addTask { await tally.send(.voteArrived) } }
    }
    for await count in tally.changes(of: \.count) where count == 100 { break }
    #expect(await tally.state.count == 100)
  }
}
