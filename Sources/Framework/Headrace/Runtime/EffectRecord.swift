/// One thing that a scope counts as in flight: an effect, or a step that starts effects and
/// continues when they have ended. It is also the origin of the actions that the effect sends.
@usableFromInline
class EffectRecord {
  /// The number of the effect; 0 for a `.send` that no id can cancel, which no scope lists.
  @usableFromInline final let id: EffectID
  final let scope: _EffectScope
  @usableFromInline final let group: EffectGroup
  /// The step that the effect is part of: a concatenation or a throttle.
  final let step: EffectRecord?
  /// The action whose reducer returned the effect.
  final let startedBy: ActionID
  /// The ids by which it can be cancelled, each with the feature that gave it.
  final let ids: [(id: CancelID, scope: _EffectScope)]
  /// Whether any id can cancel it: its own, or one of a step that it is part of.
  final let isCancellable: Bool
  /// The step that lists this record as a part; `nil` outside a step, or if all enclosing steps
  /// were cancelled before the record was made.
  final let listingStep: EffectRecord?
  /// The dependency values that it runs with.
  final let dependencies: DependencyStorage
  /// Whether the effect is over once its action is reduced: it is a `.send`.
  final let endsWithAction: Bool

  private(set) final var isCancelled = false
  private(set) final var isFinished = false
  /// How the work has ended.
  final var outcome = EffectOutcome.finished

  /// For a step, how many of the effects and actions that it has started have not ended.
  final var pendingCount = 0

  /// For a step, the effects in flight that it has started.
  final var partsInFlight: [EffectID: EffectRecord] = [:]

  /// The effect as instruments see it, and its misuse of the framework; `nil` if the store has no
  /// instruments.
  final var collector: MisuseCollector?

  init(in context: EffectContext, isListed: Bool = true, endsWithAction: Bool = false) {
    self.id = isListed ? context.runtime.makeEffectID() : EffectID(0)
    self.scope = context.scope
    self.group = context.group
    self.step = context.step
    self.startedBy = context.startedBy
    self.isCancellable = context.isCancellable
    (self.ids, self.listingStep) = Self.idsAndListingStep(in: context)
    self.dependencies = context.dependencies
    self.endsWithAction = endsWithAction
  }

  /// Finds the step that lists the effect. A part may cancel the step that is just starting it.
  /// Then the other parts of the step are found by the ids of the step, and by the step around it.
  private static func idsAndListingStep(
    in context: EffectContext
  ) -> (ids: [(id: CancelID, scope: _EffectScope)], step: EffectRecord?) {
    var ids = context.ids
    var step = context.step
    while let cancelled = step, cancelled.isCancelled {
      for (id, scope) in cancelled.ids
      where !ids.contains(where: { $0.scope === scope && $0.id == id }) {
        ids.append((id, scope))
      }
      step = cancelled.listingStep
    }
    return (ids, step)
  }

  @usableFromInline final var runtime: StoreRuntime { group.runtime }

  /// What tools show of the effect; `nil` for a record that is not an effect itself.
  var info: EffectInfo? { nil }

  /// Makes the task that does the work, after the action that asked for it is reduced; a step
  /// starts its next effect instead.
  func launch() {}

  /// Stops the work, if there is any.
  func cancelWork() {}

  /// Called when all effects that a step has started have ended.
  func allEnded() {}

  /// Whether the effects that a step has started are not shown as in flight at the moment. So it
  /// is for the timer of a throttle while no effect is held back.
  var isIdle: Bool { false }

  // A debounce that sleeps and an effect that a throttle holds back are among those that wait in
  // their scope, if their parts have ids.

  /// The ids of the parts that start at the end of the wait.
  var waitingIDs: [CancelID] { [] }

  /// Cancels the waiting parts with an id that belong to a feature or to those below it.
  ///
  /// - Returns: Whether any part was cancelled, and whether nothing is left to start then, so that
  ///   the caller must end the wait.
  func cancelParts(
    id: CancelID, in feature: _EffectScope
  ) -> (hasCancelled: Bool, isEmpty: Bool) { (false, false) }

  /// Ends the wait of an effect with nothing left to start.
  func cancelWait() { cancel() }

  /// Removes the effect from the lists that cancelling searches. Its scope stays in the tree until
  /// the caller releases it.
  func leaveLists() {
    scope.remove(self)
    for (id, scope) in ids { scope.remove(self, by: id) }
    listingStep?.partsInFlight.removeAndShrink(id)
    scope.waiting.removeAndShrink(id)
  }
}

// MARK: - Ending

extension EffectRecord {
  /// Cancels: from now on no action of this effect is reduced.
  final func cancel() {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    leaveLists()
    cancelWork()
    if runtime.flags.hasInstrument { runtime.effectWasCancelled(self) }
    scope.release()
  }

  /// Removes the effect from its scope and its ids, and from the counts of its step and its group.
  /// These continue when the count is zero. Called once the work is over, or was never begun.
  final func finish() {
    guard !isFinished else { return }
    isFinished = true
    if let collector { runtime.reportFindings(collector.take(isLast: true), of: self) }
    if !isCancelled {
      leaveLists()
      if runtime.flags.hasInstrument { runtime.effectHasEnded(self) }
      scope.release()
    }
    step?.end()
    group.end()
  }
}

// MARK: - Keeping Parts

extension EffectRecord {
  /// Finds this effect and, if it is a step, its parts and theirs.
  final func find(_ found: inout [EffectID: EffectRecord]) {
    var waiting = [self]
    while let next = waiting.popLast() {
      guard found.updateValue(next, forKey: next.id) == nil else { continue }
      waiting += next.partsInFlight.values
    }
  }

  /// Counts an effect or an action that the step has started.
  final func begin() {
    pendingCount += 1
  }

  /// Notes the end of an effect or an action that the step has started.
  final func end() {
    pendingCount -= 1
    if pendingCount == 0 { allEnded() }
  }
}

// MARK: - Sending Actions

extension EffectRecord {
  /// The effect in flight; `nil` for a `.send` that no id can cancel.
  @usableFromInline final var listed: EffectRecord? { id.rawValue == 0 ? nil : self }

  /// Whether the effect was cut off: cancelled, or its feature is gone. Its actions are no longer
  /// reduced.
  @usableFromInline
  final var isCutOff: Bool { isCancelled || group.isCancelled || scope.isGone }

  /// The origin that instruments see. For them a `.send` is not an effect.
  @usableFromInline
  final var originForInstruments: ActionOrigin {
    .effect(endsWithAction ? nil : id, startedBy: startedBy)
  }

  /// Called when an action begins to wait.
  @usableFromInline
  final func enter() {
    scope.retain()
    group.begin()
    if endsWithAction { step?.begin() }
  }

  /// Called when an action has had its turn.
  @usableFromInline
  final func leave() {
    if endsWithAction { listed?.finish() }
    scope.release()
    if endsWithAction { step?.end() }
    group.end()
  }
}
