extension DependencyValues {
  /// The clock that keeps running while the machine sleeps.
  ///
  /// A test overrides it with a `TestClock` or an `ImmediateClock`; sleeping on the default of a
  /// test is a failure.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stops while the machine sleeps.
  ///
  /// A test overrides it with a `TestClock` or an `ImmediateClock`; sleeping on the default of a
  /// test is a failure.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> {
    UnimplementedClock(
      ContinuousClock(), name: #"@Dependency(\.continuousClock)"#,
      at: DependencyLookup.readingSite())
  }
}

private enum SuspendingClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
  static var testValue: any Clock<Duration> {
    UnimplementedClock(
      SuspendingClock(), name: #"@Dependency(\.suspendingClock)"#,
      at: DependencyLookup.readingSite())
  }
}
