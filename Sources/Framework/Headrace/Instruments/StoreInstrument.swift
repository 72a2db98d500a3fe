/// An observer of all events in a store.
///
/// Add it to ``Store/instruments``. A store without instruments only checks a flag. The store calls
/// each requirement on its own actor, in the order of events, and never while a reducer has access
/// to the state. Actions that an instrument sends are queued. The default implementations do
/// nothing, except that `launchEffect(_:_:)` launches the effect.
///
/// Ids connect the events. An ``ActionOrigin`` identifies the effect that sent an action and the
/// action that started that effect. An ``EffectInfo`` identifies the action that started the
/// effect.
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
  ///   - origin: Its sender, and the reason for sending.
  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin)

  /// Called after an action is reduced, before its effects start.
  ///
  /// It also reports changes of state. The store changes state in place and keeps no copy to
  /// compare with. An instrument that needs a comparison must keep the part of the state that it
  /// watches.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - id: Its number in the store.
  ///   - state: The state after the action.
  func actionReduced(_ action: Action, id: ActionID, state: State)

  /// Called when an action was not reduced, or not by the feature that it was sent to.
  func actionDropped(_ drop: ActionDrop)

  /// Called when an effect is registered, before its task runs.
  func effectStarted(_ effect: EffectInfo)

  /// Called to launch an effect: to create its task.
  ///
  /// The task inherits the task-local values that are bound around the call of `launch`, such as a
  /// trace's.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - launch: A function that creates the task; call it exactly once, before this method
  ///     returns.
  func launchEffect(_ effect: EffectInfo, _ launch: () -> Void)

  /// Called when an effect's work has ended, unless the effect was cancelled.
  func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome)

  /// Called when an effect is cancelled, by id, with its feature, or with its sender.
  ///
  /// Of that effect, only misuse and the actions that it still sends, which are dropped, are
  /// reported from then on.
  func effectCancelled(_ effect: EffectInfo)

  /// Called after a misuse of the store, its reducers, its effects or its child stores was
  /// reported.
  ///
  /// A misuse in an effect's work is reported here when the effect next sends an action, or ends.
  func misuseReported(_ report: MisuseReport)
}

extension StoreInstrument {
  /// Does nothing.
  public func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {}
  /// Does nothing.
  public func actionReduced(_ action: Action, id: ActionID, state: State) {}
  /// Does nothing.
  public func actionDropped(_ drop: ActionDrop) {}
  /// Does nothing.
  public func effectStarted(_ effect: EffectInfo) {}
  /// Launches the effect.
  public func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) { launch() }
  /// Does nothing.
  public func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {}
  /// Does nothing.
  public func effectCancelled(_ effect: EffectInfo) {}
  /// Does nothing.
  public func misuseReported(_ report: MisuseReport) {}
}
