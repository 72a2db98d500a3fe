package import EthereumCrypto

/// Where the vault writes a phrase for its owner to read: the one way its words leave the vault.
package struct PhraseDisplay: Sendable {
  /// Shows the words, UTF-8 and separated by single spaces, and keeps nothing of them.
  package var show: @Sendable (borrowing SecretBytes) throws(Unavailable) -> Void

  /// Shows what the word at a place, from 1, of a phrase that is being imported may have been meant
  /// as: at most five words, UTF-8 and separated by single spaces. Does nothing without a
  /// person who watches.
  package var suggest: @Sendable (_ position: Int, borrowing SecretBytes) -> Void

  /// The host can't show a phrase now.
  package struct Unavailable: Error, Hashable, Sendable {
    /// Says so.
    package init() {}
  }

  /// A display; by default it makes no suggestions.
  package init(
    show: @escaping @Sendable (borrowing SecretBytes) throws(Unavailable) -> Void,
    suggest: @escaping @Sendable (_ position: Int, borrowing SecretBytes) -> Void = { _, _ in }
  ) {
    self.show = show
    self.suggest = suggest
  }

  /// No display: every phrase is refused.
  package static let none = PhraseDisplay { (_: borrowing SecretBytes) throws(Unavailable) in
    throw Unavailable()
  }
}
