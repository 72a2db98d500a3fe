/// The record of a throttle, for the interval after an effect starts during which others with its
/// id are held back.
///
/// The feature owns the interval, not the sender of the effect that began it: no sender waits for
/// its end, and no sender's `cancel()` ends it. The scope counts it, and the task that measures the
/// interval. Tools see that task only while an effect is held back, together with that effect.
final class ThrottleWindow: EffectStep, @unchecked Sendable {
  // Unchecked: see ``EffectRecord``.

  private let throttleID: any CancelID
  private var pause: RunEffect<Void>
  private let resources: EffectContext.Resources
  /// The task that measures the interval.
  private var timer: EffectRecord?
  fileprivate var held: HeldRecord?

  /// Opens a window; ``startPause()`` then measures the interval.
  init(_ effect: ThrottledEffect, in context: EffectContext) {
    self.throttleID = effect.id
    self.pause = effect.pause
    self.resources = context.resources
    super.init(
      in: EffectContext(
        scope: context.scope, group: EffectGroup(runtime: context.runtime),
        dependencies: DependencyValues(storage: context.dependencies),
        startedBy: context.startedBy))
    runtime.register(self)
    scope.setWindow(self, for: throttleID)
  }

  /// The effect whose sleep the held effect waits for.
  fileprivate var timerID: EffectID? { timer?.id }

  /// Measures the interval, unless the effect that opened the window has also closed it.
  func startPause() {
    guard !isCancelled else { return finish() }
    var context = EffectContext(of: self, cancelEntry: nil, resources: resources)
    context.step = self
    let timer = TypedRunRecord(pause, in: context, to: ActionSink { _, _ in })
    self.timer = timer
    timer.register()
  }

  /// Holds an effect until the end of the interval.
  func hold(_ effect: ThrottledEffect, in context: EffectContext, to sink: ErasedSink) {
    if let held {
      guard effect.latest else { return }
      held.cancel()
    }
    // Cancelling the held effect runs instruments, which may have closed this window or ended the
    // feature.
    guard !isCancelled, held == nil, !context.isCutOff else { return }
    let newest = HeldRecord(effect, by: self, in: context, to: sink)
    held = newest
    runtime.register(newest)
    // An instrument that is called with the effect may cancel it.
    if !newest.isCancelled { newest.holdParts(in: context) }
  }

  /// The window is shown as in flight only while an effect waits for its end.
  override var isIdle: Bool { held == nil }

  override func allEnded() {
    timer = nil
    guard !isCancelled, let next = held else { return finish() }
    pause = next.effect.pause
    next.startNow { context, sink in
      EffectStarter.startHeld(
        self, with: next.effect.child, in: context, to: sink)
    }
  }

  /// Closes the window, and drops what it holds.
  override func cancelWork() {
    scope.setWindow(nil, for: throttleID)
    timer?.cancel()
    // The timer holds this window as its step. If the store's actor is gone, nothing reports the
    // timer's end, so the cycle is broken here.
    timer = nil
    held?.cancel()
  }

  override func willFinish() {
    if !isCancelled { scope.setWindow(nil, for: throttleID) }
  }
}

/// An effect that a window holds back.
///
/// It is in flight: it can be cancelled by its ids, with its feature and with its send, and the
/// send waits for it.
final class HeldRecord: EffectRecord, @unchecked Sendable {
  // Unchecked: see ``EffectRecord``.

  let effect: ThrottledEffect
  private let sink: ErasedSink
  private let resources: EffectContext.Resources
  private let startedAt = ContinuousClock.now
  private var window: ThrottleWindow?
  /// Its parts, which their own ids can cancel while it waits.
  private var parts: HeldParts?

  init(
    _ effect: ThrottledEffect, by window: ThrottleWindow, in context: EffectContext,
    to sink: ErasedSink
  ) {
    self.effect = effect
    self.sink = sink
    self.resources = context.resources
    self.window = window
    super.init(in: context)
  }

  override var info: EffectInfo? {
    EffectInfo(
      id: id, name: nil, site: effect.pause.site, path: scope.path(in: runtime),
      startedBy: startedBy, startedAt: startedAt, sleeper: window?.timerID)
  }

  /// Makes the parts of the effect cancellable by their own ids.
  ///
  /// - Parameter context: Where the effect will start.
  fileprivate func holdParts(in context: EffectContext) {
    parts = HeldParts(of: effect.child, in: context) { [weak self] in
      self?.cancel()
    }
  }

  /// Ends the wait, and starts the effect in its place.
  func startNow(_ start: (EffectContext, ErasedSink) -> Void) {
    leaveWindow()
    var context = EffectContext(of: self, cancelEntry: cancelEntry, resources: resources)
    // Counted until the effect is started, so that its waiters don't resume before.
    group.begin()
    step?.begin()
    if let leftOut = parts?.end() { context.leftOut = leftOut }
    parts = nil
    finish()
    start(context, sink)
    step?.end()
    group.end()
  }

  override func cancelWork() {
    leaveWindow()
    _ = parts?.end()
    parts = nil
    // There is no task that would report its end, so the store continues from here.
    runtime.toLaunch.append(self)
  }

  private func leaveWindow() {
    if window?.held === self { window?.held = nil }
    window = nil
  }
}
