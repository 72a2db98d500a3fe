public import Headrace
import IssueReporting

/// The reason why a test store's wait ended.
@usableFromInline
enum TestStoreWait {
  /// The condition was met.
  case met
  /// No effect is in flight.
  case nothingInFlight
  /// Every effect in flight sleeps on a test clock.
  case parked
  /// Work outside of the store's executor took longer than allowed.
  ///
  /// - Parameter someSleep: True if tasks of an effect in flight sleep on a test clock.
  case timedOut(Duration, someSleep: Bool)
  /// The effects needed more jobs than one pump can run.
  case restless
}

extension TestStore {
  /// Runs effects until a condition is true, or can no longer become true.
  ///
  /// - Parameters:
  ///   - timeout: The real time to wait; if `nil`, the test has not requested a wait, and a long
  ///     wait is reported.
  ///   - untilEnd: True if the wait ends only when nothing is in flight, so that the test learns
  ///     nothing else from it.
  @usableFromInline
  nonisolated(nonsending)
    func wait(
      _ timeout: Duration?, at site: CallSite, untilEnd: Bool = false, until isMet: () -> Bool
    ) async -> TestStoreWait
  {
    if !untilEnd { executor.schedule?.touchEverything() }
    var realTime = RealTime()
    let wait = await wait(timeout ?? self.timeout, noting: &realTime, until: isMet)
    executor.reportWaiting()
    switch wait {
    case .met, .nothingInFlight:
      if timeout == nil, self.timeout == Self.timeoutByDefault {
        reportRealTime(realTime, at: site)
      }
    case .parked, .timedOut, .restless:
      break
    }
    return wait
  }

  nonisolated(nonsending)
    private func wait(
      _ timeout: Duration, noting realTime: inout RealTime, until isMet: () -> Bool
    ) async -> TestStoreWait
  {
    var outside = OutsideWait(timeout)
    while true {
      executor.beginLooking(in: &outside)
      var hasMet = false
      let isAtRest = executor.run {
        hasMet = isMet()
        return hasMet
      }
      if hasMet || isMet() { return .met }
      guard isAtRest else { return .restless }
      if executor.runFollowers() { continue }
      let effects = executor.exclusively { core.effects }
      if effects.isEmpty { return .nothingInFlight }
      let sleeps = executor.sleeps(of: effects)
      if sleeps.areParked { return .parked }
      let begin = ContinuousClock.now
      let hasJob = await executor.waitForJob(in: &outside)
      realTime.add(ContinuousClock.now - begin, for: effects)
      guard hasJob else { return .timedOut(timeout, someSleep: sleeps.areSomeAsleep) }
    }
  }

  private func reportRealTime(_ realTime: RealTime, at site: CallSite) {
    guard isTesting, !hasReportedRealTime, realTime.isLong else { return }
    hasReportedRealTime = true
    tell(
      TestStoreFailure.waited(
        realTime.duration,
        for: executor.descriptions(of: realTime.effects, startedBy: recorder.starterName)),
      at: site)
  }

  /// Asserts that the state changed as the test expects.
  ///
  /// - Parameters:
  ///   - actual: The state after the action.
  ///   - cause: The cause of the change, such as `sending .tick`.
  ///   - nextStackElementID: The number that the store would have given to the next element of a
  ///     stack before the change. The test's expectation starts with the same number.
  ///   - update: The change that the test expects, applied to the state before it.
  @inlinable
  func assertState(
    is actual: StateMoment<State>, after cause: @autoclosure () -> String,
    nextStackElementID: Int, update: ((inout State) throws -> Void)?, at site: CallSite
  ) where State: Equatable {
    // While the test's closure runs, the store's asserted state is still the previous one.
    var expected = asserted
    let before = expected.shared
    let isSame =
      update != nil && expected.state == actual.state && !before.isChanged(in: actual.shared)
    do {
      if case .off = exhaustivity {
        asserted = actual
        return try assertLoosely(
          from: expected, is: actual, after: cause(), nextStackElementID: nextStackElementID,
          update: update, at: site)
      }
      defer { asserted = actual }
      try apply(update, to: &expected, nextStackElementID: nextStackElementID)
    } catch {
      return reportThrown(error, after: cause(), at: site)
    }
    let isUnchanged = isSame && !expected.shared.hasAssertions
    let isSharedAsExpected =
      expected.shared.isEmpty
      || !reportShared(
        expected.shared, before: before, actual: actual.shared, after: cause(),
        hasUpdate: update != nil, at: site)
    if isUnchanged && isSharedAsExpected || !isEqual(expected, actual) {
      reportDifference(
        from: expected.state, after: cause(), hasUpdate: update != nil, at: site)
    }
  }

  /// Returns true if the states are equal, with the shared values of their moments.
  @inlinable
  func isEqual(_ expected: StateMoment<State>, _ actual: StateMoment<State>) -> Bool
  where State: Equatable {
    if expected.shared.isEmpty { return expected.state == actual.state }
    return ExpectedSharedValues.comparing(expected.shared, with: actual.shared) {
      expected.state == actual.state
    }
  }

  /// Checks the assertion of a non-exhaustive test: its closure must not change the state after the
  /// action.
  @usableFromInline
  func assertLoosely(
    from before: StateMoment<State>, is actual: StateMoment<State>,
    after cause: @autoclosure () -> String, nextStackElementID: Int,
    update: ((inout State) throws -> Void)?, at site: CallSite
  ) throws where State: Equatable {
    var expected = actual
    expected.shared = before.shared.replaced(by: actual.shared)
    let now = StateMoment(state: actual.state, shared: expected.shared)
    try apply(update, to: &expected, nextStackElementID: nextStackElementID)
    let isSame = isEqual(expected, actual)
    if !isSame {
      reportDifference(from: expected.state, after: cause(), hasUpdate: update != nil, at: site)
    }
    let isSharedAsExpected = !reportShared(
      expected.shared, before: before.shared, actual: actual.shared, after: cause(),
      hasUpdate: true, at: site)
    guard exhaustivity == .off(showSkippedAssertions: true), isSame, isSharedAsExpected else {
      return
    }
    warnOfSkippedChanges(
      from: before, to: now, after: cause(), hasUpdate: update != nil, at: site)
  }

  /// Runs the test's closure under the same conditions as the reducer: with the same dependency
  /// values and ids.
  @inlinable
  func apply(
    _ update: ((inout State) throws -> Void)?, to moment: inout StateMoment<State>,
    nextStackElementID: Int
  ) throws {
    guard let update else { return }
    let ids = recorder.stackElementIDs
    let outer = ids.resume(from: nextStackElementID)
    defer { ids.resume(from: outer) }
    try DependencyValues.withFrame(base) {
      try ExpectedSharedValues.giving(from: &moment.shared) { try update(&moment.state) }
    }
  }

  /// Reports that the expected change did not happen, or that the test's closure changes nothing.
  @usableFromInline
  func reportDifference(
    from expected: State, after cause: @autoclosure () -> String, hasUpdate: Bool,
    at site: CallSite
  ) where State: Equatable {
    report(
      expected == state
        ? TestStoreFailure.needlessUpdate(after: cause())
        : TestStoreFailure.stateMismatch(
          expected: expected, actual: state, after: cause(), hasUpdate: hasUpdate), at: site)
  }

  @usableFromInline
  func reportThrown(
    _ error: any Error, after cause: @autoclosure () -> String, at site: CallSite
  ) {
    report(TestStoreFailure.updateThrew(error, after: cause()), at: site)
  }
}
