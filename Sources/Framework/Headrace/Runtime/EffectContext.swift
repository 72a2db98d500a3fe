/// Where an effect runs, for which sender and with what; collected on the way from the root to the
/// effect.
@usableFromInline
struct EffectContext {
  /// The feature that it belongs to.
  var scope: _EffectScope
  /// What an awaiting sender waits for.
  var group: EffectGroup
  /// The concatenation that it is part of.
  var step: EffectRecord?
  /// The ids by which it can be cancelled, each with the feature that gave it.
  var ids: [(id: CancelID, scope: _EffectScope)] = []
  /// The dependency values that it runs with.
  @usableFromInline var dependencies: DependencyStorage
  /// The action whose reducer returned it.
  let startedBy: ActionID
  /// What a host does with the effect if it was interrupted; the framework itself does nothing.
  var mark: (any Sendable)?

  var runtime: StoreRuntime { group.runtime }

  /// Whether nothing starts here from now on: the feature is gone, or its sender was cancelled.
  var isCutOff: Bool { scope.isGone || group.isCancelled }

  /// The record of an effect that sends an action at once.
  func recordOfSend() -> EffectRecord {
    let record = EffectRecord(in: self, isListed: !ids.isEmpty, endsWithAction: true)
    if !ids.isEmpty { runtime.register(record) }
    return record
  }

  /// The context of effects that one more id can cancel.
  func cancellable(by id: CancelID) -> EffectContext {
    guard !ids.contains(where: { $0.scope === scope && $0.id == id }) else { return self }
    var context = self
    context.ids.append((id, scope))
    return context
  }

  /// Cancels the effects with an id, in this feature and those below.
  func cancelEffects(id: CancelID) {
    if !scope.cancelEffects(id: id) { runtime.noteFailedCancellation(id, startedBy: startedBy) }
  }

  /// Finds or makes the scope of a child; `nil` if that child was replaced by another.
  func makeChild(at place: ScopePlace) -> _EffectScope? {
    if let child = scope.makeChild(at: place) { return child }
    // The scope that is there may be of an earlier child, whose effects were started just now: an
    // action can run a reducer for two children, one after the other. So scopes that are lost are
    // ended first. Without a new scope, the other child is the one that the state holds.
    guard scope.flags.hasNewEndableScopes else { return nil }
    runtime.findAndEndLostScopes()
    return isCutOff ? nil : scope.makeChild(at: place)
  }
}
