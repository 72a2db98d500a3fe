import Synchronization

/// A `.run` effect in flight.
///
/// Unchecked: all mutable properties are accessed only on the store's actor (`Send` and
/// ``EffectTask`` hop there first). The properties that the effect's own task reads, `runtime`, the
/// operation, the dependencies, `site` and `interruption`, never change after the task is created.
@usableFromInline
final class RunRecord: EffectRecord, @unchecked Sendable {
  /// The author's name for the effect.
  private let name: String?
  /// The author's line that returned the effect.
  let site: CallSite
  private let makeTask: (RunRecord, EffectTask) -> Task<Void, any Error>
  private let startedAt = ContinuousClock.now
  // Its type says that it may throw, but no error is thrown. For a task that can't throw, the
  // library wraps the operation in another closure: see the benchmark row 'Effect.run'.
  private var task: Task<Void, any Error>?
  /// True if the effect has sent an action.
  ///
  /// Accessed only on the store's actor.
  private var hasSent = false

  /// The number of its next actions to drop, because an earlier run of the effect has sent them.
  var repeatedCount = 0
  /// An error to throw instead of doing the work.
  var interruption: (any Error)?

  /// True for the interval of a throttle, which is shown only while it delays an effect.
  var isInterval = false

  init(
    name: String?, site: CallSite, in context: EffectContext,
    makeTask: @escaping (RunRecord, EffectTask) -> Task<Void, any Error>
  ) {
    self.name = name
    self.site = site
    self.makeTask = makeTask
    super.init(in: context)
  }

  /// Registers the effect, and queues it to be launched when the store settles.
  ///
  /// - Precondition: The code runs on the store's actor. From here on the effect's task and the
  ///   actor take turns. A store that is used elsewhere would race with them, and corrupt its
  ///   counts and memory.
  /// - Parameter start: Starts effects that are to be launched before this one.
  func register(before start: () -> Void = {}) {
    runtime.checkOwner()
    runtime.register(self)
    start()
    runtime.toSettle.append(self)
  }

  override var info: EffectInfo? {
    EffectInfo(
      id: id, name: name, path: scope.path(in: runtime), startedBy: startedBy, site: site,
      sleeper: id, startedAt: startedAt)
  }

  override var isShown: Bool { !isInterval || delayedEffect != nil }

  /// Launches the task that does the work, unless the effect was already cancelled.
  override func launch() {
    // An instrument that is asked to launch it may release the store first.
    guard !isCancelled else { return finish() }
    let effect = EffectTask(site: site, group: ObjectIdentifier(group), owner: runtime.owner)
    let values = TaskValues(dependencies: dependencies, effect: effect)
    task = TaskValues.$current.withValue(values) { makeTask(self, effect) }
    // The part of it that ran immediately may have cancelled it.
    if isCancelled { task?.cancel() }
  }

  /// The dependency values, including those only for this effect.
  private var dependencies: DependencyStorage {
    let isPresented = scope.nearestDismissal != nil
    guard isPresented || runtime.testExecutor != nil else { return context.dependencies }
    var values = DependencyValues(storage: context.dependencies)
    if isPresented { values.dismissalRequester = self }
    if let executor = runtime.testExecutor {
      values.testedEffect = TestedEffect(id: id, name: name, executor: executor, site: site)
    }
    return values.storage
  }

  override func cancelWork() {
    task?.cancel()
    runtime.testExecutor?.effectWasCancelled(testedEnd)
    runtime.testExecutor?.effectIsOver(id)
  }

  private var testedEnd: TestedEffectEnd {
    TestedEffectEnd(
      name: name, site: site, startedBy: startedBy, lastAction: ActionID(runtime.lastAction))
  }

  /// Prepares the delivery of an action.
  ///
  /// - Returns: True if the action should be reduced; false after the effect was cancelled or has
  ///   ended, and while a replay repeats its actions.
  @usableFromInline
  func beginDelivery() -> Bool {
    if let notes { runtime.reportFindings(notes.take().findings, of: self) }
    hasSent = true
    return !isCancelled && !isFinished && repeatedCount == 0
  }

  /// Notes the outcome of the work, and finishes the effect: see ``EffectRecord/finish()``.
  func workHasEnded(_ outcome: EffectOutcome) {
    self.outcome = outcome
    if let executor = runtime.testExecutor {
      if !hasSent, !isCancelled { executor.effectEndedWithoutSending(testedEnd) }
      executor.effectIsOver(id)
    }
    // A sequence may start its next effect, and an instrument may send: for both, the store must be
    // busy. Without them, only waiters are resumed.
    if sequence == nil, delayedEffect == nil, !runtime.flags.hasInstrument { return finish() }
    runtime.perform { finish() }
  }
}

// MARK: - Work

