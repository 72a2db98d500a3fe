/// A stage of an operation that takes about a second.
package enum VaultProgress: Hashable, Sendable {
  /// A key is being derived from a passcode; so much of it is done, from 0 to 1.
  case derivingKey(fraction: Double)

  /// The key is known; the vault is being opened or written.
  case finishing

  /// Nothing is being done.
  case idle
}
