/// Sends actions from an effect back into the store.
///
/// Call it like a function: `await send(.response(value))`. It returns after the action is reduced.
public struct Send<Action>: Sendable {
  @usableFromInline let record: RunRecord
  // Unchecked: only `deliver(_:on:)` calls it, which is isolated to the store's actor.
  @usableFromInline nonisolated(unsafe) let sink: ActionSink<Action>
  /// The buffer for waiting actions; `nil` if their senders wait.
  @usableFromInline let mailbox: EffectMailbox<Action>?

  /// Sends one action and waits until it is reduced.
  ///
  /// If the effect has an ``EffectOverflow`` other than `.suspend` and an earlier action is not yet
  /// reduced, this returns immediately: the action waits or is dropped.
  ///
  /// After the effect is cancelled, the action is dropped. The drop is counted and reported to the
  /// store's instruments.
  ///
  /// - Parameter action: The action, which is transferred to the store's actor.
  @inlinable
  public func callAsFunction(_ action: sending Action) async {
    guard let owner = record.runtime.owner else { return record.dropWithoutOwner(action) }
    if let mailbox { return await deliver(action, by: mailbox, on: owner) }
    // With nothing left to release, the task stays on the actor until it is needed elsewhere.
    await deliver(consume action, on: consume owner)
  }

  @inlinable
  func deliver(_ action: sending Action, on owner: isolated __owned any Actor) {
    guard record.beginDelivery() else { return record.drop(action) }
    EffectTask.leave { sink(action, record) }
  }

  @inlinable
  @inline(never)
  func deliver(
    _ action: sending Action, by mailbox: EffectMailbox<Action>, on owner: any Actor
  ) async {
    guard mailbox.put(action) else { return }
    while await deliverNext(from: mailbox, on: owner) {}
  }

  /// Delivers the oldest waiting action.
  ///
  /// - Returns: True if there was one.
  @inlinable
  func deliverNext(from mailbox: EffectMailbox<Action>, on owner: isolated any Actor) -> Bool {
    let (action, lostCount) = mailbox.take()
    if lostCount > 0 { record.countLost(lostCount) }
    guard let action else { return false }
    deliver(action, on: owner)
    return true
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
      if startsImmediately {
        let executor = record.runtime.testExecutor
        return .immediate(name: name, priority: priority, executorPreference: executor) {
          await task.end(with: self.run(send), record.finish)
        }
      }
      guard let executor = record.runtime.testExecutor else {
        // An executor preference, even a `nil` one, would be looked up at every switch of the task.
        return Task(name: name, priority: priority) {
          await task.end(with: self.run(send), record.finish)
        }
      }
      return Task(name: name, executorPreference: executor, priority: priority) {
        await task.end(with: self.run(send), record.finish)
      }
    }
  }

  /// Runs the task's work.
  ///
  /// No code may come between this and the end of the effect: the compiler would leave the store's
  /// actor for it.
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
