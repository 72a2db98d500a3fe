/// The while after an effect's start in which others with its id are held back.
@usableFromInline
final class ThrottleWindow: EffectStep {
  /// Starts an effect.
  @usableFromInline
  typealias Start = (EffectContext) -> Void

  let record: EffectRecord
  private let id: CancelID
  private let pause: Start
  private let context: EffectContext
  private var held: (start: Start, context: EffectContext)?

  private init(id: CancelID, pause: @escaping Start, in context: EffectContext) {
    self.id = id
    self.pause = pause
    self.context = context
    self.record = EffectRecord(in: context)
  }

  /// Starts an effect, now or when the window closes.
  @usableFromInline
  static func start(
    _ effect: @escaping Start, id: CancelID, pause: @escaping Start, latest: Bool,
    in context: EffectContext
  ) {
    let context = context.cancellable(by: id, cancelsInFlight: false)
    if let window = context.scope.throttles.first(where: { $0.isOpen && $0.id.isSame(as: id) }) {
      return window.hold(effect, in: context, latest: latest)
    }
    let window = ThrottleWindow(id: id, pause: pause, in: context)
    context.scope.throttles.append(window)
    context.runtime.register(window.record)
    window.open(with: effect, in: context)
  }

  /// Whether effects are held back.
  private var isOpen: Bool { !record.isCancelled && !record.isFinished }

  /// Starts an effect, and holds others back from now on.
  private func open(with start: Start, in effectContext: EffectContext) {
    // Held while they start: the effect may cancel the window, and that may be all that lives in
    // the scope.
    context.scope.retain()
    defer { context.scope.release() }
    start(effectContext)
    guard isOpen else { return close() }
    var inner = context
    inner.step = self
    pause(inner)
  }

  private func hold(_ start: @escaping Start, in effectContext: EffectContext, latest: Bool) {
    guard held == nil || latest else { return }
    // Whoever sent the action waits for its effect, or until another takes its place.
    effectContext.group.begin()
    held?.context.group.end()
    held = (start, effectContext)
  }

  override func allEnded() {
    context.runtime.perform {
      let next = held
      held = nil
      if let next, isOpen, !next.context.group.isCancelled {
        open(with: next.start, in: next.context)
      } else {
        close()
      }
      next?.context.group.end()
    }
  }

  private func close() {
    context.scope.throttles.removeAll { $0 === self }
    record.finish()
  }
}
