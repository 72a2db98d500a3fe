import DequeModule

/// What an author said of a `.run` effect.
///
/// Unchecked: nothing of it changes, nor of the one class made from it.
@usableFromInline
class RunDescription: @unchecked Sendable {
  @usableFromInline final let name: String?
  @usableFromInline final let priority: TaskPriority?
  @usableFromInline final let overflow: EffectOverflow
  final let site: CallSite

  @usableFromInline
  init(
    name: String?, priority: TaskPriority?, overflow: EffectOverflow, site: CallSite
  ) {
    self.name = name
    self.priority = priority
    self.overflow = overflow
    self.site = site
  }
}

/// What a `.run` effect does.
///
/// Unchecked: two closures that are `Sendable` and never change.
@usableFromInline
final class RunWork<Action>: RunDescription, @unchecked Sendable {
  /// The author's work.
  @usableFromInline
  typealias Operation = @Sendable (_ send: Send<Action>) async throws -> Void
  /// What the author does about an error.
  @usableFromInline
  typealias Handler = @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void

  @usableFromInline let operation: Operation
  @usableFromInline let handler: Handler?

  @inlinable
  init(
    name: String? = nil, priority: TaskPriority? = nil, overflow: EffectOverflow = .suspend,
    site: CallSite, operation: @escaping Operation, catch handler: Handler? = nil
  ) {
    self.operation = operation
    self.handler = handler
    super.init(name: name, priority: priority, overflow: overflow, site: site)
  }

  /// Starts the work. Compiled where the types are known.
  @inlinable
  func start(in context: EffectContext, to sink: ActionSink<Action>) {
    RunRecord.start(self, in: context) { [self] record in
      guard let executor = record.runtime.taskExecutor else {
        // A preference, even for no executor, would be looked up at each of the task's switches.
        return Task(name: name, priority: priority) {
          await self.run(record, sink)
        }
      }
      return Task(
        name: name, executorPreference: executor, priority: priority
      ) {
        await self.run(record, sink)
      }
    }
  }

  /// What the effect's task does.
  @inlinable
  @inline(__always)
  func run(_ record: RunRecord, _ sink: ActionSink<Action>) async {
    var outcome = EffectOutcome.finished
    if !Task.isCancelled {
      let send = Send(record, to: sink, overflow: overflow)
      do {
        try await operation(send)
      } catch is CancellationError {
        // Cancellation is how effects end, not an error.
        outcome = .stopped
      } catch {
        if let handler {
          await handler(error, send)
          outcome = .caught(error)
        } else {
          record.reportUnhandled(error)
          outcome = .failed(error)
        }
      }
    }
    guard let owner = record.runtime.owner else { return }
    await record.finish(outcome, on: owner)
  }
}

/// A `.run` effect in flight.
///
/// Unchecked: see ``EffectRecord``; `task` is touched on the store's actor alone.
@usableFromInline
final class RunRecord: EffectRecord, @unchecked Sendable {
  private let description: RunDescription
  private let makeTask: (RunRecord) -> Task<Void, any Error>
  private let dependencies: DependencyStorage
  private let startedAt = ContinuousClock.now
  // An error is never thrown: a task that can't throw wraps its operation in another.
  private var task: Task<Void, any Error>?
  private var endedWith = EffectOutcome.finished

  private init(
    _ description: RunDescription, in context: __shared EffectContext,
    _ makeTask: @escaping (RunRecord) -> Task<Void, any Error>
  ) {
    self.description = description
    self.makeTask = makeTask
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
    _ makeTask: @escaping (RunRecord) -> Task<Void, any Error>
  ) {
    context.runtime.checkOwner()
    let record = RunRecord(description, in: context, makeTask)
    context.runtime.register(record)
    context.runtime.flags.pointee.toLaunch.append(record)
  }

  override var info: EffectInfo? {
    EffectInfo(
      id: id, name: description.name, site: description.site, path: scope.path(in: runtime),
      startedBy: startedBy, startedAt: startedAt)
  }

  override var outcome: EffectOutcome { endedWith }

  override func launch() {
    var dependencies = DependencyValues(storage: dependencies)
    if scope.nearestDismissal != nil {
      dependencies.dismissalTarget = DismissalTarget(record: self)
    }
    if let executor = runtime.taskExecutor {
      dependencies.runningEffect = RunningEffect(id: id, executor: executor)
    }
    task = dependencies.givenToTasks { makeTask(self) }
  }

  override func cancelWork() {
    task?.cancel()
  }

  /// Ends the effect, once its work is over.
  @usableFromInline
  func finish(_ outcome: EffectOutcome, on owner: isolated any Actor) {
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
