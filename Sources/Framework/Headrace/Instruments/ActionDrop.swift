/// An action that was not reduced, or not reduced by the feature it was sent to.
public struct ActionDrop: Sendable {
  /// Why an action is dropped.
  public enum Reason: Hashable, Sendable {
    /// What sent it was cancelled, gone or already over before the action arrived.
    case lateSend
    /// Its effect sent more actions at once than may wait; see ``EffectOverflow``.
    case overflow
    /// The child that it was sent to is not there. The parents have reduced it.
    case absentChild
  }

  /// Why it was dropped.
  public let reason: Reason

  /// The names of the action's cases, without payloads, as seen by the feature that dropped it;
  /// `nil` if the action is no longer known.
  public let label: String?

  /// How many actions were dropped: 1, except for an overflow.
  public let count: Int

  /// What sent it, and why.
  public let origin: ActionOrigin

  /// The number under which it was received; `nil` if it never was.
  public let id: ActionID?

  /// The effect that sent it, if it is a `.run`.
  public let effect: EffectInfo?
}
