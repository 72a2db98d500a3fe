#if Durable
  import Foundation
  import Headrace
  import HeadraceTesting
  import Testing

  @testable import HeadraceDurable

  /// Law 5: sleeps of effects that start again.
  @Suite struct SleepTests {
    private typealias Sleep =
      @Sendable (_ attempt: Int, any Clock<Duration>, Send<Order.Action>) async throws -> Void

    /// Returns a feature whose effect runs after `.listen`; it receives the number of its start.
    private func feature(
      _ policy: TakeoverPolicy = .restart, _ work: @escaping Sleep, catch handler: Sleep? = nil
    ) -> @Sendable () -> Reduce<Order.State, Order.Action> {
      let attempts = LockIsolated(0)
      return {
        Reduce { state, action in
          if case .heard(let number) = action { state.receipts.append("\(number)") }
          guard case .listen = action else { return .none }
          return .run { send in
            @Dependency(\.continuousClock) var clock
            let attempt = attempts.withValue { attempts in
              attempts += 1
              return attempts
            }
            try await work(attempt, clock, send)
          } catch: { _, send in
            @Dependency(\.continuousClock) var clock
            try? await handler?(attempts.value, clock, send)
          }
          .onTakeover(policy)
        }
      }
    }

    /// Returns a world whose entities stay in memory while they sleep.
    private func makeWorld() throws -> World {
      var world = try World()
      world.limits.idleTime = .seconds(1_000_000)
      return world
    }

    /// Lets the time pass until a number of seconds after the start of the test, and expects what
    /// was heard by then.
    private func expect(
      _ numbers: [Int], after seconds: Int, by runtime: DurableRuntime, _ world: World
    ) async throws {
      let passed = TestClock<Duration>.Instant().duration(to: world.clock.now)
      await world.clock.advance(by: .seconds(seconds) - passed)
      _ = try await runtime.order("order/1") { $0.receipts.count >= numbers.count }
      for _ in 0..<100 { await Task.yield() }
      let receipts = try await runtime.order("order/1").receipts
      #expect(receipts == numbers.map { "\($0)" }, "after \(seconds) s")
    }

    /// Returns when so many sleeps are in progress.
    private func sleeps(_ count: Int, of runtime: DurableRuntime) async {
      while true {
        if case .open(let entity)? = await runtime.slots["order/1"],
          let entity = entity as? DurableEntity<Order.State, Order.Action>,
          await entity.sleeping.values.reduce(0, { $0 + $1.count }) == count
        {
          return
        }
        await Task.yield()
      }
    }

    /// A sleep got the end of the first one, which the effect did not begin again.
    @Test func law5ASleepOfAnotherLengthAfterARestartIsNotCutShort() async throws {
      let world = try makeWorld()
      let code = feature { attempt, clock, send in
        if attempt == 1 { try await clock.sleep(for: .seconds(10)) }
        try await clock.sleep(for: .seconds(3_600))
        await send(.heard(attempt))
      }
      let first = try await world.worker(code)
      try await first.send(.listen)
      await sleeps(1, of: first)
      try await world.kill(first)
      let second = try await world.worker(code)
      await sleeps(1, of: second)
      try await expect([], after: 3_599, by: second, world)
      try await expect([2], after: 3_600, by: second, world)
    }

    /// Each got the end of the other.
    @Test func law5SleepsAtTheSameTimeKeepTheirEnds() async throws {
      let world = try makeWorld()
      let code = feature { attempt, clock, send in
        let lengths = attempt == 1 ? [100, 200] : [200, 100]
        try await withThrowingTaskGroup { group in
          for length in lengths {
            group.addTask {
              try await clock.sleep(for: .seconds(length))
              await send(.heard(length))
            }
            // The next one begins after this one.
            for _ in 0..<100 { await Task.yield() }
          }
          try await group.waitForAll()
        }
      }
      let first = try await world.worker(code)
      try await first.send(.listen)
      await sleeps(2, of: first)
      try await world.kill(first)
      let second = try await world.worker(code)
      await sleeps(2, of: second)
      try await expect([], after: 99, by: second, world)
      try await expect([100], after: 100, by: second, world)
      try await expect([100], after: 199, by: second, world)
      try await expect([100, 200], after: 200, by: second, world)
    }

    @Test func law5EqualSleepsKeepTheirOrder() async throws {
      let world = try makeWorld()
      let code = feature { _, clock, send in
        for number in 1...3 {
          try await clock.sleep(for: .seconds(10))
          await send(.heard(number))
        }
      }
      let first = try await world.worker(code)
      try await first.send(.listen)
      await sleeps(1, of: first)
      try await expect([1], after: 10, by: first, world)
      await sleeps(1, of: first)
      try await world.kill(first)
      await world.clock.advance(by: .seconds(5))
      let second = try await world.worker(code)
      await sleeps(1, of: second)
      try await expect([1], after: 19, by: second, world)
      try await expect([1, 2], after: 20, by: second, world)
      await sleeps(1, of: second)
      try await expect([1, 2], after: 29, by: second, world)
      try await expect([1, 2, 3], after: 30, by: second, world)
    }

    /// The ticks after a restart were counted from the restart.
    @Test func law5TheTicksOfATimerKeepTheirInterval() async throws {
      let world = try makeWorld()
      let code = feature { _, clock, send in
        for await tick in clock.timer(interval: .seconds(10)) { await send(.heard(tick)) }
      }
      let first = try await world.worker(code)
      try await first.send(.listen)
      await sleeps(1, of: first)
      try await expect([1], after: 10, by: first, world)
      await sleeps(1, of: first)
      try await world.kill(first)
      await world.clock.advance(by: .seconds(5))
      let second = try await world.worker(code)
      await sleeps(1, of: second)
      try await expect([1, 2], after: 20, by: second, world)
      await sleeps(1, of: second)
      try await expect([1, 2], after: 29, by: second, world)
      try await expect([1, 2, 3], after: 30, by: second, world)
    }

    /// The sleep ended with that of the work, which had begun earlier.
    @Test func law5ASleepAfterAnInterruptionIsANewOne() async throws {
      let world = try makeWorld()
      let code = feature(.fail) { _, clock, _ in
        try await clock.sleep(for: .seconds(100))
      } catch: { _, clock, send in
        try await clock.sleep(for: .seconds(100))
        await send(.heard(1))
      }
      let first = try await world.worker(code)
      try await first.send(.listen)
      await sleeps(1, of: first)
      await world.clock.advance(by: .seconds(50))
      try await world.kill(first)
      let second = try await world.worker(code)
      await sleeps(1, of: second)
      try await expect([], after: 149, by: second, world)
      try await expect([1], after: 150, by: second, world)
    }

    /// The short sleep was committed, but not yet noted, so the entity woke for the long one.
    @Test func law5AnEntityIsNotPutAwayWithoutASleepThatHasJustBegun() async throws {
      try await explore(schedules: 300) {
        var world = try World(database: ScriptedDatabase())
        world.limits.idleTime = .zero
        let code = feature { _, clock, send in
          try await withThrowingTaskGroup { group in
            for length in [5_000, 100] {
              group.addTask {
                try await clock.sleep(for: .seconds(length))
                await send(.heard(length))
              }
            }
            try await group.waitForAll()
          }
        }
        let runtime = try await world.worker(waitsForSearch: false, code)
        async let sent: Void = runtime.send(.listen)
        for _ in 1...3 { await runtime.search() }
        try await sent
        for _ in 1...3 { await runtime.search() }
        let data = try await world.journal.history(of: "order/1")
        let history = String(decoding: data, as: UTF8.self)
        if history.contains("\"100.0 seconds\""),
          let due = try await world.journal.summary(of: "order/1")?.due
        {
          #expect(due.timeIntervalSince1970 == 1_000_100)
        }
        await runtime.crash()
      }
    }
  }
#endif
