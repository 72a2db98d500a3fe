/// The record of a concatenation, which runs effects one after another, or of a debounce, which
/// runs an effect after its pause.
final class SequenceRecord<Action>: EffectRecord {
  private var parts: [EffectWork<Action>]
  private let isDebounce: Bool
  private let sink: ActionSink<Action>
  private var nextIndex = 0

  init(
    _ parts: [EffectWork<Action>], isDebounce: Bool = false, in context: EffectContext,
    to sink: ActionSink<Action>
  ) {
    self.parts = parts
    self.isDebounce = isDebounce
    self.sink = sink
    super.init(in: context)
  }

  func start() {
    runtime.register(self)
    if isDebounce, parts[1].hasID(where: { _ in true }) { scope.waiting[id] = self }
    startParts()
  }

  /// Starts one part after another, until one has not ended at once.
  private func startParts() {
    scope.retain()
    defer { scope.release() }
    while !isCancelled, nextIndex < parts.count {
      if nextIndex > 0 { scope.waiting.removeAndShrink(id) }
      let part = parts[nextIndex]
      // A concatenation in this one takes no stack: authors join the effects of a loop one by one.
      if !isDebounce, case .concatenate(let inner) = part {
        parts.replaceSubrange(nextIndex...nextIndex, with: inner)
        continue
      }
      nextIndex += 1
      // The start counts as a part. So a part that ends at once does not start its successor from
      // inside its own start.
      pendingCount = 1
      part.start(in: EffectContext(partOf: self), to: sink)
      pendingCount -= 1
      if pendingCount > 0 { return }
    }
    finish()
  }

  /// The next effect starts after the current work, not inside it. If many concatenations end
  /// together, each would otherwise end inside the previous one.
  override func allEnded() { runtime.toLaunch.append(self) }

  override func launch() { startParts() }

  override var waitingIDs: [CancelID] { parts[1].ids }

  override func cancelParts(
    id: CancelID, in feature: _EffectScope
  ) -> (hasCancelled: Bool, isEmpty: Bool) {
    parts[1].cancelParts(id: id, in: feature, startingIn: scope)
  }

  override func cancelWait() {
    for pause in partsInFlight.values { pause.cancel() }
    cancel()
  }
}
