import Headrace

/// The texts of a test store's failures: what happened, why it is wrong, and the remedy.
@usableFromInline
enum TestStoreFailure {
  /// The time by which actions should have been received.
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

  /// Returns a description of actions whose order does not matter.
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

  /// Describes what an effect may be waiting for outside of the store's executor, and the remedies.
  ///
  /// - Parameter someSleep: True if an effect has sleeping tasks and others.
  static func outside(someSleep: Bool) -> String {
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
