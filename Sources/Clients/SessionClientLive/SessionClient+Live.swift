package import SessionClient
package import VaultClientLive

extension SessionClient {
  /// Returns a client of services over HTTP, whose tokens a vault stores.
  package static func live(
    _ vault: Vault, configuration: SessionConfiguration
  ) -> SessionClient {
    .live(
      SessionKeeper(
        transport: .http(answerBytesMax: configuration.answerBytesMax), store: .vault(vault),
        configuration: configuration))
  }

  /// Returns a client of a keeper.
  package static func live(_ keeper: SessionKeeper) -> SessionClient {
    SessionClient(
      challenge: { try await keeper.challenge($0) },
      signIn: { try await keeper.signIn($0, $1, $2) },
      session: { try await keeper.session($0) },
      refresh: { try await keeper.refresh($0) },
      profile: { try await keeper.profile($0) },
      signOut: { try await keeper.signOut($0) })
  }
}
