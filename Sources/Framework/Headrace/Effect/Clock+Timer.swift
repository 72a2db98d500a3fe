extension Clock where Duration == Swift.Duration {
  /// Ticks at regular intervals, without drift, until the task that iterates is cancelled.
  ///
  /// ```swift
  /// return .run { [clock] send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
  /// }
  /// ```
  ///
  /// The first tick comes after one interval. Ticks that were missed, because the body took longer
  /// than an interval, follow at once.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks.
  ///   - tolerance: How much later than due a tick may come.
  public func timer(interval: Swift.Duration, tolerance: Swift.Duration? = nil) -> ClockTimer {
    ClockTimer(clock: self, interval: interval, tolerance: tolerance)
  }
}

/// Regular ticks of a clock, numbered from 1; made by `timer(interval:)`.
public struct ClockTimer: AsyncSequence, Sendable {
  fileprivate let clock: any Clock<Duration>
  fileprivate let interval: Duration
  fileprivate let tolerance: Duration?

  /// Starts the timer.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Waits for one tick after another.
  public struct Iterator: AsyncIteratorProtocol {
    private let sleep: (_ tick: Int) async throws -> Void
    private var tick = 0

    fileprivate init(_ timer: ClockTimer) {
      sleep = Self.sleeping(on: timer.clock, timer)
    }

    private static func sleeping<C: Clock<Duration>>(
      on clock: C, _ timer: ClockTimer
    ) -> (Int) async throws -> Void {
      let start = clock.now
      return { tick in
        try await clock.sleep(
          until: start.advanced(by: timer.interval * tick), tolerance: timer.tolerance)
      }
    }

    /// Waits for the next tick; `nil` once the task is cancelled.
    public mutating func next() async -> Int? {
      tick += 1
      do {
        try await sleep(tick)
        return tick
      } catch {
        // A clock's sleep fails for one reason: the task was cancelled.
        return nil
      }
    }
  }
}
