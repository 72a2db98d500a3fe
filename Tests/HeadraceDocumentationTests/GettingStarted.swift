import Headrace
import HeadraceTesting
import Testing

struct GettingStartedTests {
  @Test func theTimerTicksThreeTimes() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startButtonTapped)
    for count in 1...3 {
      await clock.advance(by: .milliseconds(100))
      await store.receive(\.tick) { $0.count = count }
    }
  }

  @Test func theHostSeesAllTicks() async {
    await withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      #expect(await Program().run() == 4)
    }
  }

  @Test func aHandWrittenCasePathLeadsToItsCase() {
    #expect(HandWritten.Action.tick.is(\.tick))
    #expect(!HandWritten.Action.stop.is(\.tick))
  }
}
