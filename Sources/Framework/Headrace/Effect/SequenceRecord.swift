/// The record of a concatenation, which runs effects one after another.
final class SequenceRecord<Action>: EffectRecord {
  private var parts: [EffectWork<Action>]
  private let sink: ActionSink<Action>
  private var nextIndex = 0
  /// The number of effects and actions that it has started and that have not ended.
  private var pendingCount = 0

  init(
    _ parts: [EffectWork<Action>], in context: EffectContext, to sink: @escaping ActionSink<Action>
  ) {
    self.parts = parts
    self.sink = sink
    super.init(in: context)
  }

  func start() {
    runtime.register(self)
    launch()
  }

  /// Starts the parts one by one, until one does not end immediately.
  override func launch() {
    scope.retain()
    defer { scope.release() }
    var context = context
    context.sequence = self
    while !isCancelled, nextIndex < parts.count {
      let part = parts[nextIndex]
      // A concatenation in this one takes no stack: authors join the effects of a loop one by one.
      if case .concatenate(let inner) = part {
        parts.replaceSubrange(nextIndex...nextIndex, with: inner)
        continue
      }
      nextIndex += 1
      // The start counts as a part, so that a part that ends immediately does not start its
      // successor from inside its own start.
      pendingCount = 1
      part.start(in: context, to: sink)
      pendingCount -= 1
      if pendingCount > 0 { return }
    }
    finish()
  }

  override func partHasBegun() { pendingCount += 1 }

  override func partHasEnded() {
    pendingCount -= 1
    // The next effect starts after the current work, not inside it. Otherwise, if many
    // concatenations ended together, each would end inside the previous one.
    if pendingCount == 0 { runtime.toSettle.append(self) }
  }
}
