import Synchronization

/// All effects and actions that one sent action started, directly or through later actions.
///
/// It can be ignored.
public struct StoreTask: Sendable {
  let group: EffectGroup?

  @usableFromInline
  package init(group: EffectGroup?) {
    self.group = group
  }

  /// Waits until all effects and actions that the action started have ended.
  ///
  /// If the waiting task is cancelled, everything that the action started is cancelled, too. A
  /// cancelled effect stops waiting. An effect that the action started can't wait for its own end:
  /// this is reported, and the effect continues immediately. The same is true of a task that the
  /// effect starts with `Task { … }`, but not with `Task.detached`.
  nonisolated(nonsending)
    public func finish() async
  {
    guard let group, let owner = group.runtime.owner else { return }
    await group.waitForEnd(on: owner)
  }

  /// Cancels everything that the action started, and waits until it has ended.
  ///
  /// The actions of these effects are no longer reduced. An effect that calls this and is itself
  /// cancelled stops waiting. An effect that the action started is cancelled, too, if it calls
  /// this, but does not wait for its own end: this is reported.
  nonisolated(nonsending)
    public func cancel() async
  {
    guard let group, let owner = group.runtime.owner else { return }
    await group.cancelAndWait(on: owner)
  }

  /// Begins to cancel everything that the action started, for code that can't wait for the end.
  public func cancel() {
    // The new task does not belong to an effect that may call this, which does not wait.
    TaskValues.leavingEffect { Task { await self.cancel() } }
  }

  /// True once `cancel()` has taken effect on the store's actor; false after that actor is gone.
  public var isCancelled: Bool {
    group.map { $0.isCancelled && $0.runtime.owner != nil } ?? false
  }

  /// True if the current task works for an effect that this value represents.
  ///
  /// Call it only while the store's actor is idle.
  package var isAwaitedFromWithin: Bool {
    group?.siteOfEffectThatWaits != nil
  }

  /// The effects in flight that the action started.
  ///
  /// Access it only from a thread that may run the store's code.
  package var effects: [EffectInfo] {
    guard let group else { return [] }
    return group.runtime.rootScope.records(where: { $0.group === group }).compactMap(\.info)
  }
}

// MARK: - Waiting for the End

extension EffectGroup {
  /// Waits until nothing is pending.
  ///
  /// If the waiting task is cancelled, cancels all pending effects.
  func waitForEnd(on owner: isolated (any Actor)?) async {
    guard !isFinished, !reportsWaitForItself(in: "finish()", on: owner) else { return }
    await wait(on: owner)
  }

  /// Cancels all pending effects, and waits for their end.
  func cancelAndWait(on owner: isolated (any Actor)?) async {
    let isWithin = reportsWaitForItself(in: "cancel()", on: owner)
    runtime.cancelEffects(of: self)
    if !isWithin { await wait(on: owner) }
  }

  // MARK: - Effects That Wait for Themselves

  /// The line that returned the current task's effect, if it is of this group and can't end while
  /// the task waits.
  ///
  /// It is `nil` for a task outside of the group's effects.
  ///
  /// Call it on the store's actor.
  var siteOfEffectThatWaits: CallSite? {
    EffectTask.current.flatMap {
      $0.group == ObjectIdentifier(self) && !$0.isOver.load(ordering: .relaxed) ? $0.site : nil
    }
  }

  /// Reports an effect that would wait for its own end.
  ///
  /// - Parameter method: The method of ``StoreTask`` that the effect called.
  /// - Returns: True if the caller is such an effect, which must not wait.
  private func reportsWaitForItself(in method: String, on owner: isolated (any Actor)?) -> Bool {
    guard let site = siteOfEffectThatWaits else { return false }
    runtime.reportMisuse(
      """
      An effect waits for its own end: it called '\(method)' for the action that started it.

      The effect returned at \(site) is part of what that action started, and '\(method)' \
      returns when all of that has ended. The effect and the call would wait for each other for \
      ever, so the call has returned at once. Let the effect return instead. To do something after \
      the end, return '.concatenate' from the reducer, or wait in a task that is not part of the \
      effect: 'Task.detached { await task.\(method) }'.
      """, at: site)
    return true
  }
}
