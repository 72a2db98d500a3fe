// Finds out whether the current task is part of an effect, and would therefore wait for its own
// end.
//
// A task knows neither the task that it is part of nor the effect that it works for. But task-local
// values are stored in memory of the task that bound them. The tasks of a task group and of 'async
// let' find the values of their parent task at the same address, while 'Task { … }' gets copies.
// Each effect's task binds its dependency values. So the address at which a task finds these shows
// whether it is part of the effect's task.

/// Finds the value of a task-local; `nil` if the current task has none.
///
/// The entry point of the Swift runtime behind `TaskLocal.get()`; its key is the `TaskLocal`
/// itself.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeRawPointer?

extension DependencyValues {
  /// The address of the current task's values, as a number; 0 for none. It is only compared, and
  /// only with the addresses of running effects.
  static var addressInTask: UInt {
    // Safe: the 'TaskLocal' is a constant, which lives as long as the program, and nothing is read
    // through the pointer that is found.
    UInt(bitPattern: taskLocalValue(Unmanaged.passUnretained($taskStorage).toOpaque()))
  }
}

extension EffectGroup {
  /// The effect of this group that the current task works for, and that therefore can't end while
  /// the task waits.
  ///
  /// Call it on the store's actor.
  var effectThatWaits: RunRecord? {
    let address = DependencyValues.addressInTask
    // A task outside of effects and of 'withDependencies' stops here.
    guard address != 0 else { return nil }
    // Safe: the task is the one that runs this, and only its number is kept.
    let task = withUnsafeCurrentTask { $0?.hashValue }
    return running.first { $0.isWork(ofTask: task, valuesAt: address) }
  }

  /// Reports an effect that would wait for its own end.
  ///
  /// - Parameter method: The method of ``StoreTask`` that it has called.
  /// - Returns: Whether the caller is such an effect, which must not wait.
  func reportsWaitForItself(in method: String, on owner: isolated (any Actor)?) -> Bool {
    guard let effect = effectThatWaits else { return false }
    runtime.reportMisuse(
      """
      An effect waits for its own end: it called '\(method)' for the action that started it.

      The effect returned at \(effect.site) is part of what that action started, and '\(method)' \
      returns when all of that has ended. The effect and the call would wait for each other for \
      ever, so the call has returned at once. Let the effect return instead. To do something after \
      the end, return '.concatenate' from the reducer, or wait in a task of its own: 'Task { await \
      task.\(method) }'.
      """, at: effect.site)
    return true
  }
}

extension StoreTask {
  /// Whether the current task works for an effect that this one stands for.
  ///
  /// Call it only while the store's actor is idle.
  package var isAwaitedFromWithin: Bool {
    // An effect that ends after its owner is gone does not update the list of running effects.
    guard let group, group.runtime.owner != nil else { return false }
    return group.effectThatWaits != nil
  }
}
