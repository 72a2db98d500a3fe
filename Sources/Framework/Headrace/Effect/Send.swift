/// Sends actions from an effect back into the store.
///
/// Call it like a function: `await send(.response(value))`. It returns after the action is reduced.
public struct Send<Action>: Sendable {
  private let record: RunRecord<Action>
  /// Where actions wait; `nil` where their senders do.
  private let mailbox: EffectMailbox<Action>?

  init(_ record: RunRecord<Action>, overflow: EffectOverflow) {
    self.record = record
    self.mailbox = overflow.isSuspending ? nil : EffectMailbox(overflow)
  }

  /// Sends one action and waits until it is reduced.
  ///
  /// Where the effect has another ``EffectOverflow`` than `.suspend` and an earlier action is still
  /// on its way, it returns at once, and the action waits, or is lost.
  ///
  /// After the effect is cancelled the action is dropped; the drop is counted and told to the
  /// store's instrument.
  ///
  /// - Parameter action: The action; it is handed over to the store's actor.
  public func callAsFunction(_ action: sending Action) async {
    guard let owner = record.runtime.owner else { return }
    guard let mailbox else { return await record.deliver(action, on: owner) }
    guard mailbox.put(action) else { return }
    while await record.deliverNext(from: mailbox, on: owner) {}
  }
}
