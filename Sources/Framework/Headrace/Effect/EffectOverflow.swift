import Synchronization

/// The handling of an action that an effect sends while its earlier ones wait for the store.
///
/// An effect that sends one action after another, each with `await send(…)`, never has two waiting.
/// An effect that sends from several tasks concurrently can.
public struct EffectOverflow: Hashable, Sendable {
  /// The maximum number of buffered actions; 0 if the senders wait themselves.
  let bufferedCountMax: Int
  /// True if an action past the limit replaces the oldest one, false if it is dropped itself.
  let keepsNewest: Bool

  /// Each sender waits until its action is reduced; no action is lost.
  ///
  /// This is the default.
  public static var suspend: Self { Self(bufferedCountMax: 0, keepsNewest: false) }

  /// The newest action is buffered, and replaces an older one.
  public static var latest: Self { latest(1) }

  /// The newest actions are buffered; past the limit, they replace the oldest.
  ///
  /// - Parameter limit: The maximum number of buffered actions; at least 1.
  public static func latest(_ limit: Int) -> Self {
    precondition(limit > 0, "The buffer must have room for at least one action, not \(limit).")
    return Self(bufferedCountMax: limit, keepsNewest: true)
  }

  /// The oldest action is buffered; newer ones are dropped.
  public static var drop: Self { drop(1) }

  /// The oldest actions are buffered; past the limit, newer ones are dropped.
  ///
  /// - Parameter limit: The maximum number of buffered actions; at least 1.
  public static func drop(_ limit: Int) -> Self {
    precondition(limit > 0, "The buffer must have room for at least one action, not \(limit).")
    return Self(bufferedCountMax: limit, keepsNewest: false)
  }
}

// MARK: - Buffering Actions

/// A buffer for the actions of an effect that does not wait itself; see ``EffectOverflow``.
@usableFromInline
final class EffectMailbox<Action>: Sendable {
  // Unchecked: it is accessed only under the lock, and an action belongs to the mailbox from when
  // it is put in until it is taken out.
  private struct Contents: @unchecked Sendable {
    var actions = Queue<Action>()
    var isDelivering = false
    var lostCount = 0
  }

  private let overflow: EffectOverflow
  private let contents = Mutex(Contents())

  @usableFromInline
  init(_ overflow: EffectOverflow) { self.overflow = overflow }

  /// Adds an action.
  ///
  /// - Returns: True if the caller must deliver the buffered actions; false if another sender is
  ///   already doing so.
  @usableFromInline
  func put(_ action: sending Action) -> Bool {
    contents.withLock { contents in
      // If nobody is delivering, the mailbox is empty, and every mailbox has room for at least one
      // action.
      if contents.actions.count >= overflow.bufferedCountMax {
        contents.lostCount += 1
        guard overflow.keepsNewest else { return false }
        _ = contents.actions.popFirst()
      }
      contents.actions.append(action)
      defer { contents.isDelivering = true }
      return !contents.isDelivering
    }
  }

  /// Removes the oldest action, and counts those dropped since the previous removal.
  ///
  /// If there is no action, the caller no longer delivers.
  @usableFromInline
  func take() -> sending (action: Action?, lostCount: Int) {
    contents.withLock { contents in
      let action = contents.actions.popFirst()
      if action == nil { contents.isDelivering = false }
      defer { contents.lostCount = 0 }
      return (action, contents.lostCount)
    }
  }
}
