/// Watches everything that happens in a store.
///
/// Add it to ``Store/instruments``; a store without any pays nothing. The store calls each
/// requirement on its own actor, in the order in which things happen, and never while a reducer has
/// hold of the state. What an instrument sends waits its turn. All requirements have default
/// implementations that do nothing.
///
/// Events are joined by ids: an ``ActionOrigin`` names the effect that sent an action and the
/// action that started this effect, an ``EffectInfo`` the action that started it.
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
  ///   - origin: Who sent it, and why.
  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin)

  /// Called after an action is reduced, before its effects start.
  ///
  /// It is also the event of a changed state. The store changes state in place and keeps no copy to
  /// compare with: an instrument that cares keeps the part that it watches, and compares.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - id: Its number in the store.
  ///   - state: The state after the action.
  func actionReduced(_ action: Action, id: ActionID, state: State)

  /// Called when an action was not reduced, or not by the feature that it was for.
  func actionDropped(_ drop: ActionDrop)

  /// Called when an effect is registered, before its task runs.
  func effectStarted(_ effect: EffectInfo)

  /// Called around the start of an effect's task, which inherits the task-local values that are
  /// bound there, such as a trace's.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - launch: Starts the task; to be called once, before this returns.
  func launchEffect(_ effect: EffectInfo, _ launch: () -> Void)

  /// Called when an effect's work is over, unless it was cancelled.
  func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome)

  /// Called when an effect is cancelled, by id, with its feature, or with its sender.
  ///
  /// No event of that effect follows, but those of actions that it sends all the same.
  func effectCancelled(_ effect: EffectInfo)

  /// Called after something was reported that the store's reducers, its effects or its stores were
  /// used for and must not be.
  ///
  /// What an effect's work does is told when the effect next sends an action, or is over.
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
  /// Starts the task.
  public func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) { launch() }
  /// Does nothing.
  public func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {}
  /// Does nothing.
  public func effectCancelled(_ effect: EffectInfo) {}
  /// Does nothing.
  public func misuseReported(_ report: MisuseReport) {}
}
