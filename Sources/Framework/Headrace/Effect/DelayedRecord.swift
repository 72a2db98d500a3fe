/// An effect that starts its work when another one, which only sleeps, has ended.
///
/// In a debounce, the sleeping effect belongs to it; in a throttle, it is the interval that an
/// earlier effect began.
///
/// It is in flight: it can be cancelled by its ids, with its feature and with its send, and the
/// send waits for it.
final class DelayedRecord<Action>: EffectRecord {
  private var work: EffectWork<Action>
  private let sleep: RunWork<Action>
  /// The throttle that delays the effect; `nil` for a debounce.
  private let throttle: Throttle<Action>?
  private let sink: ActionSink<Action>
  private let startedAt = ContinuousClock.now
  /// The sleeping effect, while this one is delayed.
  private var timer: EffectRecord?

  init(
    _ work: EffectWork<Action>, _ sleep: RunWork<Action>,
    delayedBy throttle: Throttle<Action>? = nil, in context: EffectContext,
    to sink: @escaping ActionSink<Action>
  ) {
    self.work = work
    self.sleep = sleep
    self.throttle = throttle
    self.sink = sink
    super.init(in: context)
  }

  /// Starts the delay of a debounce.
  func startDebounce() {
    let timer = sleep.makeRecord(in: context, to: sink)
    delay(until: timer)
    timer.register()
  }

  private func delay(until timer: EffectRecord) {
    self.timer = timer
    timer.delayedEffect = self
    // Only a record whose work has ids is searched when an id is cancelled.
    var search = PartSearch(for: nil, in: scope, from: scope)
    removeParts(&search)
    if !search.ids.isEmpty { scope.delayed[id] = self }
    runtime.register(self)
  }

  /// A debounce is shown as its sleeping effect.
  override var info: EffectInfo? {
    guard throttle != nil else { return nil }
    return EffectInfo(
      id: id, name: nil, path: scope.path(in: runtime), startedBy: startedBy, site: sleep.site,
      sleeper: timer?.id ?? id, startedAt: startedAt)
  }

  /// Ends the delay, and starts the work instead.
  override func launch() {
    scope.delayed.removeAndShrink(id)
    timer = nil
    // Counted until the work is started, so that its waiters don't resume earlier.
    group.partHasBegun()
    sequence?.partHasBegun()
    scope.retain()
    finish()
    if let throttle {
      Self.startWithInterval(work, throttle, in: context, to: sink)
    } else {
      work.start(in: context, to: sink)
    }
    scope.release()
    sequence?.partHasEnded()
    group.partHasEnded()
  }

  override func cancelWork() {
    scope.delayed.removeAndShrink(id)
    if throttle == nil {
      timer?.cancel()
    } else {
      timer?.delayedEffect = nil
      // No task would report its end, so the store continues from here.
      runtime.toSettle.append(self)
    }
    timer = nil
  }

  override func removeParts(_ search: inout PartSearch) { work = work.removing(&search) }
}

// MARK: - Throttling

extension DelayedRecord {
  /// Starts an effect and an interval, or delays the effect until the end of an earlier interval.
  static func throttle(
    _ work: EffectWork<Action>, _ throttle: Throttle<Action>, in context: EffectContext,
    to sink: @escaping ActionSink<Action>
  ) {
    guard let interval = context.scope.intervals[throttle.id] else {
      return startWithInterval(work, throttle, in: context, to: sink)
    }
    if let delayed = interval.delayedEffect {
      guard throttle.latest else { return }
      delayed.cancel()
    }
    // Cancelling the delayed effect runs instruments, which may end the interval or the feature.
    guard !interval.isCancelled, interval.delayedEffect == nil, !context.isClosed else { return }
    DelayedRecord(work, throttle.sleep, delayedBy: throttle, in: context, to: sink)
      .delay(until: interval)
  }

  /// Starts an effect, and the interval in which others with its id are delayed.
  ///
  /// The feature owns the interval, not the sender of the effect that began it: no sender waits for
  /// its end, and no sender's `cancel()` ends it.
  private static func startWithInterval(
    _ work: EffectWork<Action>, _ throttle: Throttle<Action>, in context: EffectContext,
    to sink: @escaping ActionSink<Action>
  ) {
    guard !context.isClosed else { return }
    var own = context
    own.group = EffectGroup(runtime: context.runtime)
    own.sequence = nil
    own.ids = [(throttle.id, context.scope)]
    let interval = throttle.sleep.makeRecord(in: own, to: sink)
    interval.isInterval = true
    context.scope.intervals[throttle.id] = interval
    interval.register { work.start(in: context, to: sink) }
  }
}

// MARK: - Cancelling Delayed Parts

extension EffectWork {
  /// Returns the effect without the parts that a search matches.
  func removing(_ search: inout PartSearch) -> EffectWork {
    switch self {
    case .send, .run, .cancel:
      search.leftCount += 1
      return self
    case .merge(let parts): return .merge(parts.map { $0.removing(&search) })
    case .concatenate(let parts): return .concatenate(parts.map { $0.removing(&search) })
    case .debounce(let work, let sleep): return .debounce(work.removing(&search), sleep: sleep)
    case .throttle(let work, let throttle):
      if search.removes(throttle.id) { return .merge([]) }
      let leftBefore = search.leftCount
      let rest = work.removing(&search)
      // If nothing is left to start, no interval begins.
      return search.leftCount > leftBefore ? .throttle(rest, throttle) : .merge([])
    case .cancellable(let work, let id, let cancelInFlight):
      if search.removes(id) { return .merge([]) }
      return .cancellable(work.removing(&search), id: id, cancelInFlight: cancelInFlight)
    case .embedded(_, let removing): return removing(&search)
    case .inContext(let work, let change): return .inContext(work.removing(&search), change)
    }
  }
}
