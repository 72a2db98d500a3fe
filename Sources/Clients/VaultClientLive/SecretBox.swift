import EthereumCrypto

/// A secret that several owners share; it is wiped when the last one lets go.
///
/// Noncopyable values can't be kept in dictionaries or handed to another thread, references to them
/// can. Says nothing of its contents, however it is described.
final class SecretBox: Sendable, CustomStringConvertible, CustomReflectable {
  let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) {
    self.bytes = bytes
  }

  var description: String { "(secret)" }

  var customMirror: Mirror { Mirror(self, children: []) }
}
