import Headrace
import HeadraceTesting
import Testing

// The code on the first page of the site: `Scripts/site.py` takes it from here.

@Reducer struct WorkoutTimer {
  struct State: Equatable { var seconds = 0 }
  enum Action { case startTapped, tick }
  @Dependency(\.continuousClock) var clock
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .tick = action { state.seconds += 1 }
    guard case .startTapped = action else { return .none }
    return .run { [clock] send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
    }
  }
}

struct FirstPageTests {
  @Test func theTimerCountsSeconds() async {
    let clock = TestClock()
    let store = TestStore(initialState: WorkoutTimer.State()) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.startTapped)
    await clock.advance(by: .seconds(2))
    await store.receive(\.tick) { $0.seconds = 1 }
    await store.receive(\.tick) { $0.seconds = 2 }
    await task.cancel()
  }
}