/// Asynchronous work, as given by the author.
@usableFromInline
final class RunWork<Action>: Sendable {
  private let name: String?
  /// The raw value of a `TaskPriority`, whose size is known only at run time.
  private let priority: UInt8?
  private let overflow: EffectOverflow
  private let startsImmediately: Bool
  let site: CallSite
  private let operation: @Sendable (_ send: Send<Action>) async throws -> Void
  private let handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)?

  @usableFromInline
  init(
    name: String? = nil, priority: TaskPriority? = nil, overflow: EffectOverflow = .suspend,
    startsImmediately: Bool = false, site: CallSite,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) {
    (self.name, self.priority, self.overflow) = (name, priority?.rawValue, overflow)
    (self.startsImmediately, self.site) = (startsImmediately, site)
    (self.operation, self.handler) = (operation, handler)
  }

  /// Creates the record of the effect, which the caller registers.
  func makeRecord(in context: EffectContext, to sink: @escaping ActionSink<Action>) -> RunRecord {
    RunRecord(name: name, site: site, in: context) { [self] record, task in
      let mailbox = overflow == .suspend ? nil : EffectMailbox<Action>(overflow)
      let send = Send(record: record, sink: sink, mailbox: mailbox)
      let priority = priority.map { TaskPriority(rawValue: $0) }
      if startsImmediately || mailbox != nil { record.runtime.testExecutor?.noteSharing() }
      if startsImmediately {
        let executor = record.runtime.testExecutor
        return .immediate(name: name, priority: priority, executorPreference: executor) {
          await task.end(with: self.run(send), record.workHasEnded)
        }
      }
      guard let executor = record.runtime.testExecutor else {
        // An executor preference, even a `nil` one, would be looked up at every switch of the task.
        return Task(name: name, priority: priority) {
          await task.end(with: self.run(send), record.workHasEnded)
        }
      }
      return Task(name: name, executorPreference: executor, priority: priority) {
        await task.end(with: self.run(send), record.workHasEnded)
      }
    }
  }

  /// Runs the task's work.
  ///
  /// After its last send, the task is still on the store's actor. Code between the work and the end
  /// of the effect would make it leave.
  @inline(__always)
  private func run(_ send: Send<Action>) async -> EffectOutcome {
    guard !Task.isCancelled else { return .finished }
    do {
      if let interruption = send.record.interruption { throw interruption }
      try await operation(send)
      return .finished
    } catch {
      return await outcome(of: error, send)
    }
  }

  /// Handles an error of the work.
  private func outcome(of error: any Error, _ send: Send<Action>) async -> EffectOutcome {
    // Cancellation is a normal end of an effect, not an error.
    if error is CancellationError { return .stopped }
    guard let handler else {
      send.record.reportUnhandled(error)
      return .failed(error)
    }
    await handler(error, send)
    return .caught(error)
  }
}

// MARK: - Task

/// The task of a `.run` effect, as seen by that task and the tasks that it starts.
///
/// They must not wait for the end of the effect.
///
/// It is a separate actor that runs on the executor of the store's actor. So the task moves to that
/// executor only when it ends. If the work's last action was just reduced, the task is already
/// there and does not move. A method of the store's actor itself would cost two moves: to find out
/// which actor that is, the task would leave it, and then come back.
@usableFromInline
final actor EffectTask {
  /// The author's line that returned the effect.
  nonisolated let site: CallSite
  /// The identity of the effect's group.
  ///
  /// The task retains the group until `isOver` is set, so no other group can have this address
  /// while it is compared.
  nonisolated let group: ObjectIdentifier
  /// True once the work has ended.
  nonisolated let isOver = Atomic(false)
  private nonisolated weak let owner: (any Actor)?
  /// The store's actor, only while the effect ends: an effect that retained it for longer would
  /// keep it alive.
  // Unchecked: only the effect's own task accesses it, which asks for the executor and then ends.
  private nonisolated(unsafe) var retainedOwner: (any Actor)?

  init(site: CallSite, group: ObjectIdentifier, owner: (any Actor)?) {
    (self.site, self.group) = (site, group)
    self.owner = owner
  }

  /// The executor of the store's actor, which is retained from here until the effect has ended.
  ///
  /// The getter retains the actor for two reasons. A task asks for the executor before it moves
  /// there, and an executor without a reference to its actor could be deallocated on the way. And a
  /// task that asks again, to find out where it runs, must get the same answer, even if the actor's
  /// last other owner has released it in between. Only the one task of the effect ever asks, so
  /// there is no race. `EffectCompletionTests` covers an actor that is released before the end, and
  /// one that is not.
  @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let owner = retainedOwner ?? owner else { return GoneActor.shared.unownedExecutor }
    retainedOwner = owner
    return owner.unownedExecutor
  }

  /// Ends the effect.
  ///
  /// - Parameter finish: Receives the outcome of the work. It is not called if the store's actor
  ///   was released, because nothing is left to observe it.
  func end(with outcome: __owned EffectOutcome, _ finish: (EffectOutcome) -> Void) {
    isOver.store(true, ordering: .relaxed)
    guard retainedOwner != nil else { return }
    finish(outcome)
    retainedOwner = nil
  }

  /// The effect that the current task works for: its own, or that of the task that started it.
  static var current: EffectTask? { TaskValues.current.effect as? EffectTask }
}

/// Replaces the actor of a store that was released.
private actor GoneActor {
  static let shared = GoneActor()
}
