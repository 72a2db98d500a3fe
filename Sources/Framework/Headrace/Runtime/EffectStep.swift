/// An effect that goes on when what it has started has ended.
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

  /// Whether what it has started does nothing for anybody, and so is not shown as in flight.
  var isIdle: Bool { false }
}
