public import Headrace

/// A state, and the shared values that features have changed, at one moment of a test.
@usableFromInline
struct StateMoment<State> {
  @usableFromInline var state: State
  @usableFromInline var shared: SharedValues

  @inlinable
  init(state: State, shared: SharedValues) {
    self.state = state
    self.shared = shared
  }
}

extension TestStore {
  /// The values that the test has asserted so far.
  @inlinable var asserted: StateMoment<State> {
    get { StateMoment(state: assertedState, shared: recorder.shared.asserted) }
    set {
      assertedState = newValue.state
      recorder.shared.assert(newValue.shared)
    }
  }

  /// The current state and shared values.
  @inlinable var now: StateMoment<State> {
    StateMoment(state: core.state, shared: recorder.shared.now)
  }

  /// Reports shared values that differ from what the test asserts.
  ///
  /// - Parameters:
  ///   - expected: The values that the test asserts.
  ///   - before: The values that it asserted earlier.
  ///   - actual: The actual values.
  /// - Returns: True if there was such a value.
  @usableFromInline
  @discardableResult
  func reportShared(
    _ expected: SharedValues, before: SharedValues, actual: SharedValues,
    after cause: @autoclosure () -> String?, hasUpdate: Bool, at site: CallSite
  ) -> Bool {
    let differences = expected.differences(from: before.replaced(by: actual))
    for difference in differences {
      report(
        TestStoreFailure.sharedMismatch(difference, after: cause(), hasUpdate: hasUpdate),
        at: site)
    }
    return !differences.isEmpty
  }

  /// Reports the shared values that effects have changed and the test has not asserted.
  func reportSharedLeft(at site: CallSite) {
    let (before, now) = (recorder.shared.asserted, recorder.shared.now)
    for difference in before.differences(from: before.replaced(by: now)) {
      report(TestStoreFailure.sharedLeft(difference), at: site)
    }
    recorder.shared.assert(now)
  }
}
