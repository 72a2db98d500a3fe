package import EthereumCrypto

/// A secret that several owners share; it is wiped when the last one lets go.
///
/// Noncopyable values can't be kept in dictionaries or handed to another thread, references to them
/// can. Says nothing of its contents, however it is described.
package final class SecretBox: Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret.
  package let bytes: SecretBytes

  /// Takes a secret over.
  package init(_ bytes: consuming SecretBytes) {
    self.bytes = bytes
  }

  package var description: String { "(secret)" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
