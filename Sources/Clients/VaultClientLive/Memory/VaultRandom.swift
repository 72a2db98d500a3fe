package import EthereumCrypto

/// A vault's source of randomness; a test's can be repeatable.
package struct VaultRandom: Sendable {
  /// Returns this many bytes, which can't be guessed.
  package var secret: @Sendable (_ byteCount: Int) -> SecretBytes

  /// Returns a random number from 0 up to, not including, the bound.
  package var below: @Sendable (_ bound: Int) -> Int

  /// Creates a source of randomness.
  package init(
    secret: @escaping @Sendable (_ byteCount: Int) -> SecretBytes,
    below: @escaping @Sendable (_ bound: Int) -> Int
  ) {
    self.secret = secret
    self.below = below
  }

  /// The system's randomness.
  package static let system = VaultRandom(
    secret: { SecretBytes.random(count: $0) },
    below: { Int.random(in: 0..<$0) })
}
