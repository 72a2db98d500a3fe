/// Sends actions from an effect back into the store.
///
/// Call it like a function: `await send(.response(value))`. It returns after the action is reduced.
public struct Send<Action>: Sendable {
  @usableFromInline let record: RunRecord
  @usableFromInline let sink: ActionSink<Action>
  /// Where actions wait; `nil` if their senders wait.
  @usableFromInline let mailbox: EffectMailbox<Action>?

  @inline(__always)
  init(_ record: RunRecord, to sink: ActionSink<Action>, mailbox: EffectMailbox<Action>?) {
    self.record = record
    self.sink = sink
    self.mailbox = mailbox
  }

  /// Sends one action and waits until it is reduced.
  ///
  /// If the effect has an ``EffectOverflow`` other than `.suspend` and an earlier action is still
  /// on its way, this returns at once. The action waits or is dropped.
  ///
  /// After the effect is cancelled, the action is dropped. The drop is counted and reported to the
  /// store's instruments.
  ///
  /// - Parameter action: The action; it is handed over to the store's actor.
  @inlinable
  public func callAsFunction(_ action: sending Action) async {
    guard let owner = record.runtime.owner else { return record.dropWithoutStore(action) }
    if let mailbox { return await deliver(action, by: mailbox, on: owner) }
    // With nothing left to release, the task stays on the actor until it needs to be elsewhere.
    await deliver(consume action, on: consume owner)
  }

  @inlinable
  func deliver(_ action: sending Action, on owner: isolated __owned any Actor) {
    guard record.beginDelivery() else { return record.drop(action) }
    EffectTask.leave { sink.send(action, record) }
  }

  @inlinable
  @inline(never)
  func deliver(
    _ action: sending Action, by mailbox: EffectMailbox<Action>, on owner: any Actor
  ) async {
    guard mailbox.put(action) else { return }
    while await deliverNext(from: mailbox, on: owner) {}
  }

  /// Delivers the oldest action that waits.
  ///
  /// - Returns: Whether there was one.
  @inlinable
  func deliverNext(from mailbox: EffectMailbox<Action>, on owner: isolated any Actor) -> Bool {
    let (action, lostCount) = mailbox.take()
    if lostCount > 0 { record.countLost(lostCount) }
    guard let action else { return false }
    deliver(action, on: owner)
    return true
  }
}
