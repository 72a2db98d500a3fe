/// Where an effect runs, for which sender and with what; collected on the way from the root to the
/// effect.
@usableFromInline
struct EffectContext {
  /// The feature that it belongs to.
  @usableFromInline var scope: _EffectScope
  /// What an awaiting sender waits for.
  @usableFromInline let group: EffectGroup
  /// The step that it is part of: a concatenation or a throttle.
  @usableFromInline var step: EffectStep?
  /// The ids by which it can be cancelled.
  @usableFromInline var cancelEntry: CancelEntry?
  /// The dependency values that it runs with.
  @usableFromInline var dependencies: DependencyStorage
  /// The action that started it.
  @usableFromInline let startedBy: ActionID
  /// The parts that don't start, because they were cancelled in a wait; `nil` if there are none.
  @usableFromInline var leftOut: (any HeldEffect)?

  @usableFromInline var runtime: StoreRuntime { group.runtime }

  @inlinable
  init(
    scope: _EffectScope, group: EffectGroup, dependencies: DependencyValues, startedBy: ActionID
  ) {
    self.scope = scope
    self.group = group
    self.dependencies = dependencies.storage
    self.startedBy = startedBy
  }

  /// The context of an effect that starts later than the one that it comes from.
  init(of origin: EffectOrigin, cancelEntry: CancelEntry?, resources: Resources) {
    self.scope = origin.scope
    self.group = origin.group
    self.step = origin.step
    self.cancelEntry = cancelEntry
    self.dependencies = resources.dependencies
    self.startedBy = origin.startedBy
    self.leftOut = resources.leftOut
  }

  /// What is needed from a context, besides an ``EffectRecord``'s own properties, to start effects
  /// later.
  struct Resources {
    let dependencies: DependencyStorage
    let leftOut: (any HeldEffect)?
  }

  var resources: Resources {
    Resources(dependencies: dependencies, leftOut: leftOut)
  }

  /// Whether nothing starts here from now on: the feature is gone, or its sender was cancelled.
  var isCutOff: Bool { scope.isGone || group.isCancelled }

  /// The origin of an action that is sent at once.
  func originOfSend() -> EffectOrigin {
    guard cancelEntry != nil else { return EffectOrigin(in: self, endsWithAction: true) }
    let record = EffectRecord(in: self, endsWithAction: true)
    runtime.register(record)
    return record
  }

  /// Makes the effects that start from now on cancellable by one more id.
  mutating func enter(_ id: any CancelID) {
    guard cancelEntry?.isCancellable(by: id, in: scope) != true else { return }
    cancelEntry = CancelEntry(id, in: scope, below: cancelEntry)
  }
}
