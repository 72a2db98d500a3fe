import Headrace
import HeadraceTesting
import Testing

/// Several test stores, or effects, on one clock.
@Suite struct SharedClockTests {
  private typealias Runner = OutsideWorkTests.Runner

  @Test(arguments: [false, true])
  func storesOnOneClockWakeEachOtherInWhicheverOrderTheyWereMade(isSwapped: Bool) async {
    let clock = TestClock()
    let (stream, wake) = AsyncStream<Void>.makeStream()
    func makeWaiter() -> TestStore<Int, Runner.Action> {
      TestStore(initialState: 0) {
        Runner { send in
          for await _ in stream { break }
          try await clock.sleep(for: .seconds(1))
          await send(.sent(1))
        }
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
    func makeWaker() -> TestStore<Int, Runner.Action> {
      TestStore(initialState: 0) {
        Runner { _ in
          try await clock.sleep(for: .seconds(1))
          wake.yield()
        }
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
    let first = isSwapped ? makeWaker() : makeWaiter()
    let second = isSwapped ? makeWaiter() : makeWaker()
    let (waiter, waker) = isSwapped ? (second, first) : (first, second)
    await waiter.send(.run(0))
    await waker.send(.run(0))
    await clock.advance(by: .seconds(3))
    await waiter.receive(.sent(1)) { $0 = 1 }
    await waiter.finish()
    await waker.finish()
  }

  @Test func theOrderOfJobsDoesNotDependOnWhichStoreWasMadeFirst() async {
    var logs: [[String]] = []
    for isSwapped in [false, true] {
      let clock = TestClock()
      let log = Locked<[String]>([])
      func makeStore(_ name: String) -> TestStore<Int, Runner.Action> {
        TestStore(initialState: 0) {
          Runner { _ in
            for second in 1...3 {
              try await clock.sleep(for: .seconds(1))
              log.change { $0.append("\(name)\(second)") }
              await Task.yield()
              log.change { $0.append("\(name)\(second) again") }
            }
          }
        } withDependencies: {
          $0.continuousClock = clock
        }
      }
      let first = makeStore(isSwapped ? "b" : "a")
      let second = makeStore(isSwapped ? "a" : "b")
      await (isSwapped ? second : first).send(.run(0))
      await (isSwapped ? first : second).send(.run(0))
      await clock.advance(by: .seconds(3))
      await first.finish()
      await second.finish()
      logs.append(log.value)
    }
    #expect(logs[0] == logs[1])
    #expect(logs[0].count == 12)
  }

  @Test func anEffectThatMovesTheClockLetsTheOthersSeeEveryTick() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Runner { send in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for second in 1...3 {
              try? await clock.sleep(for: .seconds(1))
              await send(.sent(second))
            }
          }
          group.addTask { await clock.advance(by: .seconds(3)) }
        }
      }
    }
    await store.send(.run(0))
    for second in 1...3 { await store.receive(.sent(second)) { $0 = second } }
    await store.finish()
  }

  @Test(.timeLimit(.minutes(30)))
  func effectsOfTwoStoresThatBothMoveTheClockDoNotBlockEachOther() async {
    let clock = TestClock()
    func makeStore() -> TestStore<Int, Runner.Action> {
      TestStore(initialState: 0) {
        Runner { send in
          for _ in 0..<3 {
            await clock.advance(by: .seconds(1))
            try await clock.sleep(for: .seconds(1))
          }
          await send(.sent(1))
        }
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
    let (first, second) = (makeStore(), makeStore())
    await first.send(.run(0))
    await second.send(.run(0))
    await clock.advance(by: .seconds(10))
    await first.receive(.sent(1)) { $0 = 1 }
    await second.receive(.sent(1)) { $0 = 1 }
    await first.finish()
    await second.finish()
  }

  @Test func tenThousandEffectsSleepAndWakeInOrder() async {
    let clock = TestClock()
    let woken = Locked(0)
    let store = TestStore(initialState: Sleeps.State()) {
      Sleeps { _ in woken.change { $0 += 1 } }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.sleep(Array(repeating: 1, count: 5_000) + (1...5_000)))
    await clock.advance(by: .seconds(1))
    #expect(woken.value == 5_001)
    await clock.advance(by: .seconds(5_000))
    #expect(woken.value == 10_000)
    await store.finish()
  }
}
