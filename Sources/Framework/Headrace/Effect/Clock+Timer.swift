extension Clock where Duration == Swift.Duration {
  /// Ticks at regular intervals, without drift, until the iterating task is cancelled.
  ///
  /// ```swift
  /// return .run { [clock] send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
  /// }
  /// ```
  ///
  /// The first tick comes after one interval. If the body takes longer than an interval, the missed
  /// ticks follow immediately.
  ///
  /// - Parameters:
  ///   - interval: The time between ticks.
  ///   - tolerance: The maximum delay of a tick.
  public func timer(interval: Swift.Duration, tolerance: Swift.Duration? = nil) -> ClockTimer {
    ClockTimer(clock: self, interval: interval, tolerance: tolerance)
  }
}

/// The regular ticks of a clock, numbered from 1; created by `timer(interval:)`.
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

  /// Waits for the ticks, one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sleep: (_ tick: Int) async throws -> Void
    fileprivate var tick = 0

    /// Waits for the next tick; returns `nil` once the task is cancelled.
    public mutating func next() async -> Int? {
      tick += 1
      do {
        try await sleep(tick)
        return tick
      } catch {
        // A clock's sleep fails for only one reason: the task was cancelled.
        return nil
      }
    }
  }
}
