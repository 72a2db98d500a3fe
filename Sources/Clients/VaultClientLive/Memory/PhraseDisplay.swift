package import EthereumCrypto

/// The display of a phrase for its owner: the only way its words leave the vault.
package struct PhraseDisplay: Sendable {
  /// Shows the words, in UTF-8, separated by single spaces, and keeps no copy of them.
  package var show: @Sendable (borrowing SecretBytes) throws(Unavailable) -> Void

  /// Shows suggestions for the word at a position, from 1, of a phrase that is being imported.
  ///
  /// There are at most five words, in UTF-8, separated by single spaces. Does nothing if nobody is
  /// watching.
  package var suggest: @Sendable (_ position: Int, borrowing SecretBytes) -> Void

  /// The host can't show a phrase now.
  package struct Unavailable: Error, Hashable, Sendable {
    /// Creates the error.
    package init() {}
  }

  /// Creates a display; by default it makes no suggestions.
  package init(
    show: @escaping @Sendable (borrowing SecretBytes) throws(Unavailable) -> Void,
    suggest: @escaping @Sendable (_ position: Int, borrowing SecretBytes) -> Void = { _, _ in }
  ) {
    self.show = show
    self.suggest = suggest
  }

  /// A missing display: every phrase is refused.
  package static let none = PhraseDisplay { (_: borrowing SecretBytes) throws(Unavailable) in
    throw Unavailable()
  }
}
