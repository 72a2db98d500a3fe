/// A creation in progress: a phrase that the vault holds, not yet written.
package struct PhraseHandle: Hashable, Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// How many words the phrase has: 12, 15, 18, 21 or 24; 0 for a private key that was imported.
  package let wordCount: Int

  /// Names the phrase with a number, as a vault or a test does.
  package init(id: UInt64, wordCount: Int) {
    self.id = id
    self.wordCount = wordCount
  }
}
