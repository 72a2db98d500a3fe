// MARK: - Pacing Effects

extension Effect {
  /// Starts this effect once no other effect with the same id has been returned for a given time.
  ///
  /// A delayed effect is in flight: the store lists it, at the line of this call. `.cancel(id:)`
  /// ends the delay. If the effect or a part of it already had an id, that id cancels the effect or
  /// part while it is delayed; the delay ends when nothing is left.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.results(try await search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the effect, as for ``cancellable(id:cancelInFlight:)``.
  ///   - dueTime: The time to wait. Another effect with the id restarts the wait, and cancels this
  ///     one if it is already running.
  ///   - clock: The clock that measures the time.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: Duration, clock: any Clock<Duration>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let sleep = Self.sleep(for: dueTime, on: clock, at: site)
    let effect = storage.map { EffectWork.debounce($0, sleep: sleep) } ?? .run(sleep)
    return Self(storage: effect).cancellable(id: id, cancelInFlight: true)
  }

  /// Starts this effect immediately, and one of those with its id that follow within an interval.
  ///
  /// That one starts at the end of the interval.
  ///
  /// A delayed effect is in flight: the store lists it, at the line of this call. It is cancelled
  /// by any of its ids, with its feature, by `cancel()` of its sender's ``StoreTask``, and by an
  /// effect that replaces it. The id of one of its parts cancels that part.
  ///
  /// The interval belongs to the feature: no sender waits for its end. Only `.cancel(id:)` with
  /// this very id ends the interval, and cancels the delayed effect. While none is delayed, the
  /// store does not list the interval, and a test can end.
  ///
  /// An effect with `latest: false` is dropped if another one is already delayed: it is never in
  /// flight, and its sender's ``StoreTask/finish()`` returns. A delayed effect begins the next
  /// interval when it starts, measured by its own `interval` and `clock`.
  ///
  /// - Parameters:
  ///   - id: The id of the effect, as for ``cancellable(id:cancelInFlight:)``.
  ///   - interval: The time for which others are delayed after one has started.
  ///   - clock: The clock that measures the time.
  ///   - latest: If true, the last of the delayed effects starts, otherwise the first.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, clock: any Clock<Duration>, latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    guard let storage else { return .none }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let sleep = Self.sleep(for: interval, on: clock, at: site)
    return Self(storage: .throttle(storage, (CancelID(id), sleep, latest)))
  }

  /// Returns work that only sleeps.
  private static func sleep(
    for duration: Duration, on clock: any Clock<Duration>, at site: CallSite
  ) -> RunWork<Action> {
    RunWork(site: site) { _ in try await clock.sleep(for: duration) }
  }
}
