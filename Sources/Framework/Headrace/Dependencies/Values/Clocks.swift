extension DependencyValues {
  /// The clock that keeps running while the machine sleeps.
  ///
  /// Override it in tests with a `TestClock` or an `ImmediateClock`; sleeping on the default of a
  /// test is a failure.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stops while the machine sleeps.
  ///
  /// Override it in tests with a `TestClock` or an `ImmediateClock`; sleeping on the default of a
  /// test is a failure.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  /// The clocks that were given or created.
  package var knownClocks: [any Clock<Duration>] {
    [known(ContinuousClockKey.self), known(SuspendingClockKey.self)].compactMap(\.self)
  }
}

private enum ContinuousClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> {
    let (name, site) = DependencyLookup.reading(Self.self)
    return UnimplementedClock(ContinuousClock(), name: name, at: site)
  }
}

private enum SuspendingClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
  static var testValue: any Clock<Duration> {
    let (name, site) = DependencyLookup.reading(Self.self)
    return UnimplementedClock(SuspendingClock(), name: name, at: site)
  }
}

/// A clock that fails the test when code reads its time or sleeps on it.
///
/// After the failure it behaves like the clock that it replaces, so that the test can end. Tests
/// that override no clock get this one.
public struct UnimplementedClock<Base: Clock>: Clock {
  private let base: Base
  private let name: String
  private let site: CallSite
  /// The number of reported reads of the time that no sleep has matched yet.
  private let unmatchedReads = LockIsolated(0)

  /// Creates a clock that replaces another.
  ///
  /// - Parameters:
  ///   - base: The replaced clock, used after a failure.
  ///   - name: The name of the clock in the failure.
  ///   - site: The line that the failure points at.
  package init(_ base: Base, name: String, at site: CallSite) {
    self.base = base
    self.name = name
    self.site = site
  }

  /// Reports a failure, and returns the time of the replaced clock.
  public var now: Base.Instant {
    report("now")
    unmatchedReads.withValue { $0 += 1 }
    return base.now
  }

  /// Reports a failure, and returns the resolution of the replaced clock.
  public var minimumResolution: Base.Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Reports a failure, and sleeps on the replaced clock.
  public func sleep(until deadline: Base.Instant, tolerance: Base.Duration?) async throws {
    // `sleep(for:)` has read the time already, which was reported.
    let isReported = unmatchedReads.withValue { count in
      defer { count = max(0, count - 1) }
      return count > 0
    }
    if !isReported { report("sleep") }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ endpoint: String) {
    reportMisuse(
      """
      Unimplemented: \(name).\(endpoint)

      A test must not wait for real time. Override the clock in this test: with a 'TestClock' to \
      move time by hand, or with an 'ImmediateClock' to let no time pass.
      """, at: site)
  }
}
