/// Where the task of a `.run` effect ends: on the store's actor.
///
/// An actor that runs where the store's does, so that the compiler moves the task there for the end
/// alone. Where the work's last action has just been reduced the task is there already, and moves
/// nowhere. To name the store's actor itself, the task would have to leave it first.
final actor EffectEnd {
  private nonisolated let record: RunRecord
  /// The store's actor, while the effect ends: an effect that held it for longer would keep it from
  /// going away.
  // Unchecked: touched by the effect's own task alone, which asks for the executor and then ends.
  private nonisolated(unsafe) var owner: (any Actor)?

  init(of record: RunRecord) {
    self.record = record
  }

  /// The executor of the store's actor, which is taken hold of until the effect has ended.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let owner = owner ?? record.runtime.owner else { return Nobody.shared.unownedExecutor }
    self.owner = owner
    return owner.unownedExecutor
  }

  func end(with outcome: __owned EffectOutcome) {
    guard owner != nil else { return }
    record.finish(outcome)
    owner = nil
  }
}

/// Stands in for the actor of a store that is gone.
private actor Nobody {
  static let shared = Nobody()
}
