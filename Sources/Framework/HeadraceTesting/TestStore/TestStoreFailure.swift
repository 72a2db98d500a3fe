import Headrace

/// The texts of a test store's failures: what happened, why it is wrong, and the remedy.
@usableFromInline
enum TestStoreFailure {
  /// When actions should have been received.
  @usableFromInline
  enum Moment {
    case sending
    case theEnd
  }
}

// MARK: - State

extension TestStoreFailure {
  static func stateMismatch<State>(
    expected: State, actual: State, after cause: String?, hasUpdate: Bool
  ) -> String {
    let change = difference(expected, actual) ?? "The two states print the same."
    let cause = cause.map { " after \($0)" } ?? ""
    return hasUpdate
      ? """
      The state\(cause) is not as expected.

      \(indented(change))

      (Expected: −, Actual: +)
      """
      : """
      The state changed\(cause), but no change was expected.

      \(indented(change))

      (Expected: −, Actual: +)

      If the change is right, assert it in the trailing closure.
      """
  }

  static func needlessUpdate(after cause: String) -> String {
    """
    A change of state was expected after \(cause), but nothing changed.

    The trailing closure leaves the state as it was. Change what should change, or remove the \
    closure.
    """
  }

  static func sendingAfterDismissal<Action>(of action: Action) -> String {
    """
    An action was sent to a feature that has dismissed itself: \(name(of: action))

    It has called '@Dependency(\\.dismiss)', so its parent would have removed it, and no action \
    would reach it. End the test with the dismissal, and assert it with 'store.isDismissed'.
    """
  }

  static func reference(_ reference: StateReference) -> String {
    """
    The state holds an instance of a class: '\(reference.path)' is a '\(reference.typeName)'.

    The state before an action and the state after it share the instance. A change inside of it is \
    in both, so no assertion can notice it. Make '\(reference.typeName)' a struct. If its \
    instances never change, or are the storage of a value that copies them before it changes them, \
    let the class or the value conform to 'CustomReflectable', with a mirror of the value that it \
    represents. The mirror is inspected instead.
    """
  }

  static func updateThrew(_ error: any Error, after cause: String) -> String {
    """
    The closure that states the expected change after \(cause) threw an error: \(error)

    The change was not compared. Let the closure only state what is expected, and unwrap with \
    '#require' what must be there.
    """
  }

  static func skippedChange<State>(from: State, to: State, after cause: String) -> String {
    """
    A change of state after \(cause) was not asserted.

    \(indented(difference(from, to) ?? "The two states print the same."))

    (Asserted: −, Actual: +)
    """
  }
}

// MARK: - Actions

extension TestStoreFailure {
  static func unreceivedActions<Action>(_ actions: [Action], before moment: Moment) -> String {
    let count = counted(actions.count, "action", "actions")
    let these = actions.count == 1 ? "it" : "them"
    let event =
      switch moment {
      case .sending: "before the next action was sent"
      case .theEnd: "by the end of the test"
      }
    return """
      \(count) that effects sent \(actions.count == 1 ? "was" : "were") not received \(event).

      \(list(actions))

      Receive \(these) with 'await store.receive(…)', or skip \(these) with 'await \
      store.skipReceivedActions()'.
      """
  }

  static func unexpectedAction<Action>(
    expected: String, received: Action, difference: String?, isOrdered: Bool = true
  ) -> String {
    let remedy =
      isOrdered
      ? "Effects send in the order in which they run: receive the actions in that order."
      : "Each action that is expected is received once: name this one too, or receive it before."
    let comparison =
      difference.map { "\(indented($0))\n\n(Expected: −, Received: +)" }
      ?? indented(dumped(received))
    return """
      Expected to receive \(expected), but received another action.

      \(comparison)

      \(remedy)
      """
  }

  /// Names actions whose order does not matter.
  static func anyOrder(of descriptions: [String]) -> String {
    descriptions.count == 1
      ? descriptions[0] : "\(descriptions.joined(separator: ", ")), in any order"
  }

