import Synchronization

/// A clock on which every sleep ends at once.
///
/// Time still advances: after a sleep, ``now`` is the moment that the sleeper waited for. Use it if
/// a test does not depend on time. An effect that sleeps in an endless loop needs a ``TestClock``.
public final class ImmediateClock<Duration: DurationProtocol & Hashable & Sendable>: Clock {
  /// A moment of an immediate clock.
  public struct Instant: InstantProtocol, Sendable {
    /// The distance from the clock's beginning.
    public let offset: Duration

    /// Creates the moment at a distance from the clock's beginning.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The moment that is a duration later.
    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset + duration)
    }

    /// The time from this moment to another.
    public func duration(to other: Self) -> Duration {
      other.offset - offset
    }

    /// Whether one moment is before another.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  private let time: Mutex<Instant>

  /// The smallest step of time: none.
  public let minimumResolution = Duration.zero

  /// Creates a clock.
  ///
  /// - Parameter now: The moment at which it begins.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  /// The latest moment of any sleep so far.
  public var now: Instant { time.withLock { $0 } }

  /// Moves time to a deadline, lets other tasks run, and returns.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock that counts seconds.
  public convenience init() {
    self.init(now: Instant())
  }
}
