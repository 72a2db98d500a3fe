package import EthereumMessages
package import EthereumPrimitives
import Foundation
package import Headrace
package import SessionClient
package import VaultClient

/// Signs an account in to a service (EIP-4361), keeps the session, and signs out.
///
/// All claims of the service are checked before the message is shown, and the passcode is requested
/// for the message that was shown.
@Reducer
package struct KeepSession {
  /// The service, and the progress of the flow.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The account that signs in.
    package let account: VaultAccount
    /// The chain that the wallet was set up for.
    package let chainID: ChainID
    /// The service.
    package let endpoint: SessionEndpoint
    /// The current phase of the flow.
    package var phase = Phase.signedOut
    /// The service's profile of the account, once the service has answered.
    package var profile: SessionProfile?
    /// True while the service is being asked for the profile.
    package var isAskingProfile = false
    /// The nonce of the last message signed here, which must not be signed again.
    package var usedNonce: String?
    /// The failure of the last step.
    package var failure: SessionFailure?

    /// The session, if there is one.
    package var session: Session? {
      switch phase {
      case .signedIn(let session), .signingOut(let session): session
      case .signedOut, .askingNonce, .reviewing, .askingPasscode, .signing: nil
      }
    }

    /// Creates the screen.
    package init(account: VaultAccount, chainID: ChainID, endpoint: SessionEndpoint) {
      self.account = account
      self.chainID = chainID
      self.endpoint = endpoint
    }
  }

  /// The phases of the flow; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// No session is known.
    case signedOut
    /// The service is being asked for the content of the message.
    case askingNonce
    /// The message is shown; nothing is signed yet.
    case reviewing(SignInMessage)
    /// The passcode is requested for the message.
    case askingPasscode(SignInMessage)
    /// The vault is signing the message, and the service is checking it.
    case signing(SignInMessage)
    /// The account is signed in.
    case signedIn(Session)
    /// The service is revoking the session's tokens.
    case signingOut(Session)
  }

  /// The feature's actions.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// Actions of the user.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    case appeared
    case signInButtonTapped
    case agreeButtonTapped
    case passcodeEntered(SecretHandle)
    case profileButtonTapped
    case signOutButtonTapped
    case backButtonTapped
    case closeButtonTapped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case found(Session?)
    case challenged(SignInMessage)
    case signedIn(Session)
    case signInFailed(SessionFailure)
    case profileResponse(SessionProfile)
    case profileFailed(SessionFailure)
    case signedOut
    case signOutFailed(SessionFailure)
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case signedIn(Session)
    case signedOut
    case closed
  }

  enum CancelID { case looking, challenge, profile }

  @Dependency(\.session) var session
  @Dependency(\.vault) var vault
  @Dependency(\.date) var date

  /// Creates the feature.
  package init() {}

  /// Routes each action to its handler.
  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): handleViewAction(state: &state, action: action)
      case .inner(let action): handleInnerAction(state: &state, action: action)
      case .delegate: .none
      }
    }
  }
}

// MARK: - Handling What the User Did

