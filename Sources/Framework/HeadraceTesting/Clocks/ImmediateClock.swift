import Synchronization

/// A clock on which every sleep ends immediately.
///
/// Time still advances: after a sleep, ``now`` is the sleeper's deadline. Use it if a test does not
/// depend on time. An effect that sleeps in an endless loop needs a ``TestClock``.
public final class ImmediateClock<Duration: DurationProtocol & Hashable & Sendable>: Clock {
  /// An instant of an immediate clock.
  public typealias Instant = OffsetInstant<Duration>

  private let time: Mutex<Instant>

  /// The resolution of the clock: zero.
  public let minimumResolution = Duration.zero

  /// Creates a clock.
  ///
  /// - Parameter now: The instant at which it begins.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  /// The latest deadline of any sleep so far.
  public var now: Instant { time.withLock { $0 } }

  /// Advances time to a deadline, lets other tasks run, and returns.
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

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which every sleep ends immediately: `$0.continuousClock = .immediate`.
  public static var immediate: Self { ImmediateClock() }
}
