import Synchronization

/// Something in flight: an effect, a delayed effect, or a sequence, which starts one effect
/// after another.
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

  /// The effect that starts when this one, which only sleeps, has ended: a debounced effect, or one
  /// that a throttle delays.
  final var delayedEffect: EffectRecord?

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

  /// Creates the task that does the work, after the action that requested it is reduced; a sequence
  /// starts its next effect instead.
  func launch() {}

  /// Stops the work, if any.
  func cancelWork() {}

  /// Notes that a sequence has started an effect or an action.
  func partHasBegun() {}

  /// Notes the end of an effect or an action that a sequence has started.
  func partHasEnded() {}

  /// Removes the parts of a delayed effect that a search matches.
  func removeParts(_ search: inout PartSearch) {}
}

extension EffectRecord {
  @usableFromInline final var group: EffectGroup { context.group }
  @usableFromInline final var runtime: StoreRuntime { context.runtime }
  final var scope: _EffectScope { context.scope }
  final var sequence: EffectRecord? { context.sequence }
  final var startedBy: ActionID { context.startedBy }

  // MARK: - Ending

  /// Cancels the effect: from now on, none of its actions is reduced.
  final func cancel() {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    leaveLists()
    cancelWork()
    runtime.notifyInstruments(of: self) { $0.effectCancelled($1) }
    scope.release()
  }

  /// Removes the effect from its scope and its ids, and from the counts of its sequence and its
  /// group, which continue when the count is zero.
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
    sequence?.partHasEnded()
    if let effect = delayedEffect { effect.isCancelled ? effect.finish() : effect.launch() }
    group.partHasEnded()
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

  // MARK: - Sending Actions

  /// The effect in flight; `nil` for a `.send` that no id can cancel.
  @usableFromInline final var listed: EffectRecord? { id.rawValue == 0 ? nil : self }

  /// True if the effect was cancelled or its feature is gone, so that its actions are no longer
  /// reduced.
  @usableFromInline final var dropsActions: Bool { isCancelled || context.isClosed }

  /// The origin shown to instruments, for which a `.send` is not an effect.
  @usableFromInline
  final var originForInstruments: ActionOrigin {
    .effect(endsWithAction ? nil : id, startedBy: startedBy)
  }

  /// Counts a queued action in the effect's scope and group; a `.send` also in its sequence.
  @usableFromInline
  final func beginAction() {
    scope.retain()
    group.partHasBegun()
    if endsWithAction { sequence?.partHasBegun() }
  }

  /// Ends the count of a queued action, after it was reduced or dropped.
  @usableFromInline
  final func endAction() {
    if endsWithAction { listed?.finish() }
    scope.release()
    if endsWithAction { sequence?.partHasEnded() }
    group.partHasEnded()
  }
}

/// The origin of an action that is queued, or that an effect is sending.
@usableFromInline
enum QueuedOrigin {
  /// The host, while another action is reduced or the state is read in place; or, with `startedBy`,
  /// a `.send` of the store's root feature, or of a child that always exists.
  ///
  /// Such a sender ends only with the store, so no scope is retained.
  case group(EffectGroup, startedBy: ActionID?)
  /// Any other effect.
  case effect(EffectRecord)

  /// The origin as shown to instruments.
  @inlinable var forInstruments: ActionOrigin {
    switch self {
    case .group(_, let startedBy): startedBy.map { .effect(nil, startedBy: $0) } ?? .host
    case .effect(let record): record.originForInstruments
    }
  }

  /// Counts the action, which is queued.
  @inlinable
  func beginAction() {
    switch self {
    case .group(let group, _): group.partHasBegun()
    case .effect(let record): record.beginAction()
    }
  }

  /// Ends the count of a queued action, after it was reduced or dropped.
  @inlinable
  func endAction() {
    switch self {
    case .group(let group, _): group.partHasEnded()
    case .effect(let record): record.endAction()
    }
  }
}

/// The feature, the sender and the environment of an effect, collected on the way from the root to
/// it.
@usableFromInline
struct EffectContext {
  /// The feature that the effect belongs to.
  var scope: _EffectScope
  /// The group whose end an awaiting sender waits for.
  var group: EffectGroup
  /// The concatenation that contains the effect.
  var sequence: EffectRecord?
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
  var isClosed: Bool { scope.isGone || group.isCancelled }

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
    return isClosed ? nil : scope.makeChild(at: place)
  }
}

/// All effects and actions that one sent action started, directly or through later actions.
///
/// Only the store's actor changes it, and no code waits for a lock. Its mutable state is atomic or
/// locked anyway, because a ``StoreTask`` retains it on any thread.
@usableFromInline
package final class EffectGroup: Sendable {
  @usableFromInline let runtime: StoreRuntime
  private let cancelled = Atomic(false)
  /// The number of effects and actions of the group that have not ended.
  private let pendingCount = Atomic(0)
  /// The callers of ``StoreTask/finish()`` and ``StoreTask/cancel()``, in their order of arrival;
  /// both methods end in ``wait(on:)``.
  private let waiters = Mutex<[(number: UInt64, task: CheckedContinuation<Void, Never>)]>([])

  @usableFromInline
  init(runtime: StoreRuntime) { self.runtime = runtime }

  @usableFromInline var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  package var isFinished: Bool { pendingCount.load(ordering: .relaxed) == 0 }

  @usableFromInline
  func partHasBegun() { pendingCount.wrappingAdd(1, ordering: .relaxed) }

  @usableFromInline
  func partHasEnded() {
    guard pendingCount.wrappingSubtract(1, ordering: .relaxed).newValue == 0 else { return }
    let resumed = waiters.withLock { waiters in
      defer { waiters = [] }
      return waiters
    }
    for waiter in resumed { waiter.task.resume() }
  }

  func markCancelled() { cancelled.store(true, ordering: .relaxed) }

  /// Waits until nothing is pending.
  ///
  /// The actor is optional because it is so in ``StoreTask``. With the same spelling, the compiler
  /// checks the task's executor once instead of once per function.
  @inline(__always)
  func wait(on owner: isolated (any Actor)?) async {
    guard !isFinished else { return }
    let number = StateStamp.next()
    let isEffect = TaskValues.current.effect != nil
    await withTaskCancellationHandler {
      // Resumed exactly once, by the code that removes the waiter from the list.
      await withCheckedContinuation(isolation: owner) { continuation in
        waiters.withLock { $0.append((number, continuation)) }
      }
    } onCancel: {
      // The handler can't wait, and the hop to the store's actor needs a task.
      Task { await cancelWaiter(number, isEffect: isEffect, on: owner) }
    }
  }

  /// Cancels all pending effects, because a task that waits for their end was cancelled.
  ///
  /// A host keeps waiting, so that nothing runs after its wait. An effect does not: it may wait for
  /// an effect that waits for it in turn, and neither would ever end.
  private func cancelWaiter(_ number: UInt64, isEffect: Bool, on owner: isolated (any Actor)?) {
    if !isCancelled { runtime.cancelEffects(of: self) }
    guard isEffect else { return }
    let waiter = waiters.withLock { waiters in
      waiters.firstIndex { $0.number == number }.map { waiters.remove(at: $0) }
    }
    waiter?.task.resume()
  }
}
