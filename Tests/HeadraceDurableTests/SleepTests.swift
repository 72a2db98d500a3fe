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

    /// Lets the time pass until a number of seconds after the start of the test, and returns the
    /// numbers that were heard by then.
    private func heard(
      after seconds: Int, by runtime: DurableRuntime, _ world: World
    ) async throws -> [String] {
      let passed = TestClock<Duration>.Instant().duration(to: world.clock.now)
      await world.clock.advance(by: .seconds(seconds) - passed)
      for _ in 0..<100 { await Task.yield() }
      return try await runtime.order("order/1").receipts
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
      let world = try World()
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
      #expect(try await heard(after: 3_599, by: second, world) == [])
      #expect(try await heard(after: 3_600, by: second, world) == ["2"])
    }

    /// Each got the end of the other.
    @Test func law5SleepsAtTheSameTimeKeepTheirEnds() async throws {
      let world = try World()
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
      #expect(try await heard(after: 99, by: second, world) == [])
      #expect(try await heard(after: 100, by: second, world) == ["100"])
      #expect(try await heard(after: 199, by: second, world) == ["100"])
      #expect(try await heard(after: 200, by: second, world) == ["100", "200"])
    }

    @Test func law5EqualSleepsKeepTheirOrder() async throws {
      let world = try World()
      let code = feature { _, clock, send in
        for number in 1...3 {
          try await clock.sleep(for: .seconds(10))
          await send(.heard(number))
        }
      }
      let first = try await world.worker(code)
      try await first.send(.listen)
      await sleeps(1, of: first)
      #expect(try await heard(after: 10, by: first, world) == ["1"])
      await sleeps(1, of: first)
      try await world.kill(first)
      await world.clock.advance(by: .seconds(5))
      let second = try await world.worker(code)
      await sleeps(1, of: second)
      #expect(try await heard(after: 19, by: second, world) == ["1"])
      #expect(try await heard(after: 20, by: second, world) == ["1", "2"])
      await sleeps(1, of: second)
      #expect(try await heard(after: 29, by: second, world) == ["1", "2"])
      #expect(try await heard(after: 30, by: second, world) == ["1", "2", "3"])
    }

    /// The ticks after a restart were counted from the restart.
    @Test func law5TheTicksOfATimerKeepTheirInterval() async throws {
      let world = try World()
      let code = feature { _, clock, send in
        for await tick in clock.timer(interval: .seconds(10)) { await send(.heard(tick)) }
      }
      let first = try await world.worker(code)
      try await first.send(.listen)
      await sleeps(1, of: first)
      #expect(try await heard(after: 10, by: first, world) == ["1"])
      await sleeps(1, of: first)
      try await world.kill(first)
      await world.clock.advance(by: .seconds(5))
      let second = try await world.worker(code)
      await sleeps(1, of: second)
      #expect(try await heard(after: 20, by: second, world) == ["1", "2"])
      await sleeps(1, of: second)
      #expect(try await heard(after: 29, by: second, world) == ["1", "2"])
      #expect(try await heard(after: 30, by: second, world) == ["1", "2", "3"])
    }

    /// The sleep ended with that of the work, which had begun earlier.
    @Test func law5ASleepAfterAnInterruptionIsANewOne() async throws {
      let world = try World()
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
      #expect(try await heard(after: 149, by: second, world) == [])
      #expect(try await heard(after: 150, by: second, world) == ["1"])
    }

    /// The short sleep was committed, but not yet noted, so the entity was to wake for the long one.
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
