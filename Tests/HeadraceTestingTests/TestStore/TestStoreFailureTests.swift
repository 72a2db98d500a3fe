import Headrace
import HeadraceTesting
import Testing

/// The texts of the test store's failures, word for word, and their lines.
@Suite struct TestStoreFailureTests {
  @Test func aWrongChangeOfStateIsShownAsADifference() async {
    let line = #line + 3
    let failures = await failures {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      await store.send(.second) { $0.steps = [3] }
      await store.finish()
    }
    #expect(
      failures.map(\.text) == [
        """
        The state after sending Chain.Action.second is not as expected.

            Chain.State(
              steps: [
          −     [0]: 3
          +     [0]: 2
              ]
            )

        (Expected: −, Actual: +)
        """
      ])
    #expect(failures.first?.line == line)
    #expect(failures.first?.fileID == "HeadraceTestingTests/TestStoreFailureTests.swift")
  }

  @Test func aChangeOfStateThatIsNotAssertedFails() async {
    let failures = await failures {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      await store.send(.second)
    }
    #expect(
      failures.map(\.text) == [
        """
        The state changed after sending Chain.Action.second, but no change was expected.

          − Chain.State(steps: [])
          + Chain.State(
          +   steps: [
          +     [0]: 2
          +   ]
          + )

        (Expected: −, Actual: +)

        If the change is right, assert it in the trailing closure.
        """
      ])
  }

  @Test func aClosureThatChangesNothingFails() async {
    let failures = await failures {
      let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
      await store.send(.resetButtonTapped) { $0.seconds = 0 }
    }
    #expect(
      failures.map(\.text) == [
        """
        A change of state was expected after sending Stopwatch.Action.resetButtonTapped, but \
        nothing changed.

        The trailing closure leaves the state as it was. Change what should change, or remove the \
        closure.
        """
      ])
  }

  @Test func aClosureThatThrowsFails() async {
    struct Oops: Error {}
    let failures = await failures {
      let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
      await store.send(.resetButtonTapped) { _ in throw Oops() }
    }
    #expect(
      failures.map(\.text) == [
        """
        The closure that states the expected change after sending \
        Stopwatch.Action.resetButtonTapped threw an error: Oops()

        The change was not compared. Let the closure only state what is expected, and unwrap with \
        '#require' what must be there.
        """
      ])
  }

  @Test func anActionThatNoEffectCanSendFailsImmediately() async {
    let clock = ContinuousClock()
    let start = clock.now
    let line = #line + 4
    let failures = await failures {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      store.timeout = .seconds(600)
      await store.receive(.first)
    }
    #expect(start.duration(to: clock.now) < .seconds(300))
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive Chain.Action.first, but no effect is in flight that could send it.

        Check that the reducer returns the effect, and that nothing has cancelled it.
        """
      ])
    #expect(failures.first?.line == line)
  }

  @Test func anEffectThatSleepsOnATestClockFailsImmediately() async {
    let clock = ContinuousClock()
    let start = clock.now
    let failures = await failures {
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      store.timeout = .seconds(600)
      let task = await store.send(.startButtonTapped) { $0.isRunning = true }
      await store.receive(\.tick)
      await task.cancel()
    }
    #expect(start.duration(to: clock.now) < .seconds(300))
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive Stopwatch.Action.tick, but every effect in flight sleeps on a test \
        clock.

          • HeadraceTestingTests/Fixtures.swift:27 "timer" (started by '.startButtonTapped', \
        sleeps on a test clock)

        Advance the clock to where they wake: 'await clock.advance(by: …)'.
        """
      ])
  }

  @Test func workOutsideThatDoesNotComeBackFailsAfterTheTimeout() async {
    let gate = AsyncStream<String>.makeStream()
    let failures = await failures {
      let store = TestStore(initialState: Loader.State()) {
        Loader()
      } withDependencies: {
        $0.loader.load = { await gate.stream.first { _ in true } ?? "" }
      }
      let task = await store.send(.loadButtonTapped)
      await store.receive(\.response, timeout: .milliseconds(20))
      await task.cancel()
    }
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive \\.response, but nothing came within 0.02 seconds of real time.

          • HeadraceTestingTests/Fixtures.swift:87 (started by '.loadButtonTapped')

        These effects wait for something outside the store's executor: 'Task.sleep', real input or \
        output, the main actor, or a continuation that is not resumed. Let what sleeps use \
        '@Dependency(\\.continuousClock)' instead of 'Task.sleep', and give the test a \
        'TestClock'. Override any other dependency that is waited for, or pass a longer 'timeout:'.
        """
      ])
  }

  @Test func anotherActionThanExpectedIsShownAsADifference() async {
    let failures = await failures {
      let store = TestStore(initialState: Loader.State()) {
        Loader()
      } withDependencies: {
        $0.loader.load = { "real" }
      }
      await store.send(.loadButtonTapped)
      await store.receive(.response("expected")) { $0.text = "expected" }
      await store.finish()
    }
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive Loader.Action.response("expected"), but received another action.

          − Loader.Action.response("expected")
          + Loader.Action.response("real")

        (Expected: −, Received: +)

        Effects send in the order in which they run: receive the actions in that order.
        """
      ])
  }

  @Test func anActionOfAnotherCaseThanExpectedIsShown() async {
    let failures = await failures {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      await store.send(.begin)
      await store.receive { $0 == .second }
      await store.receive(.second) { $0.steps = [1, 2] }
    }
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive an action that satisfies the predicate, but received another action.

          Chain.Action.first

        Effects send in the order in which they run: receive the actions in that order.
        """
      ])
  }

  @Test func sendingBeforeReceivingFails() async {
    let line = #line + 4
    let failures = await failures {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      await store.send(.begin)
      await store.send(.second) { $0.steps = [1, 2, 2] }
    }
    #expect(
      failures.map(\.text) == [
        """
        2 actions that effects sent were not received before the next action was sent.

          • Chain.Action.first
          • Chain.Action.second

        Receive them with 'await store.receive(…)', or skip them with 'await \
        store.skipReceivedActions()'.
        """
      ])
    #expect(failures.first?.line == line)
  }

  @Test func actionsLeftAtTheEndFailAtTheLineThatMadeTheStore() async {
    let line = #line + 2
    let failures = await failures {
      let store = TestStore(initialState: Loader.State()) { Loader() }
      await store.send(.loadButtonTapped)
    }
    #expect(
      failures.map(\.text) == [
        """
        1 action that effects sent was not received by the end of the test.

          • Loader.Action.response("")

        Receive it with 'await store.receive(…)', or skip it with 'await \
        store.skipReceivedActions()'.
        """
      ])
    #expect(failures.first?.line == line)
  }

  @Test func effectsLeftAtTheEndAreNamedWithTheLinesThatMadeThem() async {
    let line = #line + 2
    let failures = await failures {
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.startButtonTapped) { $0.isRunning = true }
    }
    #expect(
      failures.map(\.text) == [
        """
        1 effect is still in flight at the end of the test.

          • HeadraceTestingTests/Fixtures.swift:27 "timer" (started by '.startButtonTapped', \
        sleeps on a test clock)

        An effect must end before its test does: await it with 'await store.finish()', advance \
        the clock that it sleeps on, send the action that cancels it, or give it up with 'await \
        store.skipInFlightEffects()'.
        """
      ])
    #expect(failures.first?.line == line)
  }

  @Test func finishingWhatSleepsOnATestClockFailsImmediately() async {
    let failures = await failures {
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.startButtonTapped) { $0.isRunning = true }
      await store.finish()
      await store.skipInFlightEffects()
    }
    #expect(
      failures.map(\.text) == [
        """
        1 effect has not finished.

          • HeadraceTestingTests/Fixtures.swift:27 "timer" (started by '.startButtonTapped', \
        sleeps on a test clock)

        They sleep on a test clock: advance it with 'await clock.advance(by: …)', or send the \
        action that cancels them.
        """
      ])
  }

  @Test func skippingWhereThereIsNothingFails() async {
    let failures = await failures {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(
      failures.map(\.text) == [
        """
        There are no received actions to skip.

        Remove the call, or pass 'strict: false' where there may be none.
        """,
        """
        There are no effects in flight to skip.

        Remove the call, or pass 'strict: false' where there may be none.
        """,
      ])
  }

  @Test func skippedActionsAreShownAsWarningsOnRequest() async {
    let failures = await failures {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.begin)
      await store.receive(.second)
    }
    #expect(failures.map(\.isWarning) == [true, true])
    #expect(
      failures.map(\.text) == [
        """
        1 received action was skipped.

          • Chain.Action.first
        """,
        """
        A change of state after receiving Chain.Action.second was not asserted.

            Chain.State(
              steps: [
                [0]: 1,
          +     [1]: 2
              ]
            )

        (Asserted: −, Actual: +)
        """,
      ])
  }

  @Test func anEffectThatNeverRestsFailsInsteadOfHanging() async {
    let failures = await failures {
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      store.exhaustivity = .off
      await store.send(.startButtonTapped)
      await store.receive(.resetButtonTapped)
      await store.skipInFlightEffects()
    }
    let text = failures.map(\.text).joined()
    #expect(
      text.hasPrefix(
        """
        Expected to receive Stopwatch.Action.resetButtonTapped, but effects are still busy after \
        10000 jobs.

          • HeadraceTestingTests/Fixtures.swift:27 "timer" (started by '.startButtonTapped')

        An effect that never waits for anything must be cancelled, or given a clock to wait on.
        """))
  }
}
