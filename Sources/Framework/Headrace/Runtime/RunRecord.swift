/// A `.run` effect in flight.
///
/// Unchecked: everything that changes is touched only on the store's actor (`Send` and
/// ``EffectCompletion`` hop there first). What the effect's own task reads, `runtime`, the
/// operation and the dependencies, never changes once the task is made.
@usableFromInline
final class RunRecord: EffectRecord, @unchecked Sendable {
  /// The author's name for the effect.
  private let name: String?
  /// The author's line that returned it.
  let site: CallSite
  private let makeTask: (RunRecord) -> Task<Void, any Error>
  private let startedAt = ContinuousClock.now
  // Its type says that it may throw, but no error is thrown. For a task that can't throw, the
  // library wraps the operation in another closure: see the benchmarks' row 'Effect.run'.
  private var task: Task<Void, any Error>?
  /// Whether it has sent an action. Touched only on the store's actor.
  private var hasSent = false

  /// Identifies the effect in the whole process, to its task and the tasks that inherit from it.
  let number = StateStamp.next()

  init(
    name: String?, site: CallSite, in context: EffectContext,
    makeTask: @escaping (RunRecord) -> Task<Void, any Error>
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
  @usableFromInline
  func register() {
    runtime.checkOwner()
    runtime.register(self)
    runtime.toLaunch.append(self)
  }

  override var info: EffectInfo? {
    EffectInfo(
      id: id, name: name, path: scope.path(in: runtime), startedBy: startedBy, site: site,
      sleeper: id, startedAt: startedAt)
  }

  /// Launches the task that does the work, unless the effect was cancelled before.
  override func launch() {
    // An instrument that is asked to launch it may release the store first.
    guard !isCancelled else { return finish() }
    let needsMore = scope.nearestDismissal != nil || runtime.testExecutor != nil
    let values = needsMore ? dependenciesOfItsOwn : dependencies
    task = EffectTask.$current.withValue(number) {
      DependencyValues.$taskStorage.withValue(values) { makeTask(self) }
    }
    group.running[number] = site
  }

  /// The dependency values, with those that belong only to this effect.
  private var dependenciesOfItsOwn: DependencyStorage {
    var values = DependencyValues(storage: dependencies)
    if scope.nearestDismissal != nil { values.dismissalRequester = self }
    if let executor = runtime.testExecutor {
      values.testedEffect = TestedEffect(id: id, executor: executor, site: site)
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

  /// Notes how the work has ended, and finishes the effect: see ``EffectRecord/finish()``.
  @usableFromInline
  func finish(_ outcome: EffectOutcome) {
    self.outcome = outcome
    group.running[number] = nil
    if let executor = runtime.testExecutor {
      if !hasSent, !isCancelled { executor.effectEndedWithoutSending(testedEnd) }
      executor.effectIsOver(id)
    }
    // A step may start its next effect, and an instrument may send: for both the store must be
    // busy. Without them only waiters are resumed.
    guard step != nil || runtime.flags.hasInstrument else { return finish() }
    runtime.perform { finish() }
  }

  /// Reports an error that the author did not handle.
  @usableFromInline
  func reportUnhandled(_ error: any Error) {
    // The call to an unimplemented endpoint was already reported at the call.
    if (error as? UnimplementedEndpoint)?.isReported == true { return }
    // A type in a function has an address in its name, which tells an author nothing.
    let name = String(reflecting: error)
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    reportMisuse(
      """
      An effect threw an error that nothing handles: \(name)

      The effect returned at \(site) has no 'catch:', so the error would be lost. \
      Handle it in the operation, or turn it into an action: '.run { send in … } catch: { error, \
      send in … }'.
      """, at: site)
  }

  /// Called when an action arrives.
  ///
  /// - Returns: Whether to reduce it: not after the effect was cancelled or has ended.
  @usableFromInline
  func beginDelivery() -> Bool {
    if let collector { runtime.reportFindings(collector.take(), of: self) }
    hasSent = true
    return !isCancelled && !isFinished
  }

  /// Drops an action that has arrived after the effect was cancelled or has ended.
  @usableFromInline
  func drop<Action>(_ action: Action) {
    let label = ActionLabel.of(action)
    if isCancelled {
      runtime.testExecutor?.cancelledEffectSent(label, at: site, lastAction: runtime.lastAction)
    } else {
      reportUseAfterEnd("sent an action", ": '\(label)'")
    }
    dropLateSend(label: label)
  }

  /// Drops a request to be dismissed, for the same reasons.
  func dropDismissal() {
    if !isCancelled { reportUseAfterEnd("asked to be dismissed", "") }
    dropLateSend(label: nil)
  }

  private func reportUseAfterEnd(_ what: String, _ detail: String) {
    runtime.reportMisuse(useAfterEnd(what, detail), at: site)
  }

  /// A task that an effect leaves behind is not cancelled, so it would act on whatever has replaced
  /// the feature since.
  func useAfterEnd(_ what: String, _ detail: String) -> String {
    """
    An effect \(what) after it had ended\(detail).

    The effect returned at \(site) has started a task that outlived it and still uses the effect's \
    values. The effect ends when its operation returns, so this was dropped. Await that task in \
    the operation, or use a task group instead.
    """
  }

  /// Counts actions that were lost because the effect sent too many at once.
  @usableFromInline
  func countLost(_ count: Int) {
    runtime.countLost(count, of: self)
  }
}
