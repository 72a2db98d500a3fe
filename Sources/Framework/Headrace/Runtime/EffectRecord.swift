/// An entry in flight: an effect, a waiting effect, or a step, which starts one effect after
/// another.
///
/// It is also the origin of the actions that the effect sends.
@usableFromInline
class EffectRecord {
  /// The number of the effect; 0 for a `.send` that no id can cancel, which no scope lists.
  @usableFromInline final let id: EffectID
  @usableFromInline final let context: EffectContext
  /// True for a `.send`, which ends when its action is reduced.
  final let endsWithAction: Bool

  private(set) final var isCancelled = false
  private(set) final var isFinished = false
  /// The outcome of the work.
  final var outcome = EffectOutcome.finished

  /// The record that waits for the end of this effect, which only sleeps: a debounce, or an effect
  /// that a throttle holds back.
  final var waiting: EffectRecord?

  /// The effect as shown to instruments, and its misuse of the framework; `nil` if the store has no
  /// instruments.
  final var notes: RunNotes?

  init(in context: EffectContext, isListed: Bool = true, endsWithAction: Bool = false) {
    self.id = isListed ? context.runtime.makeEffectID() : EffectID(0)
    self.context = context
    self.endsWithAction = endsWithAction
  }

  /// The description of the effect for tools; `nil` for a record that is not an effect itself.
  var info: EffectInfo? { nil }

  /// True if tools currently show the effect.
  var isShown: Bool { true }

  /// Creates the task that does the work, after the action that requested it is reduced; a step
  /// starts its next effect instead.
  func launch() {}

  /// Stops the work, if any.
  func cancelWork() {}

  /// Notes that a step has started an effect or an action.
  func partHasBegun() {}

  /// Notes the end of an effect or an action that a step has started.
  func partHasEnded() {}

  /// Removes the parts of a waiting effect that a search matches.
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
  /// Cancels the effect: from now on, none of its actions is reduced.
  final func cancel() {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    leaveLists()
    cancelWork()
    runtime.notifyInstruments(of: self) { $0.effectCancelled($1) }
    scope.release()
  }

  /// Removes the effect from its scope and its ids, and from the counts of its step and its group,
  /// which continue when the count is zero.
  ///
  /// Called after the work has ended, or if it never began.
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

  /// Removes the effect from the lists that cancelling searches.
  ///
  /// Its scope stays in the tree until the caller releases it.
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

  /// True if the effect was cancelled or its feature is gone, so that its actions are no longer
  /// reduced.
  @usableFromInline final var isCutOff: Bool { isCancelled || context.isCutOff }

  /// The origin shown to instruments, for which a `.send` is not an effect.
  @usableFromInline
  final var originForInstruments: ActionOrigin {
    .effect(endsWithAction ? nil : id, startedBy: startedBy)
  }

  /// Called when an action is queued.
  @usableFromInline
  final func enter() {
    scope.retain()
    group.begin()
    if endsWithAction { step?.partHasBegun() }
  }

  /// Called after an action was reduced or dropped.
  @usableFromInline
  final func leave() {
    if endsWithAction { listed?.finish() }
    scope.release()
    if endsWithAction { step?.partHasEnded() }
    group.end()
  }
}
