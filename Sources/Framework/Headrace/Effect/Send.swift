/// Sends actions from an effect back into the store.
///
/// Call it like a function: `await send(.response(value))`. It returns after the action is reduced.
public struct Send<Action>: Sendable {
  @usableFromInline let record: RunRecord
  @usableFromInline let sink: ActionSink<Action>
  /// Where actions wait; `nil` if their senders wait.
  @usableFromInline let mailbox: EffectMailbox<Action>?

  /// Sends one action and waits until it is reduced.
  ///
  /// If the effect has an ``EffectOverflow`` other than `.suspend` and an earlier action is still
  /// on its way, this returns at once. The action waits or is dropped.
  ///
  /// After the effect is cancelled, the action is dropped. The drop is counted and reported to the
  /// store's instruments.
  ///
  /// - Parameter action: The action; it is handed over to the store's actor.
  @inlinable
  public func callAsFunction(_ action: sending Action) async {
    guard let owner = record.runtime.owner else { return record.dropWithoutStore(action) }
    if let mailbox { return await deliver(action, by: mailbox, on: owner) }
    // With nothing left to release, the task stays on the actor until it needs to be elsewhere.
    await deliver(consume action, on: consume owner)
  }

  @inlinable
  func deliver(_ action: sending Action, on owner: isolated __owned any Actor) {
    guard record.beginDelivery() else { return record.drop(action) }
    EffectTask.leave { sink.send(action, record) }
  }

  @inlinable
  @inline(never)
  func deliver(
    _ action: sending Action, by mailbox: EffectMailbox<Action>, on owner: any Actor
  ) async {
    guard mailbox.put(action) else { return }
    while await deliverNext(from: mailbox, on: owner) {}
  }

  /// Delivers the oldest action that waits.
  ///
  /// - Returns: Whether there was one.
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

/// Asynchronous work, as the author gave it.
@usableFromInline
struct RunWork<Action>: Sendable {
  var name: String? = nil
  /// The raw value, because the size of a `TaskPriority` is known only at run time.
  var priority: UInt8? = nil
  var overflow = EffectOverflow.suspend
  let site: CallSite
  let operation: @Sendable (_ send: Send<Action>) async throws -> Void
  var handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil

  /// Makes the effect in flight, which the caller registers.
  func makeRecord(in context: EffectContext, to sink: ActionSink<Action>) -> RunRecord {
    RunRecord(name: name, site: site, in: context) { record in
      let mailbox = overflow == .suspend ? nil : EffectMailbox<Action>(overflow)
      let send = Send(record: record, sink: sink, mailbox: mailbox)
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

/// Where the task of a `.run` effect ends: on the store's actor.
///
/// It is an actor of its own that runs on the executor of the store's actor. So the task moves to
/// that executor only for its end. If the work's last action has just been reduced, the task is
/// there already and does not move. A method of the store's actor itself would cost two moves: to
/// find out which actor that is, the task would leave it, and then come back.
final actor EffectCompletion {
  private nonisolated let record: RunRecord
  /// The store's actor, while the effect ends: an effect that held it for longer would keep it
  /// alive.
  // Unchecked: only the effect's own task touches it, which asks for the executor and then ends.
  private nonisolated(unsafe) var owner: (any Actor)?

  init(of record: RunRecord) {
    self.record = record
  }

  /// The executor of the store's actor, which is retained from here until the effect has ended.
  ///
  /// The getter keeps what it finds, for two reasons. A task asks for the executor before it moves
  /// there, and an executor without a reference to its actor could be deallocated on the way. And a
  /// task that asks again, to see where it is, must get the same answer, even if the last other
  /// owner of the actor has released it in between. Only the one task of the effect ever asks, so
  /// there is no race. `EffectCompletionTests` tests both cases, with the actor gone first and with
  /// it still there.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    guard let owner = owner ?? record.runtime.owner else { return GoneActor.shared.unownedExecutor }
    self.owner = owner
    return owner.unownedExecutor
  }

  func end(with outcome: __owned EffectOutcome) {
    // Without the store's actor there is nothing left that would notice the end.
    guard owner != nil else { return }
    record.finish(outcome)
    owner = nil
  }
}

/// Stands in for the actor of a store that is gone.
private actor GoneActor {
  static let shared = GoneActor()
}
