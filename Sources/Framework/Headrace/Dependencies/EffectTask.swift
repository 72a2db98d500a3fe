import Synchronization

/// What a task inherits from the code that started it. It is one task-local value, because each is
/// copied for each task.
struct TaskValues: Sendable {
  @TaskLocal static var current = TaskValues()

  var dependencies: DependencyStorage?
  /// The effect that the task works for.
  var effect: EffectTask?
}

/// The task of a `.run` effect, as that task and the tasks that it starts know it. They must not
/// wait for the end of the effect.
///
/// It is an actor of its own that runs on the executor of the store's actor. So the task moves to
/// that executor only for its end. If the work's last action has just been reduced, the task is
/// there already and does not move. A method of the store's actor itself would cost two moves: to
/// find out which actor that is, the task would leave it, and then come back.
@usableFromInline
final actor EffectTask {
  /// The author's line that returned the effect.
  nonisolated let site: CallSite
  /// Identifies the effect's group. The task retains the group until `isOver` is set, so no other
  /// group can have this address while it counts.
  nonisolated let group: ObjectIdentifier
  /// Whether the work has ended.
  nonisolated let isOver = Atomic(false)
  private nonisolated weak let owner: (any Actor)?
  /// The store's actor, while the effect ends: an effect that held it for longer would keep it
  /// alive.
  // Unchecked: only the effect's own task touches it, which asks for the executor and then ends.
  private nonisolated(unsafe) var heldOwner: (any Actor)?

  init(site: CallSite, group: ObjectIdentifier, owner: (any Actor)?) {
    (self.site, self.group) = (site, group)
    self.owner = owner
  }

  /// The executor of the store's actor, which is retained from here until the effect has ended.
  ///
  /// The getter keeps what it finds, for two reasons. A task asks for the executor before it moves
  /// there, and an executor without a reference to its actor could be deallocated on the way. And a
  /// task that asks again, to see where it is, must get the same answer, even if the last other
  /// owner of the actor has released it in between. Only the one task of the effect ever asks, so
  /// there is no race. `EffectCompletionTests` covers an actor that is released before the end, and
  /// one that is not.
  @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let owner = heldOwner ?? owner else { return GoneActor.shared.unownedExecutor }
    heldOwner = owner
    return owner.unownedExecutor
  }

  /// Ends the effect.
  ///
  /// - Parameter finish: Takes how the work has ended. Without the store's actor it is not called:
  ///   there is nothing left that would notice.
  func end(with outcome: __owned EffectOutcome, _ finish: (EffectOutcome) -> Void) {
    isOver.store(true, ordering: .relaxed)
    guard heldOwner != nil else { return }
    finish(outcome)
    heldOwner = nil
  }
}

extension EffectTask {
  /// The effect that the current task works for: its own, or that of a task that has started it.
  static var current: EffectTask? { TaskValues.current.effect }

  /// Runs code that is not part of the effect, such as observers, in the effect's task. Tasks that
  /// are started there may wait for the effect.
  @usableFromInline
  static func leave(_ body: () -> Void) {
    let values = TaskValues.current
    guard values.effect != nil else { return body() }
    TaskValues.$current.withValue(TaskValues(dependencies: values.dependencies), operation: body)
  }
}

/// Stands in for the actor of a store that is gone.
private actor GoneActor {
  static let shared = GoneActor()
}