  static func notReceived<Action>(
    _ expected: String, wait: TestStoreWait, effects: [String], cancelled: [String],
    silent: [String], others: [Action]
  ) -> String {
    var text = "Expected to receive \(expected), but "
    switch wait {
    case .met, .nothingInFlight:
      text += """
        no effect is in flight that could send it.

        Check that the reducer returns the effect, and that nothing has cancelled it.
        """
    case .parked:
      text += """
        every effect in flight sleeps on a test clock.

        \(list(lines: effects))

        Advance the clock to where they wake: 'await clock.advance(by: …)'.
        """
    case .timedOut(let timeout, let someSleep):
      text += """
        nothing came within \(timeout) of real time.

        \(list(lines: effects))

        These effects wait for \(outside(someSleep: someSleep))
        """
    case .restless:
      text += """
        effects are still busy after \(TestExecutor.jobsPerPumpMax) jobs.

        \(list(lines: effects))

        An effect that never waits for anything must be cancelled, or given a clock to wait on.
        """
    }
    if !cancelled.isEmpty { text += "\n\nCancelled before:\n\n\(list(lines: cancelled))" }
    if case .nothingInFlight = wait, !silent.isEmpty { text += "\n\n\(endedSilently(silent))" }
    if !others.isEmpty { text += "\n\nReceived, but not matching:\n\n\(list(others))" }
    return text
  }

  private static func endedSilently(_ effects: [String]) -> String {
    """
    Ended without sending an action:

    \(list(lines: effects))

    An effect ends when its operation returns. If the operation starts a 'Task' and does not await \
    it, that task outlives the effect, and what it sends is dropped: do the work in the operation \
    itself, or await the task, 'await task.value'.
    """
  }

  /// What an effect may wait for outside the store's executor, and the remedies.
  ///
  /// - Parameter someSleep: Whether an effect has sleeping tasks and others.
  private static func outside(someSleep: Bool) -> String {
    let remedy = """
      something outside the store's executor: 'Task.sleep', real input or output, the main actor, \
      or a continuation that is not resumed. Let what sleeps use '@Dependency(\\.continuousClock)' \
      instead of 'Task.sleep', and give the test a 'TestClock'. Override any other dependency that \
      is waited for, or pass a longer 'timeout:'.
      """
    guard someSleep else { return remedy }
    return """
      \(remedy) If they wait for one of their own tasks that sleeps on a test clock, advance the \
      clock: 'await clock.advance(by: …)'.
      """
  }

  static func payloadNotEquatable(_ type: Any.Type) -> String {
    """
    The payload of an action can't be compared: '\(type)' is not Equatable.

    Nothing was received. Make '\(type)' Equatable, receive the action by its case alone, or by a \
    predicate: 'await store.receive { … }'.
    """
  }

  static func skippedActions<Action>(_ actions: [Action]) -> String {
    """
    \(counted(actions.count, "received action was", "received actions were")) skipped.

    \(list(actions))
    """
  }

  static func nothingToSkip(_ what: String) -> String {
    """
    There are no \(what) to skip.

    Remove the call, or pass 'strict: false' where there may be none.
    """
  }
}

// MARK: - Effects

extension TestStoreFailure {
  /// - Parameter someSleep: Whether some of them sleep on a test clock.
  static func effectsLeft(_ effects: [String], someSleep: Bool) -> String {
    let advance = someSleep ? "advance the clock that it sleeps on, " : ""
    let realSleep = """
       If it calls 'Task.sleep', let it sleep on '@Dependency(\\.continuousClock)' instead, and \
      give the test a 'TestClock' to advance.
      """
    return """
      \(counted(effects.count, "effect is", "effects are")) still in flight at the end of the test.

      \(list(lines: effects))

      An effect must end before its test does: await it with 'await store.finish()', \(advance)\
      send the action that cancels it, or give it up with 'await store.skipInFlightEffects()'.\
      \(someSleep ? "" : realSleep)
      """
  }