extension KeepSession {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .appeared: return look(state)
    case .signInButtonTapped: return askNonce(&state)
    case .agreeButtonTapped:
      guard case .reviewing(let message) = state.phase else { return .none }
      state.phase = .askingPasscode(message)
      state.failure = nil
      return .none
    case .passcodeEntered(let passcode): return sign(&state, passcode)
    case .profileButtonTapped: return askProfile(&state)
    case .signOutButtonTapped: return signOut(&state)
    case .backButtonTapped: return goBack(&state)
    case .closeButtonTapped: return .send(.delegate(.closed))
    }
  }

  private func look(_ state: State) -> Effect<Action> {
    guard state.phase == .signedOut else { return .none }
    return .run { [session, date, endpoint = state.endpoint] send in
      let kept = try await session.session(endpoint)
      // An expired session counts as none: the user signs in instead.
      await send(.inner(.found(kept.flatMap { $0.expiresAt > date.now ? $0 : nil })))
    } catch: { error, send in
      await send(.inner(.signInFailed(SessionFailure(error))))
    }
    .cancellable(id: CancelID.looking, cancelInFlight: true)
  }

  private func askNonce(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .signedOut: break
    // An expired session counts as none.
    case .signedIn(let kept): guard kept.expiresAt <= date.now else { return .none }
    case .askingNonce, .reviewing, .askingPasscode, .signing, .signingOut: return .none
    }
    state.phase = .askingNonce
    state.failure = nil
    let check = ChallengeCheck(
      endpoint: state.endpoint, address: state.account.address, chainID: state.chainID,
      usedNonce: state.usedNonce)
    return .merge(
      .cancel(id: CancelID.looking),
      .run { [session, date] send in
        let challenge = try await session.challenge(check.endpoint)
        await send(.inner(.challenged(try challenge.message(check, at: date.dateTime))))
      } catch: { error, send in
        await send(.inner(.signInFailed(SessionFailure(error))))
      }
      .cancellable(id: CancelID.challenge, cancelInFlight: true))
  }

  private func sign(_ state: inout State, _ passcode: SecretHandle) -> Effect<Action> {
    guard case .askingPasscode(let message) = state.phase else {
      return .run { [vault] _ in await vault.discard(passcode) }
    }
    state.phase = .signing(message)
    state.failure = nil
    return .run {
      [vault, session, date, account = state.account.id, endpoint = state.endpoint] send in
      do throws(ChallengeRefusal) {
        // The message may have expired while it was read; then no signature is requested.
        try message.requireValidity(at: date.dateTime)
      } catch {
        await vault.discard(passcode)
        throw error
      }
      let leave = try await vault.authorize(
        .signIn(account: account, messageHash: message.signingHash), passcode)
      let signature = try await vault.signMessage(leave, account, message)
      await send(.inner(.signedIn(try await session.signIn(endpoint, message, signature))))
    } catch: { error, send in
      await send(.inner(.signInFailed(SessionFailure(error))))
    }
  }

  private func askProfile(_ state: inout State) -> Effect<Action> {
    guard case .signedIn = state.phase, !state.isAskingProfile else { return .none }
    state.isAskingProfile = true
    state.failure = nil
    return .run { [session, endpoint = state.endpoint] send in
      await send(.inner(.profileResponse(try await session.profile(endpoint))))
    } catch: { error, send in
      await send(.inner(.profileFailed(SessionFailure(error))))
    }
    .cancellable(id: CancelID.profile)
  }

  private func signOut(_ state: inout State) -> Effect<Action> {
    guard case .signedIn(let kept) = state.phase else { return .none }
    state.phase = .signingOut(kept)
    state.isAskingProfile = false
    state.failure = nil
    return .merge(
      .cancel(id: CancelID.profile),
      .run { [session, endpoint = state.endpoint] send in
        try await session.signOut(endpoint)
        await send(.inner(.signedOut))
      } catch: { error, send in
        await send(.inner(.signOutFailed(SessionFailure(error))))
      })
  }

  private func goBack(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .askingNonce:
      state.phase = .signedOut
      return .cancel(id: CancelID.challenge)
    case .reviewing:
      state.phase = .signedOut
      return .none
    case .askingPasscode(let message):
      state.phase = .reviewing(message)
      state.failure = nil
      return .none
    // A running operation of the vault or the service ends first.
    case .signedOut, .signing, .signedIn, .signingOut: return .none
    }
  }
}

// MARK: - Handling What Came Back

extension KeepSession {
  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .found(let session):
      guard state.phase == .signedOut, let session else { return .none }
      state.phase = .signedIn(session)
    case .challenged(let message):
      state.phase = .reviewing(message)
    case .signedIn(let session):
      if case .signing(let message) = state.phase { state.usedNonce = message.nonce }
      state.phase = .signedIn(session)
      state.profile = nil
      return .send(.delegate(.signedIn(session)))
    case .signInFailed(let failure):
      handleSignInFailure(state: &state, failure)
    case .profileResponse(let profile):
      state.isAskingProfile = false
      state.profile = profile
    case .profileFailed(let failure):
      state.isAskingProfile = false
      return handleSessionFailure(state: &state, failure)
    case .signedOut:
      return end(&state)
    case .signOutFailed(let failure):
      if case .signingOut(let session) = state.phase { state.phase = .signedIn(session) }
      return handleSessionFailure(state: &state, failure)
    }
    return .none
  }

  private func handleSignInFailure(state: inout State, _ failure: SessionFailure) {
    state.failure = failure
    switch (state.phase, failure) {
    case (.signing(let message), .authorization), (.signing(let message), .signing):
      // Nothing was signed, so the same message can be signed.
      state.phase = .askingPasscode(message)
    case (.signing(let message), .session):
      // The service has the signature, or may have it.
      state.usedNonce = message.nonce
      state.phase = .signedOut
    case (.signing, .challenge), (.askingNonce, _):
      state.phase = .signedOut
    case (.signedOut, _), (.reviewing, _), (.askingPasscode, _), (.signedIn, _), (.signingOut, _):
      break
    }
  }

  private func handleSessionFailure(
    state: inout State, _ failure: SessionFailure
  ) -> Effect<Action> {
    state.failure = failure
    return failure.endsSession ? end(&state) : .none
  }

  private func end(_ state: inout State) -> Effect<Action> {
    state.phase = .signedOut
    state.profile = nil
    return .send(.delegate(.signedOut))
  }
}

extension DateGenerator {
  /// The time in the format of messages: whole seconds, in UTC.
  fileprivate var dateTime: DateTime {
    DateTime(secondsSince1970: Int64(now.timeIntervalSince1970.rounded(.down)))
  }
}
