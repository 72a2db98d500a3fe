import Headrace

extension TestStore where State: Equatable {
  /// Warns about the changes that a non-exhaustive test does not assert.
  ///
  /// The test's closure has approved the state after the action, so it is unknown which part of the
  /// change it asserts. It can't run on the state before: that state may lack values that the
  /// closure unwraps or subscripts, which would trap. So the whole change is shown.
  func warnOfSkippedChanges(
    from before: StateMoment<State>, to now: StateMoment<State>, after cause: String,
    hasUpdate: Bool, at site: CallSite
  ) {
    if hasUpdate {
      guard before.state != now.state else { return }
      return warn(
        TestStoreFailure.partlySkippedChange(from: before.state, to: now.state, after: cause),
        at: site)
    }
    if before.state != now.state {
      warn(
        TestStoreFailure.skippedChange(from: before.state, to: now.state, after: cause),
        at: site)
    }
    for difference in before.shared.differences(from: now.shared) {
      warn(TestStoreFailure.skippedSharedChange(difference, after: cause), at: site)
    }
  }
}

extension TestStoreFailure {
  static func partlySkippedChange<State>(
    from: State, to: State, after cause: String
  ) -> String {
    """
    A change of state after \(cause) may have been asserted only in part.

    \(indented(difference(from, to) ?? "The two states print the same."))

    (Before: −, After: +)

    The closure has run on the state after, and passed. It is not run on the state before, so \
    which part of the change it asserts is not known.
    """
  }
}

/// The extent to which a test must assert what happens.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything must be asserted: each change of state, each received action, the end of each
  /// effect.
  ///
  /// This is the default.
  case on

  /// Only what the test mentions is asserted.
  ///
  /// - Parameter showSkippedAssertions: If true, a warning lists everything that was skipped.
  case off(showSkippedAssertions: Bool)

  /// Only what the test mentions is asserted, without warnings.
  public static let off = Self.off(showSkippedAssertions: false)
}
