/// Two clocks read together: the one that people set, and the one that runs since the machine
/// started.
package struct TimeReading: Hashable, Sendable, Codable {
  /// Milliseconds since 1970 by the wall clock, which can be set back and forth.
  package var wallMilliseconds: Int64

  /// Milliseconds since the machine started, including sleep; nil if the system does not provide
  /// it.
  package var bootMilliseconds: Int64?

  /// The identity of the start from which `bootMilliseconds` counts.
  package var bootID: String?

  /// Describes a reading.
  package init(wallMilliseconds: Int64, bootMilliseconds: Int64? = nil, bootID: String? = nil) {
    self.wallMilliseconds = wallMilliseconds
    self.bootMilliseconds = bootMilliseconds
    self.bootID = bootID
  }

  /// Returns the time since an earlier reading, at least 0.
  ///
  /// Until the machine is restarted, setting the wall clock does not shorten or lengthen this.
  /// After a restart, a wall clock that was set back counts as no time.
  func milliseconds(since earlier: TimeReading) -> Int64 {
    if let now = bootMilliseconds, let then = earlier.bootMilliseconds,
      bootID != nil, bootID == earlier.bootID
    {
      return Self.difference(now, then)
    }
    return Self.difference(wallMilliseconds, earlier.wallMilliseconds)
  }

  /// Returns the difference without overflow: a record may contain any number.
  private static func difference(_ later: Int64, _ earlier: Int64) -> Int64 {
    let (difference, overflows) = later.subtractingReportingOverflow(earlier)
    return overflows ? 0 : max(0, difference)
  }
}

/// A vault's source of time.
package struct VaultTime: Sendable {
  /// Reads both clocks.
  package var read: @Sendable () -> TimeReading

  /// Creates a source of time.
  package init(read: @escaping @Sendable () -> TimeReading) {
    self.read = read
  }
}
