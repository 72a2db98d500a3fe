/// An effect that continues when the effects that it started have ended: a concatenation or a
/// throttle.
@usableFromInline
class EffectStep: EffectRecord, @unchecked Sendable {
  // Unchecked: see ``EffectRecord``.

  final var pendingCount = 0

  @usableFromInline
  final func begin() {
    pendingCount += 1
  }

  final func end() {
    pendingCount -= 1
    if pendingCount == 0 { allEnded() }
  }

  /// Called when all effects that the step has started have ended.
  func allEnded() {}

  /// Whether the effects that the step has started are not shown as in flight at the moment. So it
  /// is for the timer of a throttle while no effect is held back.
  var isIdle: Bool { false }
}
