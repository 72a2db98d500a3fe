import Synchronization

/// Something in flight: an effect, a waiting effect, or a step, which starts one effect after
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
  /// The tasks that wait for the end, in their order of arrival.
  private let waiters = Mutex<
    [(number: UInt64, continuation: CheckedContinuation<Void, Never>)]
  >([])

  @usableFromInline
  init(runtime: StoreRuntime) { self.runtime = runtime }

  @usableFromInline var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  package var isFinished: Bool { pendingCount.load(ordering: .relaxed) == 0 }

  @usableFromInline
  func begin() { pendingCount.wrappingAdd(1, ordering: .relaxed) }

  @usableFromInline
  func end() {
    guard pendingCount.wrappingSubtract(1, ordering: .relaxed).newValue == 0 else { return }
    let resumed = waiters.withLock { waiters in
      defer { waiters = [] }
      return waiters
    }
    for waiter in resumed { waiter.continuation.resume() }
  }

  func markCancelled() { cancelled.store(true, ordering: .relaxed) }

  // The actor is optional because it is so in `StoreTask`. With the same spelling, the compiler
  // checks the task's executor once instead of once per function.

  /// Waits until nothing is pending.
  ///
  /// If the waiting task is cancelled, cancels all pending effects.
  func finish(on owner: isolated (any Actor)?) async {
    guard !isFinished, !reportsWaitForItself(in: "finish()", on: owner) else { return }
    await wait(on: owner)
  }

  /// Cancels all pending effects, and waits for their end.
  func cancelAndWait(on owner: isolated (any Actor)?) async {
    let isWithin = reportsWaitForItself(in: "cancel()", on: owner)
    runtime.cancelEffects(of: self)
    if !isWithin { await wait(on: owner) }
  }

  @inline(__always)
  private func wait(on owner: isolated (any Actor)?) async {
    guard !isFinished else { return }
    let number = StateStamp.next()
    let isWorkOfEffect = EffectTask.current != nil
    await withTaskCancellationHandler {
      // Resumed exactly once, by the code that removes the waiter from the list.
      await withCheckedContinuation(isolation: owner) { continuation in
        waiters.withLock { $0.append((number, continuation)) }
      }
    } onCancel: {
      // The handler can't wait, and the hop to the store's actor needs a task.
      Task { await waiterWasCancelled(number, isWorkOfEffect: isWorkOfEffect, on: owner) }
    }
  }

  /// Cancels all pending effects, because a task that waits for their end was cancelled.
  ///
  /// A host keeps waiting, so that nothing runs after its wait. An effect does not: it may wait for
  /// an effect that waits for it in turn, and neither would ever end.
  private func waiterWasCancelled(
    _ number: UInt64, isWorkOfEffect: Bool, on owner: isolated (any Actor)?
  ) {
    if !isCancelled { runtime.cancelEffects(of: self) }
    guard isWorkOfEffect else { return }
    let waiter = waiters.withLock { waiters in
      waiters.firstIndex { $0.number == number }.map { waiters.remove(at: $0) }
    }
    waiter?.continuation.resume()
  }
}

// MARK: - Effects That Wait for Themselves

extension EffectGroup {
  /// The line that returned the current task's effect, if it is of this group and can't end while
  /// the task waits.
  ///
  /// It is `nil` for a task outside of the group's effects.
  ///
  /// Call it on the store's actor.
  var siteOfEffectThatWaits: CallSite? {
    EffectTask.current.flatMap {
      $0.group == ObjectIdentifier(self) && !$0.isOver.load(ordering: .relaxed) ? $0.site : nil
    }
  }

  /// Reports an effect that would wait for its own end.
  ///
  /// - Parameter method: The method of ``StoreTask`` that the effect called.
  /// - Returns: True if the caller is such an effect, which must not wait.
  private func reportsWaitForItself(in method: String, on owner: isolated (any Actor)?) -> Bool {
    guard let site = siteOfEffectThatWaits else { return false }
    runtime.reportMisuse(
      """
      An effect waits for its own end: it called '\(method)' for the action that started it.

      The effect returned at \(site) is part of what that action started, and '\(method)' \
      returns when all of that has ended. The effect and the call would wait for each other for \
      ever, so the call has returned at once. Let the effect return instead. To do something after \
      the end, return '.concatenate' from the reducer, or wait in a task that is not part of the \
      effect: 'Task.detached { await task.\(method) }'.
      """, at: site)
    return true
  }
}
