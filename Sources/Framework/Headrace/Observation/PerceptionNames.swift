import Observation

/// Calls a closure at the next change of anything that another one reads; the name of
/// `withObservationTracking` in the Perception library.
///
/// - Parameters:
///   - apply: Reads what is observed.
///   - onChange: Called once, before the first change.
/// - Returns: What `apply` returns.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}

/// What the Perception library checks where there is no `Observation`; here nothing reads it.
public enum _PerceptionLocals {
  /// Has no effect: reads need no enclosing view.
  @TaskLocal public static var isInPerceptionTracking = false

  /// Has no effect: nothing is checked.
  @TaskLocal public static var skipPerceptionChecking = false
}
