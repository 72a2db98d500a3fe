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
  public func finish() async {
    guard let group, let owner = group.runtime.owner else { return }
    await withTaskCancellationHandler {
      await group.wait(on: owner)
    } onCancel: {
      // The handler can't wait; the hop to the store's actor needs a task.
      Task { await group.cancelEffects(on: owner) }
    }
  }

  /// Cancels everything that the action started, and waits until it has ended.
  ///
  /// No action of it is reduced any more.
  public func cancel() async {
    guard let group, let owner = group.runtime.owner else { return }
    await group.cancelEffects(on: owner)
    await group.wait(on: owner)
  }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool {
    get async {
      guard let group, let owner = group.runtime.owner else { return false }
      return await group.isCancelled(on: owner)
    }
  }
}
