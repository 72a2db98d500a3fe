import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct KitchenTimerTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<KitchenTimer> {
    TestStore(initialState: KitchenTimer.State()) {
      KitchenTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aDishIsFinishedWhenItsMinutesAreOver() async {
    let store = makeStore()
    await store.send(.dishTapped("eggs", minutes: 2)) {
      $0.countdown = Countdown.State(id: 1, name: "eggs", minutesLeft: 2)
      $0.nextID = 2
    }
    await store.receive(\.countdown.started)
    await clock.advance(by: .seconds(60))
    await store.receive(\.countdown.minutePassed) { $0.countdown?.minutesLeft = 1 }
    await clock.advance(by: .seconds(60))
    await store.receive(\.countdown.minutePassed) { $0.countdown?.minutesLeft = 0 }
    await store.receive(\.countdown.delegate.finished) {
      $0.countdown = nil
      $0.finishedDishes = ["eggs"]
    }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }

  @Test func anotherDishEndsTheTimerBeforeIt() async {
    let store = makeStore()
    await store.send(.dishTapped("eggs", minutes: 2)) {
      $0.countdown = Countdown.State(id: 1, name: "eggs", minutesLeft: 2)
      $0.nextID = 2
    }
    await store.receive(\.countdown.started)
    await clock.advance(by: .seconds(30))
    await store.send(.dishTapped("pasta", minutes: 2)) {
      $0.countdown = Countdown.State(id: 2, name: "pasta", minutesLeft: 2)
      $0.nextID = 3
    }
    await store.receive(\.countdown.started)
    // The eggs' minute would be over now; the pasta's is half a minute later.
    await clock.advance(by: .seconds(30))
    await clock.advance(by: .seconds(30))
    await store.receive(\.countdown.minutePassed) { $0.countdown?.minutesLeft = 1 }
    await store.send(.stopButtonTapped) { $0.countdown = nil }
    await store.finish()
  }
}
