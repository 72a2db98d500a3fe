import Headrace
import HeadraceTesting
import Testing

@Suite struct TestClockTests {
  @Test func sleepersWakeInTheOrderOfTheirDeadlines() async {
    let clock = TestClock()
    let woken = Locked<[Int]>([])
    let store = TestStore(initialState: Sleeps.State()) {
      Sleeps { seconds in woken.change { $0.append(seconds) } }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.sleep([3, 1, 2]))
    await clock.advance(by: .seconds(2))
    #expect(woken.value == [1, 2])
    await clock.advance(by: .milliseconds(999))
    #expect(woken.value == [1, 2])
    await clock.advance(by: .milliseconds(1))
    #expect(woken.value == [1, 2, 3])
    await store.finish()
  }

  @Test func thoseWithTheSameDeadlineWakeInTheOrderInWhichTheyBegan() async {
    let clock = TestClock()
    let woken = Locked<[Int]>([])
    let store = TestStore(initialState: Sleeps.State()) {
      Sleeps { seconds in woken.change { $0.append(seconds) } }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.sleep([2, 2]))
    await store.send(.sleep([1]))
    await clock.run()
    #expect(woken.value == [1, 2, 2])
    #expect(clock.now == TestClock<Duration>.Instant(offset: .seconds(2)))
    await store.finish()
  }

  @Test func aSleeperSeesTheTimeOfItsOwnDeadline() async throws {
    let clock = TestClock()
    let sleeper = Task {
      try await clock.sleep(for: .seconds(1))
      return clock.now
    }
    // It runs on a thread that the clock does not control: wait until it sleeps.
    while (try? await clock.checkSuspension()) != nil {}
    await clock.advance(by: .seconds(10))
    let now = try await sleeper.value
    #expect(now >= TestClock<Duration>.Instant(offset: .seconds(1)))
    #expect(clock.now == TestClock<Duration>.Instant(offset: .seconds(10)))
  }

  @Test func aDeadlineThatHasPassedDoesNotSleep() async throws {
    let clock = TestClock()
    await clock.advance(by: .seconds(5))
    let past = Duration.seconds(5) - .nanoseconds(1)
    try await clock.sleep(until: TestClock<Duration>.Instant(offset: past))
    try await clock.checkSuspension()
  }

  /// The other side of the limit: a deadline that is now.
  @Test func aSleepOfZeroEndsWithTheNextAdvance() async {
    let clock = TestClock()
    let woken = Locked<[Int]>([])
    let store = TestStore(initialState: Sleeps.State()) {
      Sleeps { seconds in woken.change { $0.append(seconds) } }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.sleep([0]))
    #expect(woken.value == [])
    await clock.advance()
    #expect(woken.value == [0])
    await store.finish()

    await clock.advance(by: .seconds(3))
    let sleeper = Task { try await clock.sleep(until: clock.now) }
    // It runs on a thread that the clock does not control: wait until it sleeps.
    while (try? await clock.checkSuspension()) != nil {}
    await clock.advance()
    await #expect(throws: Never.self) { try await sleeper.value }
  }

  @Test func cancellingEndsASleepAndCancelledTasksDoNotBeginOne() async throws {
    let clock = TestClock()
    let store = TestStore(initialState: Sleeps.State()) {
      Sleeps { _ in }
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.sleep([1]))
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await task.cancel()
    try await clock.checkSuspension()

    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func runningAClockWithAnEndlessSleeperFails() async {
    let failures = await failures {
      let clock = TestClock()
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.exhaustivity = .off
      await store.send(.startButtonTapped)
      await clock.run(timeout: .milliseconds(20))
    }
    #expect(
      failures.map(\.text) == [
        """
        1 sleeping on this clock after 0.02 seconds of 'run': a task sleeps again and again.

        Before 'run', cancel effects that never end, or move time step by step with 'advance(by:)'.
        """
      ])
  }

  @Test func parallelStoresOnTheirOwnClocksDoNotDisturbEachOther() async {
    await withTaskGroup(of: Void.self) { group in
      for seconds in 1...20 {
        group.addTask {
          let clock = TestClock()
          let store = TestStore(initialState: Stopwatch.State()) {
            Stopwatch()
          } withDependencies: {
            $0.continuousClock = clock
          }
          await store.send(.startButtonTapped) { $0.isRunning = true }
          await clock.advance(by: .seconds(seconds))
          for second in 1...seconds { await store.receive(.tick) { $0.seconds = second } }
          await store.send(.stopButtonTapped) { $0.isRunning = false }
        }
      }
    }
  }
}

@Suite struct ImmediateClockTests {
  @Test func sleepsEndImmediatelyAndTimeAddsUp() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(1_000_000))
    try await clock.sleep(for: .seconds(1))
    #expect(clock.now == ImmediateClock<Duration>.Instant(offset: .seconds(1_000_001)))
  }

  @Test func aCancelledTaskDoesNotSleep() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now == ImmediateClock<Duration>.Instant())
  }
}

@Suite struct UnimplementedClockTests {
  @Test func sleepingOnTheClockOfATestFailsByName() async {
    let failures = await failures {
      let store = TestStore(initialState: Sleeps.State()) { Sleeps { _ in } }
      await store.send(.sleep([0]))
      await store.finish()
    }
    #expect(
      failures.first?.text == """
        Unimplemented: @Dependency(\\.continuousClock).now

        A test must not wait for real time. Override the clock in this test: with a 'TestClock' \
        to move time by hand, or with an 'ImmediateClock' to let no time pass.
        """)
  }
}
