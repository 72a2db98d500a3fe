import Synchronization

/// A clock whose sleepers wake one tick at a time; it records the duration of each sleep.
final class CountingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let minimumResolution = Swift.Duration.zero
  private let recorded = Mutex<[Swift.Duration]>([])
  private let ticks: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (ticks, continuation) = AsyncStream.makeStream()
  }

  var now: Instant { Instant(offset: .zero) }

  var intervals: [Swift.Duration] { recorded.withLock { $0 } }

  func tick() async { continuation.yield() }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    recorded.withLock { $0.append(deadline.offset) }
    _ = await ticks.first { true }
    try Task.checkCancellation()
  }
}
