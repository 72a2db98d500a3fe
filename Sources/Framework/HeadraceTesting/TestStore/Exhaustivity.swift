/// How much of what happens a test must assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of state, each received action, the end of each effect. The default.
  case on

  /// Only what the test mentions.
  ///
  /// - Parameter showSkippedAssertions: Whether a warning lists what was skipped.
  case off(showSkippedAssertions: Bool)

  /// Only what the test mentions, without warnings.
  public static let off = Self.off(showSkippedAssertions: false)
}
