/// A secret that the host deposited in the vault, such as a passcode or a typed phrase.
///
/// It can be spent once, by the operation it is passed to, and is wiped when it is, when the vault
/// is locked, or five minutes after it was deposited.
package struct SecretHandle: Hashable, Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// Names the secret with a number, as a vault or a test does.
  package init(id: UInt64) {
    self.id = id
  }
}
