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
