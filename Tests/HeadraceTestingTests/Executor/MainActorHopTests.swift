import Headrace
import HeadraceTesting
import Testing

/// Effects that hop to the main actor while other work keeps it busy.
@Suite struct MainActorHopTests {
  @MainActor final class Counter {
    var count = 0

    func increment() { count += 1 }
    func incrementLater() async {
      await Task.yield()
      count += 1
    }
  }

  struct Feature: Reducer {
    enum Action: Equatable { case start, done }

    let operation: @Sendable (Send<Action>) async throws -> Void

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run(operation: operation)
      case .done:
        state += 1
        return .none
      }
    }
  }

  private func makeStore(
    _ clock: TestClock<Duration>,
    _ operation: @escaping @Sendable (Send<Feature.Action>) async throws -> Void
  ) -> TestStoreOf<Feature> {
    TestStore(initialState: 0) {
      Feature(operation: operation)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func advancingAClockWaitsForAHop() async {
    let (clock, counter) = (TestClock(), Counter())
    let store = makeStore(clock) { _ in
      try await clock.sleep(for: .seconds(10))
      await counter.increment()
    }
    await store.send(.start)
    await clock.advance(by: .seconds(10))
    #expect(await counter.count == 1)
    await store.finish()
  }

  @MainActor
  @Test func advancingAClockOnTheMainActorWaitsForAHop() async {
    let (clock, counter) = (TestClock(), Counter())
    let store = makeStore(clock) { _ in
      for _ in 1...3 {
        try await clock.sleep(for: .seconds(10))
        await counter.increment()
      }
    }
    await store.send(.start)
    await clock.advance(by: .seconds(10))
    #expect(counter.count == 1)
    await clock.advance(by: .seconds(20))
    #expect(counter.count == 3)
    await store.finish()
  }

  @Test func aHopBeforeTheSleepIsWaitedFor() async {
    let (clock, counter) = (TestClock(), Counter())
    let store = makeStore(clock) { send in
      await counter.increment()
      try await clock.sleep(for: .seconds(1))
      await counter.increment()
      await counter.increment()
      await send(.done)
    }
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    #expect(await counter.count == 3)
    await store.receive(.done) { $0 = 1 }
  }

  @Test func aHopOfAChildTaskIsWaitedFor() async {
    let (clock, counter) = (TestClock(), Counter())
    let store = makeStore(clock) { _ in
      await withTaskGroup(of: Void.self) { group in
        for seconds in 1...3 {
          group.addTask {
            try? await clock.sleep(for: .seconds(seconds))
            await counter.increment()
          }
        }
      }
    }
    await store.send(.start)
    await clock.advance(by: .seconds(2))
    #expect(await counter.count == 2)
    // Other tests may keep the main actor busy, which time doesn't wait for.
    await clock.run(timeout: .seconds(60))
    #expect(await counter.count == 3)
    await store.finish(timeout: .seconds(60))
  }

  @Test(.timeLimit(.minutes(30)))
  func anEffectThatWaitsForSomethingElseDoesNotHoldUpAClock() async {
    let clock = TestClock()
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let store = makeStore(clock) { send in
      try await clock.sleep(for: .seconds(1))
      for await _ in stream { await send(.done) }
    }
    await store.send(.start)
    for _ in 1...20 { await clock.advance(by: .seconds(1)) }
    continuation.yield()
    await store.receive(.done) { $0 = 1 }
    continuation.finish()
    await store.finish()
  }

  @Test func aBusyMainActorIsWaitedFor() async {
    let (clock, counter) = (TestClock(), Counter())
    let failures = await failures {
      let store = makeStore(clock) { send in
        await counter.increment()
        await counter.increment()
        await send(.done)
      }
      store.timeout = .milliseconds(1)
      let busy = Task { @MainActor in Self.keepBusy() }
      await store.send(.start)
      await store.receive(.done) { $0 = 1 }
      let other = Task { @MainActor in Self.keepBusy() }
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
      #expect(store.state == 2)
      store.exhaustivity = .on
      await busy.value
      await other.value
      let third = Task { @MainActor in Self.keepBusy() }
      let task = await store.send(.start)
      await task.finish()
      await store.receive(.done) { $0 = 3 }
      await third.value
    }
    #expect(failures.filter { !$0.isWarning }.map(\.text) == [])
  }

  /// Keeps the main actor busy for longer than a test store waits.
  @MainActor
  private static func keepBusy() {
    let end = ContinuousClock.now + .milliseconds(100)
    while ContinuousClock.now < end {}
  }

  @Test func anEffectThatHopsForeverIsReported() async {
    let (clock, counter) = (TestClock(), Counter())
    let failures = await failures {
      let store = makeStore(clock) { _ in
        while !Task.isCancelled { await counter.incrementLater() }
      }
      store.timeout = .milliseconds(1)
      await store.send(.start)
      await store.finish()
      await store.skipInFlightEffects()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("1 effect has not finished.") == true)
  }
}
