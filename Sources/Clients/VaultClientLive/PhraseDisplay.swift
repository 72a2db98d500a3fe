package import EthereumCrypto

/// Where the vault writes a phrase for its owner to read: the one way a phrase leaves the vault.
package struct PhraseDisplay: Sendable {
  /// Shows the words, UTF-8 and separated by single spaces, and keeps nothing of them.
  package var show: @Sendable (borrowing SecretBytes) throws(Unavailable) -> Void

  /// The host can't show a phrase now.
  package struct Unavailable: Error, Hashable, Sendable {
    /// Says so.
    package init() {}
  }

  /// A display.
  package init(
    show: @escaping @Sendable (borrowing SecretBytes) throws(Unavailable) -> Void
  ) {
    self.show = show
  }

  /// No display: every phrase is refused.
  package static let none = PhraseDisplay { (_: borrowing SecretBytes) throws(Unavailable) in
    throw Unavailable()
  }
}
