public import Headrace

/// A type-erased clock, for code that can't use `any Clock<Duration>`.
public struct AnyClock<Duration: DurationProtocol & Hashable & Sendable>: Clock {
  /// An instant of the clock, as an offset from the time at which the type was erased.
  public struct Instant: InstantProtocol, Sendable {
    let offset: Duration

    /// Returns the instant that is a duration later.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    /// Returns the time from this instant to another.
    public func duration(to other: Self) -> Duration { other.offset - offset }

    /// Returns true if one instant is before another.
    public static func < (first: Self, second: Self) -> Bool { first.offset < second.offset }
  }

  private let offsetNow: @Sendable () -> Duration
  private let resolution: @Sendable () -> Duration
  private let sleep: @Sendable (_ deadline: Duration, _ tolerance: Duration?) async throws -> Void

  /// Erases the type of a clock.
  public init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
    let start = clock.now
    offsetNow = { start.duration(to: clock.now) }
    resolution = { clock.minimumResolution }
    sleep = { offset, tolerance in
      try await clock.sleep(until: start.advanced(by: offset), tolerance: tolerance)
    }
  }

  /// The current time of the clock.
  public var now: Instant { Instant(offset: offsetNow()) }

  /// The resolution of the clock.
  public var minimumResolution: Duration { resolution() }

  /// Sleeps on the clock.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(deadline.offset, tolerance)
  }
}

extension UnimplementedClock {
  /// Creates a clock that replaces another.
  ///
  /// - Parameters:
  ///   - base: The replaced clock, used after a failure.
  ///   - name: The name of the clock in the failure.
  ///   - fileID: The caller's module and file, for the report.
  ///   - filePath: The caller's file, for the report.
  ///   - line: The caller's line, for the report.
  ///   - column: The caller's column, for the report.
  public init(
    _ base: Base = ContinuousClock(), name: String = "\(Base.self)",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      base, name: name,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Clock where Self == UnimplementedClock<ContinuousClock> {
  /// Returns a clock that fails the test when code reads its time or sleeps on it.
  ///
  /// - Parameters:
  ///   - name: The name of the clock in the failure.
  ///   - fileID: The caller's module and file, for the report.
  ///   - filePath: The caller's file, for the report.
  ///   - line: The caller's line, for the report.
  ///   - column: The caller's column, for the report.
  public static func unimplemented(
    name: String = "Clock", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    UnimplementedClock(
      ContinuousClock(), name: name, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
