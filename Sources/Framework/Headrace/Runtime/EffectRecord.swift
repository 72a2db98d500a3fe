/// One thing that a scope counts as in flight: an effect, or a step that starts effects.
///
/// Unchecked: everything that changes is touched only on the store's actor (`Send` and
/// ``RunEnd`` hop there first). What the effect's own task reads, `runtime`, the operation and
/// the dependencies, never changes once the task is made.
@usableFromInline
class EffectRecord: EffectOrigin, @unchecked Sendable {
  @usableFromInline final let id: EffectID
  /// The ids by which it can be cancelled.
  final let cancelEntry: CancelEntry?

  private(set) final var isCancelled = false
  private(set) final var isFinished = false

  /// The effect as instruments see it, and its misuse of the framework; `nil` if the store has no
  /// instruments.
  final var witness: MisuseWitness?

  override init(in context: __shared EffectContext, endsWithAction: Bool = false) {
    self.id = context.runtime.makeEffectID()
    self.cancelEntry = context.cancelEntry
    super.init(in: context, endsWithAction: endsWithAction)
  }

  @usableFromInline final var runtime: StoreRuntime { group.runtime }
  private final var flags: StoreFlags { runtime.flags }

  override final var record: EffectRecord? { self }

  @usableFromInline
  override final var isCutOff: Bool { isCancelled || super.isCutOff }

  /// What tools show of the effect; `nil` for a record that is not an effect itself.
  var info: EffectInfo? { nil }

  /// How the work has ended.
  var outcome: EffectOutcome { .finished }

  /// Makes the task that does the work, after the action that asked for it is reduced; a step
  /// starts its next effect instead.
  func launch() {}

  /// Stops the work, if there is any.
  func cancelWork() {}

  /// Called at the beginning of ``finish()``.
  func willFinish() {}

  /// Cancels: from now on no action of this effect is reduced.
  final func cancel() {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    leaveLists()
    cancelWork()
    if flags.hasInstrument { runtime.effectWasCancelled(self) }
    scope.release()
  }

  /// Removes the effect from its scope and its ids, and from the counts of its step and its group.
  /// These continue when the count is zero. Called once the work is over, or was never begun.
  final func finish() {
    guard !isFinished else { return }
    isFinished = true
    willFinish()
    let flags = flags
    if let witness { runtime.reportFindings(witness.close(), of: self) }
    if !isCancelled {
      leaveLists()
      if flags.hasInstrument { runtime.effectHasEnded(self) }
      scope.release()
    }
    step?.end()
    group.end()
  }

  /// Removes the effect from the lists that cancelling searches. Its scope stays in the tree until
  /// the caller releases it.
  private final func leaveLists() {
    scope.remove(self)
    cancelEntry?.remove(self)
  }
}
