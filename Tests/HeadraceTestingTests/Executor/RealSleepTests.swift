import Headrace
import HeadraceTesting
import Testing

/// Effects that sleep in real time: the failure names `Task.sleep`, and the clock to use.
@Suite struct RealSleepTests {
  struct Sleeper: Reducer {
    enum Action: Equatable { case start, done }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { send in
          try await Task.sleep(for: .seconds(3_600))
          await send(.done)
        }
      case .done:
        return .none
      }
    }
  }

  private static let remedy = """
    something outside the store's executor: 'Task.sleep', real input or output, the main actor, or \
    a continuation that is not resumed. Let what sleeps use '@Dependency(\\.continuousClock)' \
    instead of 'Task.sleep', and give the test a 'TestClock'. Override any other dependency that \
    is waited for, or pass a longer 'timeout:'.
    """

  @Test func everyFailureNamesTheSleepAndNoMissingClock() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) { Sleeper() }
      store.timeout = .milliseconds(20)
      let task = await store.send(.start)
      await store.receive(.done)
      await store.finish()
      await task.finish()
    }
    let effect = "HeadraceTestingTests/RealSleepTests.swift:13 (started by '.start')"
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive RealSleepTests.Sleeper.Action.done, but nothing came within 0.02 \
        seconds of real time.

          • \(effect)

        These effects wait for \(Self.remedy)
        """,
        """
        1 effect has not finished.

          • \(effect)

        Nothing came within 0.02 seconds of real time. They wait for \(Self.remedy)
        """,
        """
        What the action started has not finished within 0.02 seconds of real time.

          • HeadraceTestingTests/RealSleepTests.swift:13

        It waits for \(Self.remedy) To end it, cancel it with 'await task.cancel()'.
        """,
        """
        1 effect is still in flight at the end of the test.

          • \(effect)

        An effect must end before its test does: await it with 'await store.finish()', send the \
        action that cancels it, or give it up with 'await store.skipInFlightEffects()'. If it \
        calls 'Task.sleep', let it sleep on '@Dependency(\\.continuousClock)' instead, and give \
        the test a 'TestClock' to advance.
        """,
      ])
  }

  /// People most often sleep for a second; a test with such a sleep must fail every time.
  @Test func theTimeoutIsWellBelowASecond() {
    let store = TestStore(initialState: 0) { Sleeper() }
    #expect(store.timeout <= .milliseconds(800))
    #expect(store.timeout >= .milliseconds(600))
  }
}
