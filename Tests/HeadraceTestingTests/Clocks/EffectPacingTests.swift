import Headrace
import HeadraceTesting
import Testing

/// Debounce, throttle and timers, on a clock that the test advances.
struct EffectPacingTests {
  @Test func onlyTheLastOfQuickEffectsRunsWhenDebounced() async {
    let (store, clock) = Searching.makeStore(.debounce)
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("ab")) { $0.query = "ab" }
    await clock.advance(by: .milliseconds(299))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.found("ab")) { $0.found = ["ab"] }
  }

  @Test func cancellingTheIDEndsADebounce() async {
    let (store, clock) = Searching.makeStore(.debounce)
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.send(.cancelled)
    await clock.advance(by: .seconds(1))
  }

  @Test func theFirstStartsImmediatelyAndTheLatestWhenTheIntervalIsOver() async {
    let (store, clock) = Searching.makeStore(.throttle(latest: true))
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.receive(.found("a")) { $0.found = ["a"] }
    await store.send(.queryChanged("b")) { $0.query = "b" }
    await store.send(.queryChanged("c")) { $0.query = "c" }
    await clock.advance(by: .milliseconds(299))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.found("c")) { $0.found = ["a", "c"] }
    await clock.advance(by: .milliseconds(300))
    await store.send(.queryChanged("d")) { $0.query = "d" }
    await store.receive(.found("d")) { $0.found = ["a", "c", "d"] }
    await clock.advance(by: .milliseconds(300))
  }

  @Test func theFirstHeldBackStartsWhereTheLatestIsNotAskedFor() async {
    let (store, clock) = Searching.makeStore(.throttle(latest: false))
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.receive(.found("a")) { $0.found = ["a"] }
    await store.send(.queryChanged("b")) { $0.query = "b" }
    await store.send(.queryChanged("c")) { $0.query = "c" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found("b")) { $0.found = ["a", "b"] }
    await clock.advance(by: .milliseconds(300))
  }

  @Test func cancellingTheIDEndsAThrottleAndWhatItHoldsBack() async {
    let (store, clock) = Searching.makeStore(.throttle(latest: true))
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.receive(.found("a")) { $0.found = ["a"] }
    let heldBack = await store.send(.queryChanged("b")) { $0.query = "b" }
    await store.send(.cancelled)
    await heldBack.finish()
    await clock.advance(by: .seconds(1))
    await store.send(.queryChanged("c")) { $0.query = "c" }
    await store.receive(.found("c")) { $0.found = ["a", "c"] }
    await clock.advance(by: .milliseconds(300))
  }

  @Test func theSenderOfAnActionThatIsHeldBackWaitsForItsEffect() async {
    let (store, clock) = Searching.makeStore(.throttle(latest: true))
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.receive(.found("a")) { $0.found = ["a"] }
    let heldBack = await store.send(.queryChanged("b")) { $0.query = "b" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found("b")) { $0.found = ["a", "b"] }
    await heldBack.finish()
    await clock.advance(by: .milliseconds(300))
  }

  @Test func aTimerTicksWithoutDriftUntilItIsCancelled() async {
    let clock = TestClock()
    let store = TestStore(initialState: Ticking.State()) {
      Ticking()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let timer = await store.send(.startButtonTapped)
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.ticked(1)) { $0.ticks = [1] }
    await clock.advance(by: .milliseconds(2_500))
    await store.receive(.ticked(2)) { $0.ticks = [1, 2] }
    await store.receive(.ticked(3)) { $0.ticks = [1, 2, 3] }
    await clock.advance(by: .milliseconds(500))
    await store.receive(.ticked(4)) { $0.ticks = [1, 2, 3, 4] }
    await timer.cancel()
  }
}

private struct Searching: Reducer {
  enum Pacing {
    case debounce
    case throttle(latest: Bool)
  }

  struct State: Equatable {
    var query = ""
    var found: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case found(String)
    case cancelled
  }

  private enum CancelID { case search }

  let pacing: Pacing
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return pace(.run { await $0(.found(query)) })
    case .found(let query):
      state.found.append(query)
      return .none
    case .cancelled:
      return .cancel(id: CancelID.search)
    }
  }

  private func pace(_ effect: Effect<Action>) -> Effect<Action> {
    switch pacing {
    case .debounce:
      effect.debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
    case .throttle(let latest):
      effect.throttle(
        id: CancelID.search, for: .milliseconds(300), clock: clock, latest: latest)
    }
  }

  static func makeStore(_ pacing: Pacing) -> (TestStoreOf<Searching>, TestClock<Duration>) {
    let clock = TestClock()
    let store = TestStore(initialState: State()) {
      Searching(pacing: pacing)
    } withDependencies: {
      $0.continuousClock = clock
    }
    return (store, clock)
  }
}

private struct Ticking: Reducer {
  struct State: Equatable {
    var ticks: [Int] = []
  }

  enum Action: Equatable {
    case startButtonTapped
    case ticked(Int)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startButtonTapped:
      return .run { [clock] send in
        for await tick in clock.timer(interval: .seconds(1)) { await send(.ticked(tick)) }
      }
    case .ticked(let tick):
      state.ticks.append(tick)
      return .none
    }
  }
}
