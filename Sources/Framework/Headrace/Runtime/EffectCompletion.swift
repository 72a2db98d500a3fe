/// Where the task of a `.run` effect ends: on the store's actor.
///
/// It is an actor of its own that runs on the executor of the store's actor. So the task moves to
/// that executor only for its end. If the work's last action has just been reduced, the task is
/// there already and does not move. A method of the store's actor itself would cost two moves: to
/// find out which actor that is, the task would leave it, and then come back.
final actor EffectCompletion {
  private nonisolated let record: RunRecord
  /// The store's actor, while the effect ends: an effect that held it for longer would keep it
  /// alive.
  // Unchecked: only the effect's own task touches it, which asks for the executor and then ends.
  private nonisolated(unsafe) var owner: (any Actor)?

  init(of record: RunRecord) {
    self.record = record
  }

  /// The executor of the store's actor, which is retained from here until the effect has ended.
  ///
  /// The getter keeps what it finds, for two reasons. A task asks for the executor before it moves
  /// there, and an executor without a reference to its actor could be deallocated on the way. And a
  /// task that asks again, to see where it is, must get the same answer, even if the last other
  /// owner of the actor has released it in between. Only the one task of the effect ever asks, so
  /// there is no race. `EffectCompletionTests` tests both cases, with the actor gone first and with
  /// it still there.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let owner = owner ?? record.runtime.owner else { return GoneActor.shared.unownedExecutor }
    self.owner = owner
    return owner.unownedExecutor
  }

  func end(with outcome: __owned EffectOutcome) {
    // Without the store's actor there is nothing left that would notice the end.
    guard owner != nil else { return }
    record.finish(outcome)
    owner = nil
  }
}

/// Stands in for the actor of a store that is gone.
private actor GoneActor {
  static let shared = GoneActor()
}
