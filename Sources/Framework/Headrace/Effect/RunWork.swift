/// Asynchronous work, as the author gave it.
@usableFromInline
struct RunWork<Action>: Sendable {
  /// The author's work.
  typealias Operation = @Sendable (_ send: Send<Action>) async throws -> Void
  /// The author's handler for an error.
  typealias Handler = @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void

  private let name: String?
  /// The raw value, because the size of a `TaskPriority` is known only at run time.
  private let priority: UInt8?
  private let overflow: EffectOverflow
  let site: CallSite
  private let operation: Operation
  private let handler: Handler?

  init(
    name: String? = nil, priority: UInt8? = nil, overflow: EffectOverflow = .suspend,
    site: CallSite, operation: @escaping Operation, catch handler: Handler? = nil
  ) {
    self.name = name
    self.priority = priority
    self.overflow = overflow
    self.site = site
    self.operation = operation
    self.handler = handler
  }

  /// Makes the effect in flight, which the caller registers.
  func makeRecord(in context: EffectContext, to sink: ActionSink<Action>) -> RunRecord {
    let mailbox = overflow.isSuspending ? nil : EffectMailbox<Action>(overflow)
    return RunRecord(name: name, site: site, in: context) { record in
      makeTask(of: record, Send(record, to: sink, mailbox: mailbox))
    }
  }

  private func makeTask(
    of record: RunRecord, _ send: Send<Action>
  ) -> Task<Void, any Error> {
    let end = EffectCompletion(of: record)
    let priority = priority.map { TaskPriority(rawValue: $0) }
    guard let executor = record.runtime.testExecutor else {
      // An executor preference, even for none, would be looked up at every switch of the task.
      return Task(name: name, priority: priority) { await run(send, until: end) }
    }
    return Task(name: name, executorPreference: executor, priority: priority) {
      await run(send, until: end)
    }
  }

  /// What the task does. No code may come between the work and the end: the compiler would leave
  /// the store's actor for it.
  @inline(__always)
  private func run(_ send: Send<Action>, until end: EffectCompletion) async {
    let outcome = await run(send)
    await end.end(with: consume outcome)
  }

  @inline(__always)
  private func run(_ send: Send<Action>) async -> EffectOutcome {
    guard !Task.isCancelled else { return .finished }
    do {
      try await operation(send)
      return .finished
    } catch {
      return await outcome(of: error, send)
    }
  }

  /// Handles an error.
  private func outcome(of error: any Error, _ send: Send<Action>) async -> EffectOutcome {
    // Cancellation is how effects end, not an error.
    if error is CancellationError { return .stopped }
    guard let handler else {
      send.record.reportUnhandled(error)
      return .failed(error)
    }
    await handler(error, send)
    return .caught(error)
  }
}
