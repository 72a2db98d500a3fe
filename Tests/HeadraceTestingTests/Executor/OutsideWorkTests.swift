import Foundation
import Headrace
import HeadraceTesting
import Testing

/// Effects in which one task sleeps on a test clock while another waits for something else.
@Suite struct OutsideWorkTests {
  /// Runs a test's work, and records what that sends.
  struct Runner: Reducer {
    enum Action: Equatable {
      case run(Int)
      case sent(Int)
    }

    let operations: [@Sendable (Send<Action>) async throws -> Void]

    init(_ operations: (@Sendable (Send<Action>) async throws -> Void)...) {
      self.operations = operations
    }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .run(let index):
        return .run(operation: operations[index])
      case .sent(let number):
        state = number
        return .none
      }
    }
  }

  /// Works on threads that no test store knows, for longer than a test store takes to find out that
  /// nothing can run.
  static func outsideWork() async -> Int {
    await withCheckedContinuation { continuation in
      // A separate thread, as those of tasks are busy with other tests.
      Thread.detachNewThread {
        for _ in 0..<200 { sched_yield() }
        continuation.resume(returning: 1)
      }
    }
  }

  @Test func aRaceBetweenATestClockAndTheOutsideWorldIsWaitedFor() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Runner { send in
        await withTaskGroup(of: Int?.self) { group in
          group.addTask {
            try? await clock.sleep(for: .seconds(10))
            return nil
          }
          group.addTask { await Self.outsideWork() }
          if let result = await group.next(), let result { await send(.sent(result)) }
          group.cancelAll()
        }
      }
    }
    store.timeout = .seconds(120)
    await store.send(.run(0))
    await store.receive(.sent(1)) { $0 = 1 }
    await store.finish()
  }

  @Test func anEffectThatWaitsOutsideWhileItsChildSleepsIsWaitedFor() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Runner { send in
        async let deadline: Void = clock.sleep(for: .seconds(10))
        await send(.sent(await Self.outsideWork()))
        _ = try? await deadline
      }
    }
    store.timeout = .seconds(120)
    await store.send(.run(0))
    await store.receive(.sent(1)) { $0 = 1 }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func finishingWaitsForTheOutsideWorldToo() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Runner { _ in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await clock.sleep(for: .seconds(10)) }
          group.addTask { _ = await Self.outsideWork() }
          await group.next()
          group.cancelAll()
        }
      }
    }
    await store.send(.run(0))
    await store.finish(timeout: .seconds(120))
  }

  @Test func sleepingWorkFailsImmediatelyHoweverMuchRanBefore() async {
    let clock = TestClock()
    let start = ContinuousClock.now
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Runner(
          { _ in
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<5 { group.addTask { await Task.yield() } }
            }
          },
          { _ in try await clock.sleep(for: .seconds(1)) })
      }
      store.timeout = .seconds(600)
      for _ in 0..<20 { await store.send(.run(0)) }
      for _ in 0..<3 { await store.send(.run(1)) }
      await store.receive(.sent(1))
      await store.finish()
      await store.skipInFlightEffects()
    }
    #expect(ContinuousClock.now - start < .seconds(300))
    #expect(failures.count == 2)
    #expect(failures.allSatisfy { $0.text.contains("sleeps on a test clock)") })
  }

  @Test func anEffectWithOtherTasksThanThoseThatSleepFailsAfterTheTimeout() async {
    let clock = TestClock()
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Runner { _ in
          await withTaskGroup(of: Void.self) { group in
            for seconds in 1...2 {
              group.addTask { try? await clock.sleep(for: .seconds(seconds)) }
            }
          }
        }
      }
      store.timeout = .milliseconds(20)
      await store.send(.run(0))
      await store.receive(.sent(1))
      await store.finish()
      await store.skipInFlightEffects()
    }
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive OutsideWorkTests.Runner.Action.sent(1), but nothing came within 0.02 \
        seconds of real time.

          • HeadraceTestingTests/OutsideWorkTests.swift:24 (started by '.run', a task of it \
        sleeps on a test clock)

        These effects wait for something outside the store's executor: 'Task.sleep', real input or \
        output, the main actor, or a continuation that is not resumed. Let what sleeps use \
        '@Dependency(\\.continuousClock)' instead of 'Task.sleep', and give the test a \
        'TestClock'. Override any other dependency that is waited for, or pass a longer \
        'timeout:'. If they wait for one of their own tasks that sleeps on a test clock, advance \
        the clock: 'await clock.advance(by: …)'.
        """,
        """
        1 effect has not finished.

          • HeadraceTestingTests/OutsideWorkTests.swift:24 (started by '.run', a task of it \
        sleeps on a test clock)

        Nothing came within 0.02 seconds of real time. They wait for something outside the store's \
        executor: 'Task.sleep', real input or output, the main actor, or a continuation that is \
        not resumed. Let what sleeps use '@Dependency(\\.continuousClock)' instead of \
        'Task.sleep', and give the test a 'TestClock'. Override any other dependency that is \
        waited for, or pass a longer 'timeout:'. If they wait for one of their own tasks that \
        sleeps on a test clock, advance the clock: 'await clock.advance(by: …)'.
        """,
      ])
  }

  @Test func anEffectThatWaitsForTheEffectOfAnotherStoreGetsItsAnswer() async {
    let (questions, ask) = AsyncStream<Void>.makeStream()
    let (answers, answer) = AsyncStream<Int>.makeStream()
    let answering = TestStore(initialState: 0) {
      Runner { _ in
        for await _ in questions { answer.yield(7) }
      }
    }
    let asking = TestStore(initialState: 0) {
      Runner { send in
        ask.yield()
        for await number in answers {
          await send(.sent(number))
          break
        }
      }
    }
    answering.timeout = .seconds(60)
    asking.timeout = .seconds(60)
    await answering.send(.run(0))
    await asking.send(.run(0))
    await asking.receive(.sent(7)) { $0 = 7 }
    await asking.finish()
    ask.finish()
    await answering.finish()
  }

  @Test func aStoreMadeInsideAnEffectOfAnotherWorks() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Runner { send in
        let inner = TestStore(initialState: 0) {
          Runner { send in
            try await clock.sleep(for: .seconds(1))
            await send(.sent(3))
          }
        }
        await inner.send(.run(0))
        await clock.advance(by: .seconds(1))
        await inner.receive(.sent(3)) { $0 = 3 }
        await inner.finish()
        await send(.sent(inner.state))
      }
    }
    await store.send(.run(0))
    await store.receive(.sent(3)) { $0 = 3 }
    await store.finish()
  }
}
