/// The feature, the sender and the environment of an effect, collected on the way from the root to
/// it.
@usableFromInline
struct EffectContext {
  /// The feature that the effect belongs to.
  var scope: _EffectScope
  /// The group whose end an awaiting sender waits for.
  var group: EffectGroup
  /// The concatenation that contains the effect.
  var step: EffectRecord?
  /// The ids that can cancel the effect, each with the feature that gave it.
  var ids: [(id: CancelID, scope: _EffectScope)] = []
  /// The dependency values of the effect.
  @usableFromInline var dependencies: DependencyStorage
  /// The action whose reducer returned the effect.
  let startedBy: ActionID
  /// A host's mark for handling the effect if it was interrupted; the framework itself ignores it.
  var mark: (any Sendable)?

  var runtime: StoreRuntime { group.runtime }

  /// True if nothing may start here any more: the feature is gone, or its sender was cancelled.
  var isCutOff: Bool { scope.isGone || group.isCancelled }

  /// Returns the record of an effect that sends an action immediately.
  func recordOfSend() -> EffectRecord {
    let record = EffectRecord(in: self, isListed: !ids.isEmpty, endsWithAction: true)
    if !ids.isEmpty { runtime.register(record) }
    return record
  }

  /// Returns the context of effects that one more id can cancel.
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

  /// Finds or creates the scope of a child; returns `nil` if that child was replaced by another.
  func makeChild(at place: ScopePlace) -> _EffectScope? {
    if let child = scope.makeChild(at: place) { return child }
    // The existing scope may be that of an earlier child, whose effects were started just now: an
    // action can run a reducer for two children, one after the other. So lost scopes are ended
    // first. If that adds no new scope, the state contains the other child.
    guard scope.flags.hasNewEndableScopes else { return nil }
    runtime.findAndEndLostScopes()
    return isCutOff ? nil : scope.makeChild(at: place)
  }
}
