package import VaultClientLive

/// The storage of tokens between calls; in a test, a variable.
package struct SessionStore: Sendable {
  /// Returns the tokens of the session with a service; nil if there is no session.
  package var tokens: @Sendable (_ service: String) async throws -> SessionTokens?
  /// Stores tokens, replacing others of their service.
  package var keep: @Sendable (SessionTokens) async throws -> Void
  /// Drops the tokens of a service.
  package var drop: @Sendable (_ service: String) async throws -> Void
  /// Acquires the right to change tokens, among all processes; nil if it is already held.
  package var lease: @Sendable () async throws -> SessionsLease?

  /// Creates a store from these operations.
  package init(
    tokens: @escaping @Sendable (String) async throws -> SessionTokens?,
    keep: @escaping @Sendable (SessionTokens) async throws -> Void,
    drop: @escaping @Sendable (String) async throws -> Void,
    lease: @escaping @Sendable () async throws -> SessionsLease?
  ) {
    self.tokens = tokens
    self.keep = keep
    self.drop = drop
    self.lease = lease
  }

  /// Returns a store in the vault, which must be open.
  package static func vault(_ vault: Vault) -> SessionStore {
    SessionStore(
      tokens: { try await vault.sessionTokens(of: $0) },
      keep: { try await vault.keepSessionTokens($0) },
      drop: { try await vault.dropSessionTokens(of: $0) },
      lease: { try await vault.tryLeaseSessions() })
  }
}
