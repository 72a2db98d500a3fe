import Synchronization

/// Sends actions from an effect back into the store.
///
/// Call it like a function: `await send(.response(value))`. It returns after the action is reduced.
public struct Send<Action>: Sendable {
  @usableFromInline let record: RunRecord
  // Unchecked: only `deliver(_:on:)` calls it, which is isolated to the store's actor.
  @usableFromInline nonisolated(unsafe) let sink: ActionSink<Action>
  /// The buffer of the actions; `nil` if their senders wait.
  @usableFromInline let mailbox: EffectMailbox<Action>?

  /// Sends one action and waits until it is reduced.
  ///
  /// If the effect has an ``EffectOverflow`` other than `.suspend` and an earlier action is not yet
  /// reduced, this returns immediately: the action waits or is dropped.
  ///
  /// After the effect is cancelled, the action is dropped. The drop is counted and reported to the
  /// store's instruments.
  ///
  /// - Parameter action: The action, which is transferred to the store's actor.
  @inlinable
  public func callAsFunction(_ action: sending Action) async {
    guard let owner = record.runtime.owner else { return record.dropWithoutOwner(action) }
    if let mailbox { return await deliver(action, by: mailbox, on: owner) }
    // With nothing left to release, the task stays on the actor until it is needed elsewhere.
    await deliver(consume action, on: consume owner)
  }

  @inlinable
  func deliver(_ action: sending Action, on owner: isolated __owned any Actor) {
    guard record.beginDelivery() else { return record.drop(action) }
    TaskValues.leavingEffect { sink(action, record) }
  }

  @inlinable
  @inline(never)
  func deliver(
    _ action: sending Action, by mailbox: EffectMailbox<Action>, on owner: any Actor
  ) async {
    guard mailbox.put(action) else { return }
    while await deliverNext(from: mailbox, on: owner) {}
  }

  /// Delivers the oldest buffered action.
  ///
  /// - Returns: True if there was one.
  @inlinable
  func deliverNext(from mailbox: EffectMailbox<Action>, on owner: isolated any Actor) -> Bool {
    let (action, lostCount) = mailbox.take()
    if lostCount > 0 { record.countLost(lostCount) }
    guard let action else { return false }
    deliver(action, on: owner)
    return true
  }
}

// MARK: - Buffering Actions

/// A buffer for the actions of an effect that does not wait itself; see ``EffectOverflow``.
@usableFromInline
final class EffectMailbox<Action>: Sendable {
  // Unchecked: it is accessed only under the lock, and an action belongs to the mailbox from when
  // it is put in until it is taken out.
  private struct Contents: @unchecked Sendable {
    var actions = Queue<Action>()
    var isDelivering = false
    var lostCount = 0
  }

  private let overflow: EffectOverflow
  private let contents = Mutex(Contents())

  @usableFromInline
  init(_ overflow: EffectOverflow) { self.overflow = overflow }

  /// Adds an action.
  ///
  /// - Returns: True if the caller must deliver the buffered actions; false if another sender is
  ///   already doing so.
  @usableFromInline
  func put(_ action: sending Action) -> Bool {
    contents.withLock { contents in
      // If nobody is delivering, the mailbox is empty, and every mailbox has room for at least one
      // action.
      if contents.actions.count >= overflow.bufferedCountMax {
        contents.lostCount += 1
        guard overflow.keepsNewest else { return false }
        _ = contents.actions.popFirst()
      }
      contents.actions.append(action)
      defer { contents.isDelivering = true }
      return !contents.isDelivering
    }
  }

  /// Removes the oldest action, and counts those dropped since the previous removal.
  ///
  /// If there is no action, the caller no longer delivers.
  @usableFromInline
  func take() -> sending (action: Action?, lostCount: Int) {
    contents.withLock { contents in
      let action = contents.actions.popFirst()
      if action == nil { contents.isDelivering = false }
      defer { contents.lostCount = 0 }
      return (action, contents.lostCount)
    }
  }
}
