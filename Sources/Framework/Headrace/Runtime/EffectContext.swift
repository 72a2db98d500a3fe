/// Where an effect runs, for which sender and with what; collected on the way from the root to the
/// effect.
@usableFromInline
struct EffectContext {
  /// The feature that it belongs to.
  var scope: _EffectScope
  /// What an awaiting sender waits for.
  let group: EffectGroup
  /// The step that it is part of: a concatenation or a throttle.
  let step: EffectRecord?
  /// The ids by which it can be cancelled.
  private(set) var cancelEntry: CancelEntry?
  /// The dependency values that it runs with.
  @usableFromInline var dependencies: DependencyStorage
  /// The action that started it.
  let startedBy: ActionID

  var runtime: StoreRuntime { group.runtime }

  @usableFromInline
  init(
    scope: _EffectScope, group: EffectGroup, dependencies: DependencyValues, startedBy: ActionID
  ) {
    self.scope = scope
    self.group = group
    self.step = nil
    self.dependencies = dependencies.storage
    self.startedBy = startedBy
  }

  /// The context of a part of a step.
  init(partOf step: EffectRecord) {
    self.init(from: step, step: step)
  }

  /// The context of an effect that starts in the place of one that waited.
  init(insteadOf record: EffectRecord) {
    self.init(from: record, step: record.step)
  }

  private init(from record: EffectRecord, step: EffectRecord?) {
    self.scope = record.scope
    self.group = record.group
    self.step = step
    self.cancelEntry = record.cancelEntry
    self.dependencies = record.dependencies
    self.startedBy = record.startedBy
  }

  /// Whether nothing starts here from now on: the feature is gone, or its sender was cancelled.
  var isCutOff: Bool { scope.isGone || group.isCancelled }

  /// The record of an effect that sends an action at once.
  func recordOfSend() -> EffectRecord {
    let isListed = cancelEntry != nil
    let record = EffectRecord(in: self, isListed: isListed, endsWithAction: true)
    if isListed { runtime.register(record) }
    return record
  }

  /// The context of effects that one more id can cancel.
  func cancellable(by id: CancelID) -> EffectContext {
    guard cancelEntry?.isCancellable(by: id, in: scope) != true else { return self }
    var context = self
    context.cancelEntry = CancelEntry(id, in: scope, below: cancelEntry)
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
    runtime.endLostScopes()
    return isCutOff ? nil : scope.makeChild(at: place)
  }
}
