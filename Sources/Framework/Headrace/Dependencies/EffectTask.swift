import Synchronization

/// The values that a task inherits from the code that started it, in a single task-local value.
///
/// Each task-local value is copied for each task.
struct TaskValues: Sendable {
  @TaskLocal static var current = TaskValues()

  var dependencies: DependencyStorage?
  /// The effect that the task works for.
  var effect: EffectTask?
}

/// The task of a `.run` effect, as seen by that task and the tasks that it starts.
///
/// They must not wait for the end of the effect.
///
/// It is a separate actor that runs on the executor of the store's actor. So the task moves to that
/// executor only when it ends. If the work's last action was just reduced, the task is already
/// there and does not move. A method of the store's actor itself would cost two moves: to find out
/// which actor that is, the task would leave it, and then come back.
@usableFromInline
final actor EffectTask {
  /// The author's line that returned the effect.
  nonisolated let site: CallSite
  /// The identity of the effect's group.
  ///
  /// The task retains the group until `isOver` is set, so no other group can have this address
  /// while it is compared.
  nonisolated let group: ObjectIdentifier
  /// True once the work has ended.
  nonisolated let isOver = Atomic(false)
  private nonisolated weak let owner: (any Actor)?
  /// The store's actor, only while the effect ends: an effect that retained it for longer would
  /// keep it alive.
  // Unchecked: only the effect's own task accesses it, which asks for the executor and then ends.
  private nonisolated(unsafe) var heldOwner: (any Actor)?

  init(site: CallSite, group: ObjectIdentifier, owner: (any Actor)?) {
    (self.site, self.group) = (site, group)
    self.owner = owner
  }

  /// The executor of the store's actor, which is retained from here until the effect has ended.
  ///
  /// The getter retains the actor for two reasons. A task asks for the executor before it moves
  /// there, and an executor without a reference to its actor could be deallocated on the way. And a
  /// task that asks again, to find out where it runs, must get the same answer, even if the actor's
  /// last other owner has released it in between. Only the one task of the effect ever asks, so
  /// there is no race. `EffectCompletionTests` covers an actor that is released before the end, and
  /// one that is not.
  @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let owner = heldOwner ?? owner else { return GoneActor.shared.unownedExecutor }
    heldOwner = owner
    return owner.unownedExecutor
  }

  /// Ends the effect.
  ///
  /// - Parameter finish: Receives the outcome of the work. It is not called if the store's actor
  ///   was released, because nothing is left to observe it.
  func end(with outcome: __owned EffectOutcome, _ finish: (EffectOutcome) -> Void) {
    isOver.store(true, ordering: .relaxed)
    guard heldOwner != nil else { return }
    finish(outcome)
    heldOwner = nil
  }
}

extension EffectTask {
  /// The effect that the current task works for: its own, or that of the task that started it.
  static var current: EffectTask? { TaskValues.current.effect }

  /// Runs code that is not part of the effect, such as observers, in the effect's task.
  ///
  /// Tasks that are started there may wait for the effect.
  @usableFromInline
  static func leave(_ body: () -> Void) {
    let values = TaskValues.current
    guard values.effect != nil else { return body() }
    TaskValues.$current.withValue(TaskValues(dependencies: values.dependencies), operation: body)
  }
}

/// Replaces the actor of a store that was released.
private actor GoneActor {
  static let shared = GoneActor()
}
