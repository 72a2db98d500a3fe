import Synchronization

/// Sends actions from an effect back into the store.
///
/// Call it like a function: `await send(.response(value))`. It returns after the action is reduced.
public struct Send<Action>: Sendable {
  @usableFromInline let record: RunRecord
  @usableFromInline let sink: ActionSink<Action>
  /// Where actions wait; `nil` if their senders wait.
  @usableFromInline let mailbox: EffectMailbox<Action>?

  @inline(__always)
  init(_ record: RunRecord, to sink: ActionSink<Action>, mailbox: EffectMailbox<Action>?) {
    self.record = record
    self.sink = sink
    self.mailbox = mailbox
  }

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

/// Takes the actions of effects.
///
/// Unchecked: it is called only on the store's actor.
@usableFromInline
struct ActionSink<Action>: @unchecked Sendable {
  /// Takes an action, and the effect that sends it, to the store.
  @usableFromInline let send: (Action, EffectRecord) -> Void

  @inlinable
  init(_ send: @escaping (Action, EffectRecord) -> Void) {
    self.send = send
  }

  /// Embeds the actions of another type.
  func embedding<Child>(_ embed: @escaping (Child) -> Action) -> ActionSink<Child> {
    ActionSink<Child> { [send] in send(embed($0), $1) }
  }
}

/// Where the actions of an effect wait when the effect itself doesn't wait; see ``EffectOverflow``.
@usableFromInline
final class EffectMailbox<Action>: Sendable {
  // Unchecked: it is accessed only under the lock, and an action that was put in belongs to the
  // mailbox until it is taken out.
  private struct Waiting: @unchecked Sendable {
    var actions = Queue<Action>()
    var isDelivering = false
    var lostCount = 0
  }

  private let overflow: EffectOverflow
  private let waiting = Mutex(Waiting())

  @usableFromInline
  init(_ overflow: EffectOverflow) {
    self.overflow = overflow
  }

  /// Adds an action.
  ///
  /// - Returns: Whether the caller must deliver the waiting actions; otherwise another sender is
  ///   doing so.
  @usableFromInline
  func put(_ action: sending Action) -> Bool {
    waiting.withLock { waiting in
      guard waiting.isDelivering else {
        waiting.isDelivering = true
        waiting.actions.append(action)
        return true
      }
      if waiting.actions.count >= overflow.waitingCountMax {
        waiting.lostCount += 1
        guard overflow.keepsNewest else { return false }
        _ = waiting.actions.popFirst()
      }
      waiting.actions.append(action)
      return false
    }
  }

  /// Removes the oldest action, and counts those lost since the previous removal. If there is no
  /// action, the caller no longer delivers.
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
