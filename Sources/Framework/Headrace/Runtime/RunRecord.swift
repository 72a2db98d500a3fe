/// What an author said of a `.run` effect.
@usableFromInline
final class RunDescription: Sendable {
  let name: String?
  let priority: TaskPriority?
  @usableFromInline let overflow: EffectOverflow
  let site: CallSite

  @usableFromInline
  init(
    name: String? = nil, priority: TaskPriority? = nil, overflow: EffectOverflow = .suspend,
    site: CallSite
  ) {
    self.name = name
    self.priority = priority
    self.overflow = overflow
    self.site = site
  }
}

/// A `.run` effect in flight.
///
/// Unchecked: see ``EffectRecord``; `task` is touched on the store's actor alone.
@usableFromInline
final class RunRecord: EffectRecord, @unchecked Sendable {
  private let description: RunDescription
  private let work: @Sendable (RunRecord) async -> EffectOutcome
  private let dependencies: DependencyValues
  private let startedAt = ContinuousClock.now
  private var task: Task<Void, Never>?
  private var endedWith = EffectOutcome.finished

  private init(
    _ description: RunDescription, in context: EffectContext,
    _ work: @escaping @Sendable (RunRecord) async -> EffectOutcome
  ) {
    self.description = description
    self.work = work
    self.dependencies = context.dependencies
    super.init(in: context)
  }

  /// Registers an effect, to be launched after the action that asked for it.
  ///
  /// - Precondition: The code runs on the store's actor. From here on the effect's task and the
  ///   actor take turns, and a store that is used elsewhere would lose counts and memory to them.
  @usableFromInline
  static func start(
    _ description: RunDescription, in context: EffectContext,
    _ work: @escaping @Sendable (RunRecord) async -> EffectOutcome
  ) {
    context.runtime.checkOwner()
    let record = RunRecord(description, in: context, work)
    context.runtime.register(record)
    context.runtime.launchLater(record)
  }

  override var info: EffectInfo? {
    EffectInfo(
      id: id, name: description.name, site: description.site, path: scope.path(in: runtime),
      startedBy: startedBy, startedAt: startedAt)
  }

  override var outcome: EffectOutcome { endedWith }

  override func launch() {
    var dependencies = dependencies
    if scope.nearestDismissal != nil {
      dependencies.dismissalTarget = DismissalTarget(record: self)
    }
    guard let executor = runtime.taskExecutor else {
      // A preference, even for no executor, would be looked up at each of the task's switches.
      task = Task(name: description.name, priority: description.priority) { [dependencies] in
        await self.run(with: dependencies)
      }
      return
    }
    dependencies.runningEffect = RunningEffect(id: id, executor: executor)
    task = Task(
      name: description.name, executorPreference: executor, priority: description.priority
    ) { [dependencies] in
      await self.run(with: dependencies)
    }
  }

  override func cancelWork() {
    task?.cancel()
  }

  private func run(with dependencies: DependencyValues) async {
    var outcome = EffectOutcome.finished
    if !Task.isCancelled {
      outcome = await DependencyValues.$taskLocal.withValue(dependencies) { await work(self) }
    }
    guard let owner = runtime.owner else { return }
    await finish(outcome, on: owner)
  }

  private func finish(_ outcome: EffectOutcome, on owner: isolated any Actor) {
    endedWith = outcome
    runtime.perform { finish() }
  }

  /// Reports an error that the author has not handled.
  @usableFromInline
  func reportUnhandled(_ error: any Error) {
    reportMisuse(
      """
      An effect threw an error that nothing handles: \(String(reflecting: error))

      The effect returned at \(description.site) has no 'catch:', so the error would be lost. \
      Handle it in the operation, or turn it into an action: '.run { send in … } catch: { error, \
      send in … }'.
      """, at: description.site)
  }

  /// Called when an action arrives.
  ///
  /// - Returns: Whether it is to be reduced: not after the effect was cancelled or has ended.
  @usableFromInline
  func isWanted() -> Bool {
    if let witness { runtime.tell(witness.take(), of: self) }
    return !isCancelled && !isFinished
  }

  /// Drops an action that has arrived after the effect was cancelled or has ended.
  @usableFromInline
  func drop<Action>(_ action: Action) {
    let label = ActionLabel.of(action)
    if !isCancelled { reportUseAfterEnd("sent an action", ": '\(label)'") }
    dropLateSend(label: label)
  }

  /// Drops the wish to be dismissed, for the same reasons.
  func dropDismissal() {
    if !isCancelled { reportUseAfterEnd("asked to be dismissed", "") }
    dropLateSend(label: nil)
  }

  /// Nobody cancels what an effect leaves behind, so it would act on whatever has taken the place
  /// of the feature since.
  private func reportUseAfterEnd(_ what: String, _ detail: String) {
    runtime.reportMisuse(
      """
      An effect \(what) after it had ended\(detail).

      A task that the effect returned at \(description.site) has made itself outlived it, and \
      with it what the effect was given. The effect is over when its operation returns, so this \
      was dropped. Await that task in the operation, or use a task group instead.
      """, at: description.site)
  }

  /// Counts actions that were lost because the effect sent too many at once.
  @usableFromInline
  func countLost(_ count: Int) {
    runtime.countLost(count, of: self)
  }
}

extension Effect {
  /// An effect that runs asynchronous work.
  @inlinable
  static func running(
    _ description: RunDescription,
    _ operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self {
    .starting { context, sink in
      RunRecord.start(description, in: context) { record in
        let send = Send(record, to: sink, overflow: description.overflow)
        do {
          try await operation(send)
          return .finished
        } catch is CancellationError {
          // Cancellation is how effects end, not an error.
          return .stopped
        } catch {
          guard let handler else {
            record.reportUnhandled(error)
            return .failed(error)
          }
          await handler(error, send)
          return .caught(error)
        }
      }
    }
  }
}
