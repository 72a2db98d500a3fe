import IssueReporting

/// A clock that fails the test when anything asks it for the time or sleeps on it.
///
/// After the failure it behaves as the clock it stands for, so that the test can end. It is what
/// tests find where they override no clock.
public struct UnimplementedClock<Base: Clock>: Clock {
  /// A moment of the clock it stands for.
  public typealias Instant = Base.Instant

  private let base: Base
  private let name: String
  private let site: CallSite

  /// Creates a clock that stands for another.
  ///
  /// - Parameters:
  ///   - base: The clock used after a failure.
  ///   - name: What the failure calls the clock.
  public init(
    _ base: Base = ContinuousClock(),
    name: String = "\(Base.self)",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.base = base
    self.name = name
    self.site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The time of the clock it stands for, after a failure.
  public var now: Base.Instant {
    report("now")
    return base.now
  }

  /// The resolution of the clock it stands for, after a failure.
  public var minimumResolution: Base.Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Sleeps on the clock it stands for, after a failure.
  public func sleep(until deadline: Base.Instant, tolerance: Base.Duration?) async throws {
    report("sleep")
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
