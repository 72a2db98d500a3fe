package import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
package import SessionClient
import SessionClientLive
import SessionFeature
import VaultClient
import VaultClientLive
import WalletApp

// MARK: - Sessions with Services

extension WalletSession {
  /// Signs the first account in to a service.
  ///
  /// - Parameters:
  ///   - endpoint: The service.
  ///   - usesPublicAccounts: True if the account may come from the session of 'wallet unlock', or
  ///     from the list beside the vault, so that only the passcode that signs is requested, and an
  ///     existing session is found after that.
  ///   - opening: Returns the passcode that opens the wallet if its accounts are not known; it is
  ///     not kept.
  ///   - isAgreed: Asks whether the person agrees to the message that was just shown.
  ///   - passcode: Returns the passcode that signs this one message.
  /// - Returns: The session; an existing one is left unchanged.
  package func signIn(
    to endpoint: SessionEndpoint, usesPublicAccounts: Bool = false,
    opening: () throws(CommandFailure) -> SecretBytes,
    isAgreed: @Sendable () -> Bool,
    passcode: @Sendable () throws(CommandFailure) -> SecretBytes
  ) async throws(CommandFailure) -> Session {
    let known = usesPublicAccounts ? publicAccounts()?.first : nil
    let account: VaultAccount
    if let known { account = known } else { account = try await firstAccount(try opening()) }
    if known == nil, let kept = try await keptSession(endpoint, account) { return kept }
    let store = makeSessionStore(endpoint, account)
    await sendWatched(store, .view(.signInButtonTapped), waiting: "Asking the service")
    guard case .reviewing(let message) = try phase(of: store) else { throw .stopped }
    terminal.writeError(SessionText.review(message))
    guard isAgreed() else {
      if Task.isCancelled { throw .stopped }
      throw CommandFailure("nothing was signed: expected a yes, or --yes")
    }
    await store.send(.view(.agreeButtonTapped)).finish()
    var typed = try passcode()
    if known != nil {
      typed = try await openVault(typed, for: account, asking: "Passcode, to sign this message:")
      if let kept = try await keptSession(endpoint, account) { return kept }
    }
    let secret = await deposit(typed)
    await sendWatched(store, .view(.passcodeEntered(secret)), waiting: "Signing in")
    guard case .signedIn(let session) = try phase(of: store) else { throw .stopped }
    return session
  }

  /// Returns the stored session; nil if there is none.
  package func session(
    with endpoint: SessionEndpoint, _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) -> Session? {
    let store = try await sessionStore(endpoint, passcode)
    await sendWatched(store, .view(.appeared), waiting: "Looking for a session")
    _ = try phase(of: store)
    return store.withState(\.session)
  }

  /// Asks a service which account it associates with the wallet.
  package func profile(
    at endpoint: SessionEndpoint, _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) -> SessionProfile {
    let store = try await signedInStore(endpoint, passcode)
    await sendWatched(store, .view(.profileButtonTapped), waiting: "Asking the service")
    _ = try phase(of: store)
    guard let profile = store.withState(\.profile) else { throw .stopped }
    return profile
  }

  /// Signs out of a service.
  package func signOut(
    of endpoint: SessionEndpoint, _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) {
    let store = try await signedInStore(endpoint, passcode)
    await sendWatched(store, .view(.signOutButtonTapped), waiting: "Signing out")
    guard case .signedOut = try phase(of: store) else { throw .stopped }
  }

  // MARK: Parts

  /// Returns the session that the open vault has stored, unchanged; nil if there is none.
  private func keptSession(
    _ endpoint: SessionEndpoint, _ account: VaultAccount
  ) async throws(CommandFailure) -> Session? {
    let store = makeSessionStore(endpoint, account)
    await sendWatched(store, .view(.appeared), waiting: "Looking for a session")
    if let session = store.withState(\.session) {
      guard session.chainID == chainID else {
        throw CommandFailure(
          "there is a session on the chain \(session.chainID); expected none, or one on \(chainID)"
            + " (end it with wallet session sign-out)")
      }
      return session
    }
    switch store.withState(\.failure) {
    case .session(.keeping(.damaged(let path))):
      terminal.writeError(
        Phrase("\(path) is damaged; the new session sets it aside").text)
    case let failure?: throw FailureText.failure(failure)
    case nil: break
    }
    return nil
  }

  /// Returns a store of the session with a service, after opening the wallet for it.
  private func sessionStore(
    _ endpoint: SessionEndpoint, _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) -> StoreOf<KeepSession> {
    makeSessionStore(endpoint, try await firstAccount(passcode))
  }

  /// Opens the wallet, and returns its first account.
  private func firstAccount(
    _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) -> VaultAccount {
    guard let account = try await accounts(passcode).first else { throw .stopped }
    return account
  }

  private func makeSessionStore(
    _ endpoint: SessionEndpoint, _ account: VaultAccount
  ) -> StoreOf<KeepSession> {
    Store(
      initialState: KeepSession.State(account: account, chainID: chainID, endpoint: endpoint)
    ) {
      KeepSession()
    } withDependencies: { [vault, vaultClient] in
      // A command uses real clocks and dates, in tests too.
      $0.context = .live
      $0.vault = vaultClient
      $0.session = .live(vault, configuration: SessionConfiguration(now: { Date() }))
    }
  }

  private func signedInStore(
    _ endpoint: SessionEndpoint, _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) -> StoreOf<KeepSession> {
    let store = try await sessionStore(endpoint, passcode)
    await sendWatched(store, .view(.appeared), waiting: "Looking for a session")
    _ = try phase(of: store)
    guard store.withState(\.session) != nil else {
      throw FailureText.failure(SessionFailure.session(.signedOut))
    }
    return store
  }

  /// Returns the current phase of the flow.
  ///
  /// - Throws: The flow's failure, as a text for people.
  private func phase(
    of store: StoreOf<KeepSession>
  ) throws(CommandFailure) -> KeepSession.Phase {
    if let failure = store.withState(\.failure) { throw FailureText.failure(failure) }
    return store.withState(\.phase)
  }

  /// Sends an action, waits for its effects, and shows their progress in the meantime.
  private func sendWatched(
    _ store: StoreOf<KeepSession>, _ action: KeepSession.Action, waiting: Phrase
  ) async {
    guard let showProgress = terminal.showProgress else {
      return await store.send(action).finish()
    }
    let stages = await VaultClient.live(vault).progress()
    let watch = Task { await ProgressWatch(waiting: waiting.text).show(stages, on: showProgress) }
    await store.send(action).finish()
    watch.cancel()
    await watch.value
  }
}

extension CommandFailure {
  /// The command was stopped while a service was asked.
  fileprivate static let stopped = CommandFailure(
    "interrupted: see wallet session status for whether there is a session", .tryAgain)
}
