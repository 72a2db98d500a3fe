/// Runs the effects of a concatenation one after another.
final class SequenceStep: EffectStep, @unchecked Sendable {
  // Unchecked: see ``EffectRecord``.

  private let effect: JoinedEffect
  private let sink: ErasedSink
  private let resources: EffectContext.Resources
  @exclusivity(unchecked) private var nextIndex = 0

  init(_ effect: JoinedEffect, in context: __shared EffectContext, to sink: ErasedSink) {
    self.effect = effect
    self.sink = sink
    self.resources = context.resources
    super.init(in: context)
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
    let part = effect.parts[nextIndex]
    nextIndex += 1
    // The step counts as one part while the next one starts. So a part that ends at once does not
    // start its successor from inside its own start.
    pendingCount = 1
    var context = EffectContext(of: self, cancelEntry: cancelEntry, resources: resources)
    context.step = self
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
