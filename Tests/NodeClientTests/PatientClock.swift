import Synchronization

/// A clock that records every wait.
///
/// The time limit never passes, or passes immediately; other waits end immediately.
final class PatientClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let timeLimit: Swift.Duration
  let timeLimitComes: Bool
  let minimumResolution = Swift.Duration.zero
  private let recorded = Mutex<[Swift.Duration]>([])

  init(timeLimit: Swift.Duration, timeLimitComes: Bool = false) {
    self.timeLimit = timeLimit
    self.timeLimitComes = timeLimitComes
  }

  var now: Instant { Instant(offset: .zero) }

  /// The waits other than the time limit, in order.
  var waits: [Swift.Duration] { recorded.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    guard deadline.offset == timeLimit else {
      recorded.withLock { $0.append(deadline.offset) }
      return try Task.checkCancellation()
    }
    guard !timeLimitComes else { return }
    await waitForCancellation()
    try Task.checkCancellation()
  }
}

/// Returns when the task is cancelled, and not before.
func waitForCancellation() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  continuation.finish()
}
