/// Sends actions from an effect back into the store.
///
/// Call it like a function: `await send(.response(value))`. It returns after the action is reduced.
public struct Send<Action>: Sendable {
  private let record: RunRecord<Action>

  init(_ record: RunRecord<Action>) {
    self.record = record
  }

  /// Sends one action and waits until it is reduced.
  ///
  /// After the effect is cancelled the action is dropped; the drop is counted and told to the
  /// store's instrument.
  ///
  /// - Parameter action: The action; it is handed over to the store's actor.
  public func callAsFunction(_ action: sending Action) async {
    guard let owner = record.runtime.owner else { return }
    await record.deliver(action, on: owner)
  }
}
