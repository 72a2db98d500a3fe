import DevSession
import DurableFilesTesting
import EthereumCrypto
import EthereumMessages
import Foundation
import SessionClient
import SessionClientLive
import Testing
import VaultClient
import VaultClientLive

/// The whole stack: a vault that signs and stores, HTTP, and an endpoint.
@Suite struct SessionHTTPTests {
  private static let phrase = "test test test test test test test test test test test junk"
  private static let passcode = "correct horse"
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func serving(
    _ configuration: DevSessionConfiguration = DevSessionConfiguration(),
    _ work: @escaping @Sendable (SessionEndpoint) async throws -> Void
  ) async throws {
    let session = DevSession(configuration, now: { Int64(Self.now.timeIntervalSince1970) })
    let server = DevSessionServer(session: session, port: 0)
    try await server.run { url in
      do {
        try await work(try SessionEndpoint(url))
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }
  }

  private func openVault(_ disk: SimulatedDisk) async throws -> (Vault, [VaultAccount]) {
    let vault = Vault(
      configuration: VaultConfiguration(
        folder: "/wallet", scrypt: .testing, acceptsPublishedPhrases: true),
      environment: VaultEnvironment(files: disk.files, background: { $0() }))
    let client = VaultClient.live(vault)
    func deposit(_ text: String) async -> SecretHandle {
      await vault.deposit(SecretBytes(text.utf8))
    }
    if try await client.status() == .empty {
      let handle = try await client.importPhrase(deposit(Self.phrase))
      try await client.setPasscode(
        handle, .passphrase, deposit(Self.passcode), deposit(Self.passcode))
      return (vault, try await client.commit(handle).accounts)
    }
    return (vault, try await client.unlock(deposit(Self.passcode)))
  }

  private func signIn(
    _ session: SessionClient, _ endpoint: SessionEndpoint, _ vault: Vault, _ account: VaultAccount
  ) async throws -> Session {
    let challenge = try await session.challenge(endpoint)
    let message = try SignInMessage(
      domain: challenge.domain, address: account.address, statement: challenge.statement,
      uri: challenge.uri, chainID: challenge.chainID, nonce: challenge.nonce,
      issuedAt: DateTime(secondsSince1970: Int64(Self.now.timeIntervalSince1970)),
      expirationTime: DateTime(challenge.expirationTime))
    let client = VaultClient.live(vault)
    let leave = try await client.authorize(
      .signIn(account: account.id, messageHash: message.signingHash),
      vault.deposit(SecretBytes(Self.passcode.utf8)))
    return try await session.signIn(
      endpoint, message, client.signMessage(leave, account.id, message))
  }

  @Test func aSessionIsBegunKeptUsedRefreshedAndRevoked() async throws {
    try await serving(DevSessionConfiguration(fault: .unauthorizedOnce)) { endpoint in
      let disk = SimulatedDisk()
      let (vault, accounts) = try await openVault(disk)
      let account = try #require(accounts.first)
      let configuration = SessionConfiguration(now: { Self.now })
      let session = SessionClient.live(vault, configuration: configuration)
      _ = try await signIn(session, endpoint, vault, account)

      // Another process opens the same vault.
      let (next, _) = try await openVault(disk)
      let later = SessionClient.live(next, configuration: configuration)
      #expect(try await later.session(endpoint)?.address == account.address)
      // The endpoint refuses the first call: it is refreshed and repeated.
      #expect(try await later.profile(endpoint).address == account.address)

      await VaultClient.live(next).lock()
      await #expect(throws: SessionKeepingRefusal.locked) { try await later.profile(endpoint) }

      // The first process reads the other one's tokens.
      #expect(try await session.profile(endpoint).address == account.address)
      try await session.signOut(endpoint)
      await #expect(throws: SessionError.signedOut) { try await session.profile(endpoint) }
    }
  }

  @Test func aMissingServiceIsReported() async throws {
    let (vault, _) = try await openVault(SimulatedDisk())
    let session = SessionClient.live(vault, configuration: SessionConfiguration(now: { Self.now }))
    await #expect(
      throws: SessionError.unreachable(
        endpoint: "http://127.0.0.1:9", reason: "nothing accepts connections there")
    ) { try await session.challenge(SessionEndpoint("http://127.0.0.1:9")) }
  }
}
