/// All that one sent action started, directly or through later actions.
///
/// Ignoring it costs nothing.
public struct StoreTask: Sendable {
  private let group: EffectGroup?

  @usableFromInline
  package init(group: EffectGroup?) {
    self.group = group
  }

  /// Waits until everything that the action started has ended.
  ///
  /// If the waiting task is cancelled, so is what it waits for.
  nonisolated(nonsending)
    public func finish() async
  {
    guard let group, let owner = group.runtime.owner else { return }
    await group.finish(on: owner)
  }

  /// Cancels everything that the action started, and waits until it has ended.
  ///
  /// No action of it is reduced any more.
  nonisolated(nonsending)
    public func cancel() async
  {
    guard let group, let owner = group.runtime.owner else { return }
    await group.cancelEffects(on: owner)
    await group.wait(on: owner)
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
