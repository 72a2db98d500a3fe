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
  public func makeAsyncIterator() -> Iterator { Iterator(sleep: sleeping(on: clock)) }

  private func sleeping<C: Clock<Duration>>(on clock: C) -> (Int) async throws -> Void {
    let start = clock.now
    return { tick in
      try await clock.sleep(until: start.advanced(by: interval * tick), tolerance: tolerance)
    }
  }

  /// Waits for one tick after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sleep: (_ tick: Int) async throws -> Void
    fileprivate var tick = 0

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
