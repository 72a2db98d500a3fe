import Headrace

// MARK: - Effects

extension TestStoreFailure {
  /// - Parameter someSleep: True if some of them sleep on a test clock.
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

  /// - Parameters:
  ///   - children: The calls of `scope` that created the child stores in use.
  ///   - effects: The effects in flight.
  static func retained(children: [String], effects: [String]) -> String {
    var parts = ["A store was not released."]
    if !children.isEmpty {
      parts.append(
        "These child stores are in use, and retain it; 'scope' was called here:\n\n"
          + list(lines: children))
    }
    if !effects.isEmpty {
      parts.append(
        "These effects are in flight, and may retain it:\n\n" + list(lines: effects))
    }
    parts.append(
      """
      A store's effects are cancelled when it is released. Release child stores together with the \
      screens that use them, and capture a store weakly in the closures that its effects use.
      """)
    return parts.joined(separator: "\n\n")
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
