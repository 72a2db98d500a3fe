/// Watches everything that happens in a store.
///
/// Set it with ``Store/instrument``; a store without one pays nothing. The store calls each
/// requirement on its own actor, in the order in which things happen. All have default
/// implementations that do nothing.
public protocol StoreInstrument<State, Action> {
  /// The state of the store.
  associatedtype State

  /// The action of the store.
  associatedtype Action

  /// Called before an action is reduced.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - id: Its number in the store.
  ///   - origin: Who sent it.
  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin)

  /// Called after an action is reduced, before its effects start.
  func actionReduced(_ action: Action, id: ActionID, state: State)

  /// Called when an effect is registered, before its task runs.
  func effectStarted(_ effect: EffectInfo)

  /// Called when an effect's work is over.
  func effectEnded(_ effect: EffectInfo)

  /// Called when an effect is cancelled, by id, with its feature, or with its sender.
  func effectCancelled(_ effect: EffectInfo)

  /// Called when an effect sends after it was cancelled; the action is dropped.
  ///
  /// - Parameter effect: The effect; `nil` for a `.send` whose feature went away while it waited.
  func lateSendDropped(from effect: EffectInfo?)
}

/// Who sent an action.
public enum ActionOrigin: Hashable, Sendable {
  /// The host, or a test, by `send(_:)`.
  case sender
  /// An effect; without an id for a `.send` effect.
  case effect(EffectID?)
}

extension StoreInstrument {
  /// Does nothing.
  public func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {}
  /// Does nothing.
  public func actionReduced(_ action: Action, id: ActionID, state: State) {}
  /// Does nothing.
  public func effectStarted(_ effect: EffectInfo) {}
  /// Does nothing.
  public func effectEnded(_ effect: EffectInfo) {}
  /// Does nothing.
  public func effectCancelled(_ effect: EffectInfo) {}
  /// Does nothing.
  public func lateSendDropped(from effect: EffectInfo?) {}
}
