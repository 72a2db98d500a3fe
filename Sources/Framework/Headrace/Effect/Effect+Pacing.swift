// MARK: - Pacing Effects

extension Effect {
  /// Starts this effect once no other effect with the same id has been returned for a while.
  ///
  /// An effect that waits is in flight: the store lists it, at the line of this call.
  /// `.cancel(id:)` ends the wait. An id that the effect, or a part of it, already had cancels that
  /// effect or part while it waits; the wait ends when nothing is left.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.results(try await search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the effect, as for ``cancellable(id:cancelInFlight:)``.
  ///   - dueTime: How long to wait. Another effect with the id restarts the wait, and cancels this
  ///     one if it is already running.
  ///   - clock: Measures the time.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: Duration, clock: any Clock<Duration>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let pause = Self.pause(for: dueTime, on: clock, at: site)
    let effect = storage.map { EffectWork.debounce($0, pause: pause) } ?? .run(pause)
    return Self(storage: effect).cancellable(id: id, cancelInFlight: true)
  }

  /// Starts this effect at once. Of the effects with the same id that follow within an interval,
  /// starts only one, at the end of the interval.
  ///
  /// An effect that waits is in flight: the store lists it, at the line of this call. It is
  /// cancelled by any of its ids, with its feature, by `cancel()` of its sender's ``StoreTask``,
  /// and by an effect that takes its place. The id of a part of it cancels that part.
  ///
  /// The interval belongs to the feature: no sender waits for its end. Only `.cancel(id:)` with
  /// this very id ends the interval, and cancels the effect that waits. While no effect waits, the
  /// store lists nothing of it, and a test may end.
  ///
  /// If an effect with `latest: false` finds another one waiting, it is dropped: it is never in
  /// flight, and its sender's ``StoreTask/finish()`` returns. When an effect that was held back
  /// starts, it begins the next interval, measured by its own `interval` and `clock`.
  ///
  /// - Parameters:
  ///   - id: The id of the effect, as for ``cancellable(id:cancelInFlight:)``.
  ///   - interval: How long to hold others back after one has started.
  ///   - clock: Measures the time.
  ///   - latest: Whether the last of the effects held back starts, or the first.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, clock: any Clock<Duration>, latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    guard let storage else { return .none }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let pause = Self.pause(for: interval, on: clock, at: site)
    return Self(storage: .throttle(storage, (CancelID(id), pause, latest)))
  }

  /// Work that only sleeps.
  private static func pause(
    for duration: Duration, on clock: any Clock<Duration>, at site: CallSite
  ) -> RunWork<Action> {
    RunWork(site: site) { _ in try await clock.sleep(for: duration) }
  }
}
