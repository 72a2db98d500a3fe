import Headrace
import IssueReporting

extension TestStore where State: Equatable {
  /// Warns about the changes that a non-exhaustive test does not assert.
  ///
  /// The test's closure has passed on the state after the action. Which part of the change it
  /// asserts is found by running it on the state before. That state may lack what the closure
  /// unwraps or subscripts, which would trap; then the whole change is shown.
  func warnOfSkippedChanges(
    from before: StateMoment<State>, to now: StateMoment<State>, after cause: String,
    nextStackElementID: Int, update: ((inout State) throws -> Void)?, at site: CallSite
  ) {
    var asserted = before
    let isSharedChanged = before.shared.isChanged(in: now.shared)
    if update != nil, isSharedChanged || before.state != now.state {
      // XCTest can't pass over what fails in the closure.
      guard TestContext.current?.isSwiftTesting == true, !isSharedChanged,
        StateShape.isSame(before.state, now.state)
      else {
        guard before.state != now.state else { return }
        return warn(
          TestStoreFailure.partlySkippedChange(from: before.state, to: now.state, after: cause),
          at: site)
      }
      // Its expectations hold after the action, and need not hold before it.
      withExpectedIssue(isIntermittent: true) {
        try apply(update, to: &asserted, nextStackElementID: nextStackElementID)
      }
    }
    if asserted.state != now.state {
      warn(
        TestStoreFailure.skippedChange(from: asserted.state, to: now.state, after: cause),
        at: site)
    }
    for difference in asserted.shared.differences(from: now.shared) {
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

    The state before lacks something that the state after has, so the closure was not run on it to \
    find out which part it asserts.
    """
  }
}
