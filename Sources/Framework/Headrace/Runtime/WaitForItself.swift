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
    // The 'TaskLocal' is a constant, which lives as long as the program.
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
    let task = withUnsafeCurrentTask { $0?.hashValue }
    var record = firstRunning
    while let current = record?.takeUnretainedValue() {
      if current.isWork(ofTask: task, valuesAt: address) { return current }
      record = current.nextRunning
    }
    return nil
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

// MARK: - Knowing What Runs

// Unmanaged references are safe here: a record is in this list from the making of its task to its
// end, and the task retains it meanwhile. The list is read and changed on the store's actor only,
// and is read no more once that actor is gone.

extension EffectGroup {
  /// Adds an effect whose task has been made; it is removed when the effect ends.
  func add(_ record: RunRecord) {
    let link = Unmanaged.passUnretained(record)
    record.nextRunning = firstRunning
    firstRunning?._withUnsafeGuaranteedRef { $0.previousRunning = link }
    firstRunning = link
  }

  func remove(_ record: RunRecord) {
    let (next, previous) = (record.nextRunning, record.previousRunning)
    if let previous {
      previous._withUnsafeGuaranteedRef { $0.nextRunning = next }
    } else {
      firstRunning = next
    }
    next?._withUnsafeGuaranteedRef { $0.previousRunning = previous }
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
