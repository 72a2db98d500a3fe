/// All that one sent action started, directly or through later actions.
///
/// It may be ignored.
public struct StoreTask: Sendable {
  let group: EffectGroup?

  @usableFromInline
  package init(group: EffectGroup?) {
    self.group = group
  }

  /// Waits until everything that the action started has ended.
  ///
  /// If the waiting task is cancelled, everything that the action started is cancelled too. An
  /// effect that is cancelled stops waiting. An effect that the action started can't wait for its
  /// own end: this is reported, and the effect continues immediately. Nor can a task that the
  /// effect starts with `Task { … }`; one of `Task.detached` can.
  nonisolated(nonsending)
    public func finish() async
  {
    guard let group, let owner = group.runtime.owner else { return }
    await group.finish(on: owner)
  }

  /// Cancels everything that the action started, and waits until it has ended.
  ///
  /// Its actions are no longer reduced. An effect that calls this and is itself cancelled stops
  /// waiting. If an effect that the action started calls this, the effect
  /// is cancelled too, but does not wait for its own end: this is reported.
  nonisolated(nonsending)
    public func cancel() async
  {
    guard let group, let owner = group.runtime.owner else { return }
    await group.cancelAndWait(on: owner)
  }

  /// Begins to cancel everything that the action started, from code that can't wait for its end.
  public func cancel() {
    // The new task does not belong to the effect that may call this, which does not wait.
    EffectTask.leave { Task { await self.cancel() } }
  }

  /// Whether `cancel()` was called.
  nonisolated(nonsending)
    public var isCancelled: Bool
  {
    get async { group.map { $0.isCancelled && $0.runtime.owner != nil } ?? false }
  }

  /// Whether the current task works for an effect that this one stands for.
  ///
  /// Call it only while the store's actor is idle.
  package var isAwaitedFromWithin: Bool {
    group?.siteOfEffectThatWaits != nil
  }
}
