import Synchronization

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
