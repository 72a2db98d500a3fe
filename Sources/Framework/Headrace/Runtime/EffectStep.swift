/// An effect that continues when the effects that it started have ended.
@usableFromInline
class EffectStep: EffectRecord, @unchecked Sendable {
  // Unchecked: see ``EffectRecord``.

  @exclusivity(unchecked) final var pendingCount = 0

  @usableFromInline
  final func begin() {
    pendingCount += 1
  }

  final func end() {
    pendingCount -= 1
    if pendingCount == 0 { allEnded() }
  }

  func allEnded() {}

  /// Whether what it has started serves no purpose at the moment, and so is not shown as in flight.
  var isIdle: Bool { false }
}
