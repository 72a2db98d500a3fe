package import EthereumCrypto

/// A secret with several owners, wiped when the last one releases it.
///
/// Noncopyable values can't be kept in dictionaries or passed to another thread, but references to
/// them can. No description reveals its contents.
package final class SecretBox: Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret.
  package let bytes: SecretBytes

  /// Creates a box that owns a secret.
  package init(_ bytes: consuming SecretBytes) {
    self.bytes = bytes
  }

  package var description: String { "(secret)" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
