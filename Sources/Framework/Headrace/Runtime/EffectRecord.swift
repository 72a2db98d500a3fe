/// One effect in flight.
///
/// Unchecked: everything that changes is touched on the store's actor alone (`deliver` and `finish`
/// hop there first). What the effect's own task reads, `runtime`, the operation and the
/// dependencies, never changes.
class EffectRecord: @unchecked Sendable {
  let id: EffectID
  let runtime: StoreRuntime
  let scope: EffectScope
  let group: EffectGroup
  let step: EffectStep?
  let cancelIDs: [AnyHashable]
  let startedBy: ActionID

  private(set) var isCancelled = false
  private(set) var isFinished = false

  fileprivate var next: EffectRecord?
  fileprivate unowned(unsafe) var previous: EffectRecord?

  init<Action>(in context: EffectContext<Action>) {
    self.id = context.runtime.makeEffectID()
    self.runtime = context.runtime
    self.scope = context.scope
    self.group = context.group
    self.step = context.step
    self.cancelIDs = context.cancelIDs
    self.startedBy = context.startedBy
  }

  /// What tools show of the effect; `nil` for what is not an effect of its own.
  var info: EffectInfo? { nil }

  /// Starts the work, after the action that asked for it is reduced.
  func launch() {}

  /// Stops the work, if there is any.
  func cancelWork() {}

  /// Cancels: from now on no action of this effect is reduced.
  final func cancel() {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    cancelWork()
    scope.remove(self)
    runtime.effectWasCancelled(self)
  }

  /// Ends the effect's part in what awaits it. Called once the work is over, or was never begun.
  final func finish() {
    guard !isFinished else { return }
    isFinished = true
    if !isCancelled {
      scope.remove(self)
      runtime.effectHasEnded(self)
    }
    step?.end()
    group.end()
  }
}

/// The effects of one scope, oldest first, linked through themselves.
struct EffectRecordList {
  private var first: EffectRecord?
  private unowned(unsafe) var last: EffectRecord?

  mutating func append(_ record: EffectRecord) {
    record.previous = last
    if let last { last.next = record } else { first = record }
    last = record
  }

  mutating func remove(_ record: EffectRecord) {
    let next = record.next
    let previous = record.previous
    if let previous { previous.next = next } else { first = next }
    if let next { next.previous = previous } else { last = previous }
    record.next = nil
    record.previous = nil
  }

  /// Calls a closure for each effect; it may remove that effect.
  func forEach(_ body: (EffectRecord) -> Void) {
    var record = first
    while let current = record {
      record = current.next
      body(current)
    }
  }
}

/// A `.run` effect in flight.
///
/// Unchecked: see ``EffectRecord``; `task` is touched on the store's actor alone.
final class RunRecord<Action>: EffectRecord, @unchecked Sendable {
  private let effect: RunEffect<Action>
  private let sink: ActionSink<Action>
  private let dependencies: DependencyValues
  private let startedAt = ContinuousClock.now
  private var task: Task<Void, Never>?

  init(_ effect: RunEffect<Action>, in context: EffectContext<Action>) {
    self.effect = effect
    self.sink = context.sink
    self.dependencies = context.dependencies
    super.init(in: context)
  }

  override var info: EffectInfo? {
    EffectInfo(
      id: id, name: effect.name, site: effect.site, path: scope.path, startedBy: startedBy,
      startedAt: startedAt)
  }

  override func launch() {
    var dependencies = dependencies
    if let executor = runtime.taskExecutor {
      dependencies.runningEffect = RunningEffect(id: id, executor: executor)
    }
    if scope.nearestDismissal != nil {
      dependencies.dismissalTarget = DismissalTarget(record: self)
    }
    task = DependencyValues.$taskLocal.withValue(dependencies) {
      Task(
        name: effect.name, executorPreference: runtime.taskExecutor, priority: effect.priority
      ) {
        await self.run()
      }
    }
  }

  override func cancelWork() {
    task?.cancel()
  }

  private func run() async {
    if !Task.isCancelled {
      let send = Send(self, overflow: effect.overflow)
      do {
        try await effect.operation(send)
      } catch is CancellationError {
        // Cancellation is how effects end, not an error.
      } catch {
        await handle(error, send)
      }
    }
    guard let owner = runtime.owner else { return }
    await finish(on: owner)
  }

  private func handle(_ error: any Error, _ send: Send<Action>) async {
    if let handler = effect.handler { return await handler(error, send) }
    reportMisuse(
      """
      An effect threw an error that nothing handles: \(String(reflecting: error))

      The effect returned at \(effect.site) has no 'catch:', so the error would be lost. Handle \
      it in the operation, or turn it into an action: '.run { send in … } catch: { error, send in \
      … }'.
      """, at: effect.site)
  }

  func deliver(_ action: Action, on owner: isolated any Actor) {
    if isCancelled { return runtime.dropLateSend(of: self) }
    sink.send(action, from: EffectOrigin(scope: scope, group: group, record: self))
  }

  /// Delivers the oldest action that waits.
  ///
  /// - Returns: Whether there was one.
  func deliverNext(from mailbox: EffectMailbox<Action>, on owner: isolated any Actor) -> Bool {
    let (action, lostCount) = mailbox.take()
    runtime.overflowCount += lostCount
    guard let action else { return false }
    deliver(action, on: owner)
    return true
  }

  private func finish(on owner: isolated any Actor) {
    runtime.perform { finish() }
  }
}
