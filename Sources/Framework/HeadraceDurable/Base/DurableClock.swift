import Foundation
import Headrace

/// The clock of durable effects, whose sleeps are timers that survive the program.
///
/// If an effect starts again, its sleep ends at the original time, or immediately if that has
/// passed. A sleep never ends early. It is recognized by its exact length, from the reading of the
/// clock on.
struct DurableClock: Clock {
  /// A reading of the clock.
  final class Reading: Sendable {
    /// The time in seconds since 1970; that of the original reading, once that is known.
    private let origin: LockIsolated<Double>

    var seconds: Double { origin.value }

    init(_ seconds: Double) { origin = LockIsolated(seconds) }

    /// Notes the end of a sleep that began with this reading before a restart.
    ///
    /// All other sleeps that begin with it, such as the ticks of a timer, count from there too.
    func restore(end: Double, length: Duration) { origin.setValue(end - length / .seconds(1)) }
  }

  /// A point in time, as the time that has passed since a reading.
  struct Instant: InstantProtocol {
    let reading: Reading
    var length = Duration.zero

    var seconds: Double { reading.seconds + length / .seconds(1) }

    func advanced(by duration: Duration) -> Instant {
      Instant(reading: reading, length: length + duration)
    }
    func duration(to other: Instant) -> Duration {
      reading === other.reading ? other.length - length : .seconds(other.seconds - seconds)
    }
    static func < (first: Instant, second: Instant) -> Bool { first.seconds < second.seconds }
    static func == (first: Instant, second: Instant) -> Bool { first.seconds == second.seconds }
    func hash(into hasher: inout Hasher) { hasher.combine(seconds) }
  }

  let time: DurableTime

  var now: Instant { Instant(reading: Reading(time.now())) }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    guard let effect = RunningEffect.current else {
      return try await time.sleep(until: deadline.seconds)
    }
    let sleep = try await effect.beginSleep(deadline.length, deadline.seconds)
    if sleep.isRestored { deadline.reading.restore(end: sleep.end, length: deadline.length) }
    do {
      try await time.sleep(until: sleep.end)
    } catch {
      await effect.endSleep(sleep)
      throw error
    }
    await effect.endSleep(sleep)
  }
}

/// A sleep of an effect, which survives the program.
struct EffectSleep: Sendable {
  /// The number of the sleep among those of its entity in this program.
  let number: Int
  /// The end in seconds since 1970.
  let end: Double
  /// True if the effect had begun the sleep before it was restarted.
  let isRestored: Bool
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
