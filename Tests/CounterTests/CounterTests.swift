import Headrace
import HeadraceTesting
import Testing

@testable import Counter

@Suite struct CounterTests {
  @Test func theTimerTicksThreeTimesAndEnds() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.startButtonTapped)
    for count in 2...4 {
      await clock.advance(by: .milliseconds(100))
      await store.receive(\.tick) { $0.count = count }
    }
    await store.finish()
  }

  @Test func stoppingEndsTheTimerBeforeItsNextTick() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startButtonTapped)
    await clock.advance(by: .milliseconds(199))
    await store.receive(\.tick) { $0.count = 1 }
    await store.send(.stopButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func startingAgainRestartsTheWait() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startButtonTapped)
    await clock.advance(by: .milliseconds(60))
    await store.send(.startButtonTapped)
    await clock.advance(by: .milliseconds(99))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.tick) { $0.count = 1 }
    await store.send(.stopButtonTapped)
    await store.finish()
  }
}
