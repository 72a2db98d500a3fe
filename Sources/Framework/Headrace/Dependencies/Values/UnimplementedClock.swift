import IssueReporting
import Synchronization

/// A clock that fails the test when code reads its time or sleeps on it.
///
/// After the failure it behaves like the clock it stands for, so that the test can end. Tests that
/// override no clock get this one.
public struct UnimplementedClock<Base: Clock>: Clock {
  private let base: Base
  private let name: String
  private let site: CallSite
  private let moments = ReportedMoments()

  /// Creates a clock that stands for another.
  ///
  /// - Parameters:
  ///   - base: The clock used after a failure.
  ///   - name: What the failure calls the clock.
  public init(
    _ base: Base = ContinuousClock(),
    name: String = "\(Base.self)",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      base, name: name,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  init(_ base: Base, name: String, at site: CallSite) {
    self.base = base
    self.name = name
    self.site = site
  }

  /// The time of the clock it stands for, after a failure.
  public var now: Base.Instant {
    report("now")
    moments.add()
    return base.now
  }

  /// The resolution of the clock it stands for, after a failure.
  public var minimumResolution: Base.Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Sleeps on the clock it stands for, after a failure.
  public func sleep(until deadline: Base.Instant, tolerance: Base.Duration?) async throws {
    // 'sleep(for:)' has read the time before, and that was reported.
    if !moments.take() { report("sleep") }
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

/// How many reported reads of the time have not been matched with a sleep yet.
private final class ReportedMoments: Sendable {
  private let count = Atomic(0)

  func add() { count.add(1, ordering: .relaxed) }

  /// Takes one, if there is any.
  func take() -> Bool {
    if count.subtract(1, ordering: .relaxed).oldValue > 0 { return true }
    count.add(1, ordering: .relaxed)
    return false
  }
}
