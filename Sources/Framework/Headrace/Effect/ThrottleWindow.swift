/// The record of a throttle, for the interval after an effect starts during which others with its
/// id are held back.
///
/// The feature owns the interval, not the sender of the effect that began it: no sender waits for
/// its end, and no sender's `cancel()` ends it. The scope counts it, and the task that measures the
/// interval. Tools see that task only while an effect is held back, together with that effect.
final class ThrottleWindow: EffectRecord {
  private let throttleID: CancelID
  fileprivate var pause: RunWork<Void>
  /// The task that measures the interval.
  private var timer: EffectRecord?
  fileprivate var held: EffectRecord?

  /// Starts an effect and an interval, or holds the effect back until the end of an earlier one.
  static func start<Action>(
    _ work: EffectWork<Action>, _ throttle: Throttle, in context: EffectContext,
    to sink: ActionSink<Action>
  ) {
    let context = context.cancellable(by: throttle.id)
    if let window = context.scope.windows[throttle.id] as? ThrottleWindow {
      return window.hold(work, throttle, in: context, to: sink)
    }
    let window = ThrottleWindow(throttle, in: context)
    work.start(in: context, to: sink)
    window.startPause()
  }

  /// Opens a window; ``startPause()`` then measures the interval.
  private init(_ throttle: Throttle, in context: EffectContext) {
    self.throttleID = throttle.id
    self.pause = throttle.pause
    super.init(
      in: EffectContext(
        scope: context.scope, group: EffectGroup(runtime: context.runtime),
        dependencies: DependencyValues(storage: context.dependencies),
        startedBy: context.startedBy))
    runtime.register(self)
    scope.windows[throttleID] = self
  }

  /// The effect whose sleep the held effect waits for.
  fileprivate var timerID: EffectID? { timer?.id }

  /// Measures the interval, unless the effect that opened the window has also closed it.
  fileprivate func startPause() {
    guard !isCancelled else { return finish() }
    let timer = pause.makeRecord(
      in: EffectContext(partOf: self), to: ActionSink { _, _ in })
    self.timer = timer
    timer.register()
  }

  /// Holds an effect until the end of the interval.
  private func hold<Action>(
    _ work: EffectWork<Action>, _ throttle: Throttle, in context: EffectContext,
    to sink: ActionSink<Action>
  ) {
    if let held {
      guard throttle.latest else { return }
      held.cancel()
    }
    // Cancelling the held effect runs instruments, which may have closed this window or ended the
    // feature.
    guard !isCancelled, held == nil, !context.isCutOff else { return }
    let newest = HeldRecord(work, throttle.pause, by: self, in: context, to: sink)
    held = newest
    newest.wait()
  }

  /// The window is shown as in flight only while an effect waits for its end.
  override var isIdle: Bool { held == nil }

  override func allEnded() {
    timer = nil
    guard !isCancelled, let held else { return finish() }
    // Starts the held effect.
    held.launch()
  }

  override func leaveLists() {
    super.leaveLists()
    scope.windows.removeAndShrink(throttleID)
  }

  /// Closes the window, and drops what it holds.
  override func cancelWork() {
    timer?.cancel()
    // The timer holds this window as its step. If the store's actor is gone, nothing reports the
    // timer's end, so the cycle is broken here.
    timer = nil
    held?.cancel()
  }
}

/// An effect that a window holds back.
///
/// It is in flight: it can be cancelled by its ids, with its feature and with its send, and the
/// send waits for it.
private final class HeldRecord<Action>: EffectRecord {
  private var work: EffectWork<Action>
  private let pause: RunWork<Void>
  private let sink: ActionSink<Action>
  private let startedAt = ContinuousClock.now
  /// The window, while it holds this.
  private var window: ThrottleWindow?

  init(
    _ work: EffectWork<Action>, _ pause: RunWork<Void>, by window: ThrottleWindow,
    in context: EffectContext, to sink: ActionSink<Action>
  ) {
    self.work = work
    self.pause = pause
    self.sink = sink
    self.window = window
    super.init(in: context)
  }

  override var info: EffectInfo? {
    EffectInfo(
      id: id, name: nil, path: scope.path(in: runtime), startedBy: startedBy, site: pause.site,
      sleeper: window?.timerID ?? id, startedAt: startedAt)
  }

  func wait() {
    runtime.register(self)
    // An instrument that is called with the effect may have cancelled it.
    if !isCancelled, work.hasID(where: { _ in true }) { scope.waiting[id] = self }
  }

  /// Ends the wait, starts the effect in its place, and then the interval of the window.
  override func launch() {
    guard let window else { return }
    window.pause = pause
    leaveWindow()
    // Counted until the effect is started, so that its waiters don't resume before.
    group.begin()
    step?.begin()
    scope.retain()
    finish()
    work.start(in: EffectContext(insteadOf: self), to: sink)
    window.startPause()
    scope.release()
    step?.end()
    group.end()
  }

  override func cancelWork() {
    leaveWindow()
    // There is no task that would report its end, so the store continues from here.
    runtime.toLaunch.append(self)
  }

  private func leaveWindow() {
    if window?.held === self { window?.held = nil }
    window = nil
  }

  override var waitingIDs: [CancelID] { work.ids }

  override func cancelParts(
    id: CancelID, in feature: _EffectScope
  ) -> (hasCancelled: Bool, isEmpty: Bool) {
    work.cancelParts(id: id, in: feature, startingIn: scope)
  }
}
