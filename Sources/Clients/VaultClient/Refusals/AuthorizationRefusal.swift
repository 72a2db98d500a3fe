/// Why no authorization was given. The passcode's handle is spent.
package enum AuthorizationRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has no such account.
  case unknownAccount

  /// The passcode was refused.
  case passcode(UnlockRefusal)
}
