/// All that one sent action started, directly or through later actions.
///
/// Ignoring it costs nothing.
public struct StoreTask: Sendable {
  let group: EffectGroup?

  @usableFromInline
  package init(group: EffectGroup?) {
    self.group = group
  }

  /// Waits until everything that the action started has ended.
  ///
  /// If the waiting task is cancelled, so is what it waits for. An effect that is part of it can't
  /// wait for its own end: that is reported, and it goes on at once.
  nonisolated(nonsending)
    public func finish() async
  {
    guard let group, let owner = group.runtime.owner else { return }
    await group.finish(on: owner)
  }

  /// Cancels everything that the action started, and waits until it has ended.
  ///
  /// No action of it is reduced any more. An effect that is part of it is cancelled too, but does
  /// not wait for its own end: that is reported.
  nonisolated(nonsending)
    public func cancel() async
  {
    guard let group, let owner = group.runtime.owner else { return }
    await group.cancel(on: owner)
  }

  /// Whether ``cancel()`` was called.
  nonisolated(nonsending)
    public var isCancelled: Bool
  {
    get async {
      guard let group, let owner = group.runtime.owner else { return false }
      return await group.isCancelled(on: owner)
    }
  }
}
