package import EthereumCrypto

/// Where a vault gets randomness from; a test's can repeat.
package struct VaultRandom: Sendable {
  /// Draws so many bytes, which can't be guessed.
  package var secret: @Sendable (_ byteCount: Int) -> SecretBytes

  /// Draws a number from 0 up to, not including, the bound.
  package var below: @Sendable (_ bound: Int) -> Int

  /// A source of randomness.
  package init(
    secret: @escaping @Sendable (_ byteCount: Int) -> SecretBytes,
    below: @escaping @Sendable (_ bound: Int) -> Int
  ) {
    self.secret = secret
    self.below = below
  }

  /// The system's.
  package static let system = VaultRandom(
    secret: { SecretBytes.random(count: $0) },
    below: { Int.random(in: 0..<$0) })
}
