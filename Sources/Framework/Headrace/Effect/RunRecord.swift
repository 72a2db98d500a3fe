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
    runtime.toLaunch.append(self)
  }

  override var info: EffectInfo? {
    EffectInfo(
      id: id, name: name, path: scope.path(in: runtime), startedBy: startedBy, site: site,
      sleeper: id, startedAt: startedAt)
  }

  override var isShown: Bool { !isInterval || waiting != nil }

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
    guard let executor = runtime.testExecutor else { return }
    executor.effectWasCancelled(testedEnd)
    executor.effectIsOver(id)
  }

  private var testedEnd: TestedEffectEnd {
    TestedEffectEnd(
      name: name, site: site, startedBy: startedBy, lastAction: ActionID(runtime.lastAction))
  }

  /// Prepares the delivery of an action.
  ///
  /// - Returns: True if the action should be reduced; false after the effect was cancelled or has
  ///   ended.
  @usableFromInline
  func beginDelivery() -> Bool {
    if let notes { runtime.reportFindings(notes.take().findings, of: self) }
    hasSent = true
    return !isCancelled && !isFinished && repeatedCount == 0
  }

  /// Notes the outcome of the work, and finishes the effect: see ``EffectRecord/finish()``.
  func finish(_ outcome: EffectOutcome) {
    self.outcome = outcome
    if let executor = runtime.testExecutor {
      if !hasSent, !isCancelled { executor.effectEndedWithoutSending(testedEnd) }
      executor.effectIsOver(id)
    }
    // A step may start its next effect, and an instrument may send: for both, the store must be
    // busy. Without them, only waiters are resumed.
    guard step != nil || waiting != nil || runtime.flags.hasInstrument else { return finish() }
    runtime.perform { finish() }
  }
}

// MARK: - Delivering Actions

/// Takes an action, and the effect that sends it, to the store; called only on the store's actor.
@usableFromInline
typealias ActionSink<Action> = (Action, EffectRecord) -> Void

/// A buffer for the actions of an effect that does not wait itself; see ``EffectOverflow``.
@usableFromInline
final class EffectMailbox<Action>: Sendable {
  // Unchecked: it is accessed only under the lock, and an action belongs to the mailbox from when
  // it is put in until it is taken out.
  private struct Waiting: @unchecked Sendable {
    var actions = Queue<Action>()
    var isDelivering = false
    var lostCount = 0
  }

  private let overflow: EffectOverflow
  private let waiting = Mutex(Waiting())

  @usableFromInline
  init(_ overflow: EffectOverflow) { self.overflow = overflow }

  /// Adds an action.
  ///
  /// - Returns: True if the caller must deliver the waiting actions; false if another sender is
  ///   already doing so.
  @usableFromInline
  func put(_ action: sending Action) -> Bool {
    waiting.withLock { waiting in
      // If nobody is delivering, the mailbox is empty, and every mailbox has room for at least one
      // action.
      if waiting.actions.count >= overflow.waitingCountMax {
        waiting.lostCount += 1
        guard overflow.keepsNewest else { return false }
        _ = waiting.actions.popFirst()
      }
      waiting.actions.append(action)
      defer { waiting.isDelivering = true }
      return !waiting.isDelivering
    }
  }

  /// Removes the oldest action, and counts those dropped since the previous removal.
  ///
  /// If there is no action, the caller no longer delivers.
  @usableFromInline
  func take() -> sending (action: Action?, lostCount: Int) {
    waiting.withLock { waiting in
      let action = waiting.actions.popFirst()
      if action == nil { waiting.isDelivering = false }
      defer { waiting.lostCount = 0 }
      return (action, waiting.lostCount)
    }
  }
}
