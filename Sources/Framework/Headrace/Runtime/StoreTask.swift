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
    await group.finish(on: owner)
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
    EffectTask.leave { Task { await self.cancel() } }
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
}
