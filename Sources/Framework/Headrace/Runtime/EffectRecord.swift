/// One thing that a scope counts as in flight: an effect, one that waits, or a step, which starts
/// one effect after another. It is also the origin of the actions that the effect sends.
@usableFromInline
class EffectRecord {
  /// The number of the effect; 0 for a `.send` that no id can cancel, which no scope lists.
  @usableFromInline final let id: EffectID
  @usableFromInline final let context: EffectContext
  /// Whether the effect is over once its action is reduced: it is a `.send`.
  final let endsWithAction: Bool

  private(set) final var isCancelled = false
  private(set) final var isFinished = false
  /// How the work has ended.
  final var outcome = EffectOutcome.finished

  /// What waits for the end of this effect, which only sleeps: a debounce, or an effect that a
  /// throttle holds back.
  final var waiting: EffectRecord?

  /// The effect as instruments see it, and its misuse of the framework; `nil` if the store has no
  /// instruments.
  final var notes: RunNotes?

  init(in context: EffectContext, isListed: Bool = true, endsWithAction: Bool = false) {
    self.id = isListed ? context.runtime.makeEffectID() : EffectID(0)
    self.context = context
    self.endsWithAction = endsWithAction
  }

  /// What tools show of the effect; `nil` for a record that is not an effect itself.
  var info: EffectInfo? { nil }

  /// Whether tools show the effect at the moment.
  var isShown: Bool { true }

  /// Makes the task that does the work, after the action that asked for it is reduced; a step
  /// starts its next effect instead.
  func launch() {}

  /// Stops the work, if there is any.
  func cancelWork() {}

  /// Notes that a step has started an effect or an action.
  func partHasBegun() {}

  /// Notes the end of an effect or an action that a step has started.
  func partHasEnded() {}

  /// Removes those parts of an effect that waits which a search is for.
  func removeParts(_ search: inout PartSearch) {}
}

extension EffectRecord {
  @usableFromInline final var group: EffectGroup { context.group }
  @usableFromInline final var runtime: StoreRuntime { context.runtime }
  final var scope: _EffectScope { context.scope }
  final var step: EffectRecord? { context.step }
  final var startedBy: ActionID { context.startedBy }
}

// MARK: - Ending

extension EffectRecord {
  /// Cancels: from now on no action of this effect is reduced.
  final func cancel() {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    leaveLists()
    cancelWork()
    runtime.notifyInstruments(of: self) { $0.effectCancelled($1) }
    scope.release()
  }

  /// Removes the effect from its scope and its ids, and from the counts of its step and its group.
  /// These continue when the count is zero. Called once the work is over, or was never begun.
  final func finish() {
    guard !isFinished else { return }
    isFinished = true
    if let notes { runtime.reportFindings(notes.take(isLast: true).findings, of: self) }
    if !isCancelled {
      leaveLists()
      runtime.notifyInstruments(of: self) { $0.effectEnded($1, outcome: outcome) }
      scope.release()
    }
    step?.partHasEnded()
    if let waiting { waiting.isCancelled ? waiting.finish() : waiting.launch() }
    group.end()
  }

  /// Removes the effect from the lists that cancelling searches. Its scope stays in the tree until
  /// the caller releases it.
  private func leaveLists() {
    scope.records.remove(self)
    for (id, scope) in context.ids {
      if scope.cancellable[id]?.remove(self) == true { scope.cancellable.removeAndShrink(id) }
      if scope.intervals[id] === self { scope.intervals.removeAndShrink(id) }
    }
  }
}

// MARK: - Sending Actions

extension EffectRecord {
  /// The effect in flight; `nil` for a `.send` that no id can cancel.
  @usableFromInline final var listed: EffectRecord? { id.rawValue == 0 ? nil : self }

  /// Whether the effect was cut off: cancelled, or its feature is gone. Its actions are no longer
  /// reduced.
  @usableFromInline final var isCutOff: Bool { isCancelled || context.isCutOff }

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
    if endsWithAction { step?.partHasBegun() }
  }

  /// Called when an action has had its turn.
  @usableFromInline
  final func leave() {
    if endsWithAction { listed?.finish() }
    scope.release()
    if endsWithAction { step?.partHasEnded() }
    group.end()
  }
}
