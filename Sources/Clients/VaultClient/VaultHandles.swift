/// A secret that the host deposited in the vault, such as a passcode or a typed phrase.
///
/// It can be spent once, by the operation it is passed to, and is wiped when it is, when the vault is
/// locked, or five minutes after it was deposited.
package struct SecretHandle: Hashable, Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// Names the secret with a number, as a vault or a test does.
  package init(id: UInt64) {
    self.id = id
  }
}

/// A creation in progress: a phrase that the vault holds, not yet written.
package struct PhraseHandle: Hashable, Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// How many words the phrase has: 12, 15, 18, 21 or 24.
  package let wordCount: Int

  /// Names the phrase with a number, as a vault or a test does.
  package init(id: UInt64, wordCount: Int) {
    self.id = id
    self.wordCount = wordCount
  }
}

/// Leave for one use of one purpose, given for a right passcode.
package struct Authorization: Hashable, Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// Names the authorization with a number, as a vault or a test does.
  package init(id: UInt64) {
    self.id = id
  }
}
