/// Runs the effects of a concatenation one after another, or of a debounce after its sleep.
final class SequenceStep: EffectStep, @unchecked Sendable {
  // Unchecked: see ``EffectRecord``.

  private let effect: JoinedEffect
  private let sink: ErasedSink
  private let resources: EffectContext.Resources
  private var nextIndex = 0
  /// The parts of the effect that waits, while this is the step of a debounce that sleeps.
  private var held: HeldParts?
  /// The parts that were cancelled while they waited.
  private var leftOut: HeldParts?

  init(_ effect: JoinedEffect, in context: __shared EffectContext, to sink: ErasedSink) {
    self.effect = effect
    self.sink = sink
    self.resources = context.resources
    super.init(in: context)
  }

  /// Makes the parts that wait for the sleep of a debounce cancellable by their own ids.
  ///
  /// - Parameter context: The context of the step.
  func holdParts(in context: EffectContext) {
    guard effect.isDebounce else { return }
    held = HeldParts(of: effect.parts[1], in: context) { [weak self] in self?.endWait() }
  }

  /// Cancels the sleep, because nothing waits for it any longer.
  private func endWait() {
    guard held != nil else { return }
    for record in scope.records(where: { $0.step === self }) { record.cancel() }
    cancel()
  }

  /// Releases the parts that wait, which start now or never.
  private func releaseParts() {
    leftOut = held?.end()
    held = nil
  }

  override func cancelWork() {
    releaseParts()
  }

  /// Takes the next effect, which the caller starts at once; `nil` if an earlier effect is still
  /// running, or if all have ended.
  ///
  /// - Parameter isStarting: Whether the caller has just started the effect before. The step then
  ///   stops counting that start as a part.
  func next(isStarting: Bool) -> (effect: EffectNode, context: EffectContext, sink: ErasedSink)? {
    if isStarting {
      pendingCount -= 1
      if pendingCount > 0 { return nil }
    }
    guard !isCancelled, nextIndex < effect.parts.count else {
      finish()
      return nil
    }
    if nextIndex > 0, held != nil { releaseParts() }
    let part = effect.parts[nextIndex]
    nextIndex += 1
    // The step counts as one part while the next one starts. So a part that ends at once does not
    // start its successor from inside its own start.
    pendingCount = 1
    var context = EffectContext(of: self, cancelEntry: cancelEntry, resources: resources)
    context.step = self
    if let leftOut { context.leftOut = leftOut }
    return (part, context, sink)
  }

  /// The next effect starts after the current work, not inside it. If many concatenations end
  /// together, each would otherwise end inside the previous one.
  override func allEnded() {
    runtime.toLaunch.append(self)
  }

  override func launch() {
    EffectStarter.resume(self)
  }
}
