/// A `.run` effect in flight, with what it does.
///
/// Unchecked: see ``EffectRecord``; what its task reads never changes.
@usableFromInline
final class TypedRunRecord<Action>: RunRecord, @unchecked Sendable {
  private let effect: RunEffect<Action>
  private let sink: ActionSink<Action>
  /// Where actions wait; `nil` if their senders wait.
  private let mailbox: EffectMailbox<Action>?

  @usableFromInline
  init(
    _ effect: __shared RunEffect<Action>, in context: __shared EffectContext,
    to sink: __shared ActionSink<Action>
  ) {
    self.effect = effect
    self.sink = sink
    self.mailbox = effect.overflow.isSuspending ? nil : EffectMailbox(effect.overflow)
    super.init(in: context)
  }

  override var name: String? { effect.name }
  override var site: CallSite { effect.site }

  override func launch() {
    launch { makeTask() }
  }

  private func makeTask() -> Task<Void, any Error> {
    let end = RunEnd(of: self)
    guard let executor = runtime.testExecutor else {
      // An executor preference, even for none, would be looked up at every switch of the task.
      return Task(name: name, priority: priority) { await self.run(until: end) }
    }
    return Task(name: name, executorPreference: executor, priority: priority) {
      await self.run(until: end)
    }
  }

  private var priority: TaskPriority? { effect.priority.map { TaskPriority(rawValue: $0) } }

  /// What the task does. No code may come between the work and the end: the compiler would leave
  /// the store's actor for it.
  @inline(__always)
  private func run(until end: RunEnd) async {
    let outcome = await run()
    await end.end(with: consume outcome)
  }

  @inline(__always)
  private func run() async -> EffectOutcome {
    guard !Task.isCancelled else { return .finished }
    do {
      try await effect.operation(Send(self, to: sink, mailbox: mailbox))
      return .finished
    } catch {
      return await outcome(of: error)
    }
  }

  /// Handles an error.
  private func outcome(of error: any Error) async -> EffectOutcome {
    // Cancellation is how effects end, not an error.
    if error is CancellationError { return .stopped }
    guard let handler = effect.handler else {
      reportUnhandled(error)
      return .failed(error)
    }
    await handler(error, Send(self, to: sink, mailbox: mailbox))
    return .caught(error)
  }
}
