/// An effect of which few start in a while.
final class ThrottledEffect<Action>: EffectStorage<Action> {
  private let base: EffectStorage<Action>
  private let id: AnyHashable
  private let pause: Effect<Action>
  private let latest: Bool

  init(
    _ base: EffectStorage<Action>, id: some Hashable & Sendable, interval: Duration,
    clock: any Clock<Duration>, latest: Bool, site: CallSite
  ) {
    self.base = base
    self.id = AnyHashable(id)
    self.pause = .pause(for: interval, on: clock, at: site)
    self.latest = latest
  }

  override func start(in context: EffectContext<Action>) {
    var context = context
    context.cancelIDs.append(id)
    if let window = context.scope.throttles[id] as? ThrottleWindow<Action>, window.isOpen {
      return window.hold(base, in: context, latest: latest)
    }
    let window = ThrottleWindow(id: id, pause: pause, in: context)
    context.scope.throttles[id] = window
    context.runtime.register(window.record)
    window.open(with: base, in: context)
  }
}

/// The while after an effect's start in which others with its id are held back.
final class ThrottleWindow<Action>: EffectStep {
  let record: EffectRecord
  private let id: AnyHashable
  private let pause: Effect<Action>
  private let context: EffectContext<Action>
  private var held: (effect: EffectStorage<Action>, context: EffectContext<Action>)?

  init(id: AnyHashable, pause: Effect<Action>, in context: EffectContext<Action>) {
    self.id = id
    self.pause = pause
    self.context = context
    self.record = EffectRecord(in: context)
  }

  /// Whether effects are held back.
  var isOpen: Bool { !record.isCancelled && !record.isFinished }

  /// Starts an effect, and holds others back from now on.
  func open(with effect: EffectStorage<Action>, in effectContext: EffectContext<Action>) {
    effect.start(in: effectContext)
    var inner = context
    inner.step = self
    pause.storage?.start(in: inner)
  }

  func hold(
    _ effect: EffectStorage<Action>, in effectContext: EffectContext<Action>, latest: Bool
  ) {
    guard held == nil || latest else { return }
    // Whoever sent the action waits for its effect, or until another takes its place.
    effectContext.group.begin()
    held?.context.group.end()
    held = (effect, effectContext)
  }

  override func allEnded() {
    context.runtime.perform {
      let next = held
      held = nil
      if let next, isOpen, !next.context.group.isCancelled {
        open(with: next.effect, in: next.context)
      } else {
        close()
      }
      next?.context.group.end()
    }
  }

  private func close() {
    if context.scope.throttles[id] === self { context.scope.throttles[id] = nil }
    record.finish()
  }
}