  static func leaked(_ leftovers: String) -> String {
    """
    A test store is still there when the process exits, and its test has left something behind.

    \(indented(leftovers))

    The store could not report this to its test, because it was not released at the end of the \
    test: a reference cycle or a global variable retains it. Capture the store weakly in values \
    that it holds itself, such as a dependency.
    """
  }

  static func notFinished(_ effects: [String], wait: TestStoreWait) -> String {
    let reason =
      switch wait {
      case .parked:
        """
        They sleep on a test clock: advance it with 'await clock.advance(by: …)', or send the \
        action that cancels them.
        """
      case .timedOut(let timeout, let someSleep):
        """
        Nothing came within \(timeout) of real time. They wait for \
        \(outside(someSleep: someSleep))
        """
      case .restless:
        """
        They are still busy after \(TestExecutor.jobsPerPumpMax) jobs: cancel them, or give them \
        a clock to wait on.
        """
      case .met, .nothingInFlight:
        ""
      }
    return """
      \(counted(effects.count, "effect has", "effects have")) not finished.

      \(list(lines: effects))

      \(reason)
      """
  }

  static func skippedEffects(_ effects: [String]) -> String {
    """
    \(counted(effects.count, "effect", "effects")) given up.

    \(list(lines: effects))
    """
  }

  static func taskNotFinished(
    _ wait: TestStoreWait, _ timeout: Duration, effects: [String]
  ) -> String {
    let list = effects.isEmpty ? "" : "\n\n\(list(lines: effects))"
    switch wait {
    case .restless:
      return """
        What the action started is still busy after \(TestExecutor.jobsPerPumpMax) jobs.\(list)

        An effect that never waits for anything must be cancelled, or given a clock to wait on.
        """
    case .parked:
      return """
        What the action started has not finished: it sleeps on a test clock.\(list)

        Advance the clock to where it wakes, with 'await clock.advance(by: …)', or cancel it with \
        'await task.cancel()'.
        """
    case .met, .nothingInFlight:
      return ""
    case .timedOut(_, let someSleep):
      return """
        What the action started has not finished within \(timeout) of real time.\(list)

        It waits for \(outside(someSleep: someSleep)) To end it, cancel it with 'await \
        task.cancel()'.
        """
    }
  }

  static func waited(_ duration: Duration, for effects: [String]) -> String {
    let milliseconds = duration / .milliseconds(1)
    return """
      The test has waited \(Int(milliseconds)) ms of real time for an effect.

      \(list(lines: effects))

      Where the effect calls 'Task.sleep', let it sleep on '@Dependency(\\.continuousClock)', and \
      give the test a 'TestClock'. Where it waits for real input or output, override the \
      dependency that it waits for. A test that means to wait says so with 'timeout:'.
      """
  }

  static func taskNotCancelled(_ wait: TestStoreWait, _ timeout: Duration) -> String {
    let event =
      if case .restless = wait {
        "is still busy \(TestExecutor.jobsPerPumpMax) jobs"
      } else {
        "has not ended within \(timeout) of real time"
      }
    return """
      What the action started \(event) after it was cancelled.

      An effect ignores cancellation. Let its loops ask 'Task.isCancelled', and override the \
      dependency that it waits for by one that ends when its task is cancelled.
      """
  }

  static func sentAfterTheEnd(_ label: String, by site: CallSite) -> String {
    """
    A cancelled effect sent an action after the end of the test: '\(label)'.

    The effect returned at \(site) was cancelled, but its work went on after the test was told \
    that nothing is left to do. The action was dropped. Let the work end when its task is \
    cancelled, or override the dependency that it waits for.
    """
  }

  static let noActionsExpected = """
    No actions are expected: 'receive(unordered:)' was given an empty list.

    It receives nothing, and does not call its closure. Name the actions, or remove the call.
    """

  static let contextChanged = """
    Tried to change the context of a test store's dependencies after the store was made.

    Only values can be changed then. Defaults that were made before belong to the old context, so \
    the context was not changed. Set 'context' in the 'withDependencies' of the test store.
    """
}
