import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import Foundation
import JSONRPC
import SessionClient
import VaultClientLive

/// Calls services, and refreshes expired tokens only once, however many calls are rejected at the
/// same moment.
///
/// A service that sees a refresh token twice assumes that it was stolen, and ends the session. So
/// an actor joins concurrent requests for a refresh, and the store's lease excludes other
/// processes.
package actor SessionKeeper {
  private let transport: SessionTransport
  private let store: SessionStore
  private let configuration: SessionConfiguration

  /// The refreshes in progress, by service.
  private var refreshes: [String: Task<SessionTokens, any Error>] = [:]

  /// Creates a keeper; the service is not called yet.
  package init(
    transport: SessionTransport, store: SessionStore, configuration: SessionConfiguration
  ) {
    self.transport = transport
    self.store = store
    self.configuration = configuration
  }

  // MARK: - Signing in

  func challenge(_ endpoint: SessionEndpoint) async throws -> SessionChallenge {
    try await ask(endpoint, SessionRequest("nonce")).challenge()
  }

  func signIn(
    _ endpoint: SessionEndpoint, _ message: SignInMessage, _ signature: PersonalSignature
  ) async throws -> Session {
    try await toItsEnd { keeper in
      let lease = try await keeper.lease()
      defer { withExtendedLifetime(lease) {} }
      let request = SessionRequest(
        "sign-in", ["message": .string(message.text), "signature": .string(signature.hex)])
      let grant = try await keeper.ask(endpoint, request).grant()
      return try await keeper.keep(
        grant, endpoint, address: message.address, chainID: message.chainID
      ).session
    }
  }

  func session(_ endpoint: SessionEndpoint) async throws -> Session? {
    try await store.tokens(endpoint.text)?.session
  }

  // MARK: - Calling

  func profile(_ endpoint: SessionEndpoint) async throws -> SessionProfile {
    let (answer, tokens) = try await call(endpoint, "profile")
    let profile = try answer.profile()
    guard profile.address == tokens.address, profile.chainID == tokens.chainID else {
      throw SessionError.otherSession
    }
    return profile
  }

  /// Calls with the access token; if the service rejects it, refreshes and calls again.
  ///
  /// It calls again with the stored tokens if another process has replaced the rejected ones.
  private func call(
    _ endpoint: SessionEndpoint, _ path: String
  ) async throws -> (SessionAnswer, SessionTokens) {
    guard let tokens = try await store.tokens(endpoint.text) else { throw SessionError.signedOut }
    let first = try await ask(endpoint, SessionRequest(path, access: tokens.access))
    guard first.status == Self.unauthorized else { return (first, tokens) }
    var next = try await refreshed(endpoint, after: tokens)
    for _ in 0..<Self.retryCountMax {
      let answer = try await ask(endpoint, SessionRequest(path, access: next.access))
      guard answer.status == Self.unauthorized else { return (answer, next) }
      let kept = try await settledTokens(endpoint)
      if kept.access.bytes.isEqual(to: next.access.bytes) { break }
      next = kept
    }
    throw SessionError.unauthorized
  }

  /// Returns the stored tokens, after changes in progress have ended.
  private func settledTokens(_ endpoint: SessionEndpoint) async throws -> SessionTokens {
    let lease = try await lease()
    defer { withExtendedLifetime(lease) {} }
    guard let kept = try await store.tokens(endpoint.text) else { throw SessionError.signedOut }
    return kept
  }

  private static let unauthorized = 401
  /// The maximum number of repetitions after the first token was rejected.
  private static let retryCountMax = 10

  // MARK: - Refreshing

  func refresh(_ endpoint: SessionEndpoint) async throws -> Session {
    try await refreshed(endpoint, after: nil).session
  }

  /// Returns new tokens in place of the rejected ones; callers that arrive during a refresh wait
  /// for it.
  ///
  /// - Parameter refused: The tokens that a service rejected; nil to get new ones in any case.
  private func refreshed(
    _ endpoint: SessionEndpoint, after refused: SessionTokens?
  ) async throws -> SessionTokens {
    if let refresh = refreshes[endpoint.text] { return try await refresh.value }
    let refresh = Task {
      // Later callers must not join it: its tokens may be revoked before they get them.
      defer { refreshes[endpoint.text] = nil }
      return try await getTokens(endpoint, after: refused)
    }
    refreshes[endpoint.text] = refresh
    return try await refresh.value
  }

  private func getTokens(
    _ endpoint: SessionEndpoint, after refused: SessionTokens?
  ) async throws -> SessionTokens {
    let lease = try await lease()
    defer { withExtendedLifetime(lease) {} }
    guard let kept = try await store.tokens(endpoint.text) else { throw SessionError.signedOut }
    if let refused, !kept.access.bytes.isEqual(to: refused.access.bytes) { return kept }
    let answer = try await ask(endpoint, SessionRequest("refresh", refresh: kept.refresh))
    guard answer.status != Self.unauthorized else {
      try await store.drop(endpoint.text)
      throw SessionError.sessionEnded
    }
    return try await keep(
      answer.grant(), endpoint, address: kept.address, chainID: kept.chainID)
  }

  // MARK: - Signing out

  func signOut(_ endpoint: SessionEndpoint) async throws {
    try await toItsEnd { keeper in
      // Let a refresh in progress end first.
      let lease = try await keeper.lease()
      defer { withExtendedLifetime(lease) {} }
      guard let kept = try await keeper.store.tokens(endpoint.text) else {
        throw SessionError.signedOut
      }
      try await keeper.revoke(endpoint, kept.refresh)
      try await keeper.store.drop(endpoint.text)
    }
  }

  /// Revokes a session; a service that no longer knows the token has nothing to revoke.
  private func revoke(_ endpoint: SessionEndpoint, _ refresh: SecretBox) async throws {
    let answer = try await ask(endpoint, SessionRequest("revoke", refresh: refresh))
    guard answer.status != Self.unauthorized else { return }
    _ = try answer.object()
  }

  // MARK: - Parts of several operations

  /// Runs work that must not stop halfway, uncancelled even if its waiting caller is: issued tokens
  /// can't be revoked unless they were stored.
  private func toItsEnd<Value: Sendable>(
    _ work: @escaping @Sendable (SessionKeeper) async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    return try await Task { try await work(self) }.value
  }

  /// Stores tokens issued by a service; if the vault does not accept them, they are revoked.
  private func keep(
    _ grant: TokenGrant, _ endpoint: SessionEndpoint, address: Address, chainID: ChainID
  ) async throws -> SessionTokens {
    let now = Int64(configuration.now().timeIntervalSince1970 * 1_000)
    let tokens = SessionTokens(
      service: endpoint.text, address: address, chainID: chainID,
      accessExpiresAt: now + grant.accessSeconds * 1_000,
      expiresAt: now + grant.refreshSeconds * 1_000, access: grant.access, refresh: grant.refresh)
    do {
      try await store.keep(tokens)
    } catch {
      await abandon(endpoint, grant.refresh)
      throw error
    }
    return tokens
  }

  /// Revokes tokens that were not stored; if that fails, they expire eventually.
  private func abandon(_ endpoint: SessionEndpoint, _ refresh: SecretBox) async {
    do {
      try await revoke(endpoint, refresh)
    } catch {
      // The reason they were not stored says more, so the caller gets that one.
    }
  }

  /// Waits for the right to change tokens.
  private func lease() async throws -> SessionsLease {
    var waited = Duration.zero
    while true {
      if let lease = try await store.lease() { return lease }
      guard waited < configuration.leaseTimeLimit else { throw SessionError.busy }
      try await configuration.clock.sleep(for: configuration.leaseInterval)
      waited += configuration.leaseInterval
    }
  }

  /// Asks a service within the time limit.
  private func ask(
    _ endpoint: SessionEndpoint, _ request: SessionRequest
  ) async throws -> SessionAnswer {
    let (clock, limit, transport) = (configuration.clock, configuration.timeLimit, transport)
    let answer = try await withThrowingTaskGroup(of: SessionAnswer.self) { group in
      group.addTask { try await transport.send(endpoint, request) }
      group.addTask {
        try await clock.sleep(for: limit)
        throw SessionError.timedOut(endpoint: endpoint.description, after: limit)
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
    guard answer.body.count <= configuration.answerBytesMax else {
      throw SessionError.answerTooLarge(bytesMax: configuration.answerBytesMax)
    }
    return answer
  }
}

extension SessionTokens {
  /// The facts about the session, without its tokens.
  fileprivate var session: Session {
    Session(
      address: address, chainID: chainID,
      accessExpiresAt: Date(timeIntervalSince1970: Double(accessExpiresAt) / 1_000),
      expiresAt: Date(timeIntervalSince1970: Double(expiresAt) / 1_000))
  }
}
