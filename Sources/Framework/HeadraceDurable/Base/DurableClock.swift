import Foundation

/// The clock of durable effects, whose sleeps are timers that survive the program.
///
/// If an effect starts again, its sleep ends at the original time, or immediately if that has
/// passed. A sleep never ends early.
struct DurableClock: Clock {
  /// A point in time, in seconds since 1970.
  struct Instant: InstantProtocol {
    var seconds: Double

    func advanced(by duration: Duration) -> Instant {
      Instant(seconds: seconds + duration / .seconds(1))
    }
    func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }
    static func < (first: Instant, second: Instant) -> Bool { first.seconds < second.seconds }
  }

  let time: DurableTime

  var now: Instant { Instant(seconds: time.now()) }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    guard let effect = RunningEffect.current else {
      return try await time.sleep(until: deadline.seconds)
    }
    try await effect.withTimer(due: deadline.seconds) { try await time.sleep(until: $0) }
  }
}

/// The time source of a runtime: the date, and a clock that sleeps.
struct DurableTime: Sendable {
  let now: @Sendable () -> Double
  let clock: any Clock<Duration>

  func sleep(until deadline: Double) async throws {
    try await clock.sleep(until: deadline, date: now)
  }
}

/// Sleeps are split into parts of this length in seconds, so that a changed system date is noticed.
private let longestSleep = 60.0

extension Clock<Duration> {
  fileprivate func sleep(until deadline: Double, date: @Sendable () -> Double) async throws {
    while true {
      // Read before the date, so that what passes between the two shortens the sleep.
      let start = now
      let rest = deadline - date()
      guard rest > 0 else { return try Task.checkCancellation() }
      let end = start.advanced(by: .seconds(min(rest, longestSleep)))
      try await sleep(until: end, tolerance: nil)
    }
  }
}
