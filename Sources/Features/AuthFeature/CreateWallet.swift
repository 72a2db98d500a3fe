package import Headrace
package import VaultClient

/// Makes a wallet: shows the phrase once, asks three words back, sets a passcode.
///
/// The phrase and the passcode never pass through here. The vault shows the one, and the host
/// deposits the other there and sends a handle.
@Reducer
package struct CreateWallet {
  /// How far the flow has come.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// How many words the phrase is to have; `nil` where an existing phrase is imported.
    package let wordCount: Int?
    /// Where the flow stands.
    package var phase = Phase.starting
    /// Why the last step was refused; the phase says what to try again.
    package var failure: AuthFailure?

    /// Creates the flow for a new phrase.
    package init(wordCount: Int) {
      self.wordCount = wordCount
    }

    /// Creates the flow for a phrase that the user has.
    package static var importing: State { State() }

    private init() {
      wordCount = nil
      phase = .enteringPhrase
    }
  }

  /// Where the flow stands. Each case holds just the data valid at that point.
  @CasePathable
  package enum Phase: Equatable, Sendable {
    /// The vault makes a phrase.
    case starting
    /// The user types a phrase to import.
    case enteringPhrase
    /// The phrase is on the screen.
    case showingPhrase(PhraseHandle)
    /// Three words are asked back.
    case confirming(PhraseHandle, ConfirmationChallenge)
    /// A passcode is asked, twice.
    case choosingPasscode(PhraseHandle)
    /// The vault derives its key and writes itself.
    case committing(PhraseHandle)
    /// The wallet is there and unlocked.
    case finished
  }

  /// What can happen.
  package enum Action: Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the user did.
  @CasePathable
  package enum View: Equatable, Sendable {
    case appeared
    case phraseEntered(SecretHandle)
    case phraseNotedButtonTapped
    case wordsEntered([SecretHandle])
    case passcodeEntered(PasscodePolicy, SecretHandle, confirmation: SecretHandle)
    case cancelButtonTapped
  }

  /// What came back.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case phraseShown(PhraseHandle)
    case phraseImported(PhraseHandle)
    case challenged(PhraseHandle, ConfirmationChallenge)
    case confirmed(PhraseHandle)
    case passcodeSet(PhraseHandle)
    case committed([VaultAccount])
    case failed(AuthFailure)
  }

  /// What the parent is told.
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    case finished([VaultAccount])
    case cancelled
  }

  @Dependency(\.vault) var vault

  /// Creates the feature.
  package init() {}

  /// Routes what happened to its handler.
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

extension CreateWallet {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    state.failure = nil
    switch (action, state.phase) {
    case (.appeared, .starting):
      guard let wordCount = state.wordCount else { return .none }
      return ask { vault in
        let handle = try await vault.beginCreation(wordCount)
        try await vault.showPhrase(handle)
        return .phraseShown(handle)
      }
    case (.phraseEntered(let phrase), .enteringPhrase):
      return ask { .phraseImported(try await $0.importPhrase(phrase)) }
    case (.phraseNotedButtonTapped, .showingPhrase(let handle)):
      return challenge(handle)
    case (.wordsEntered(let words), .confirming(let handle, _)):
      return ask { vault in
        try await vault.checkConfirmation(handle, words)
        return .confirmed(handle)
      }
    case (
      .passcodeEntered(let policy, let passcode, let confirmation), .choosingPasscode(let handle)
    ):
      return ask { vault in
        try await vault.setPasscode(handle, policy, passcode, confirmation)
        return .passcodeSet(handle)
      }
    case (.cancelButtonTapped, let phase):
      return cancel(phase)
    case (.phraseEntered(let secret), _):
      return discard([secret])
    case (.wordsEntered(let secrets), _):
      return discard(secrets)
    case (.passcodeEntered(_, let passcode, let confirmation), _):
      return discard([passcode, confirmation])
    case (.appeared, _), (.phraseNotedButtonTapped, _):
      return .none
    }
  }

  private func challenge(_ handle: PhraseHandle) -> Effect<Action> {
    ask { .challenged(handle, try await $0.confirmationChallenge(handle)) }
  }

  private func cancel(_ phase: Phase) -> Effect<Action> {
    switch phase {
    case .showingPhrase(let handle), .confirming(let handle, _), .choosingPasscode(let handle):
      return .concatenate(
        .run { [vault] _ in await vault.abandonCreation(handle) }, .send(.delegate(.cancelled)))
    case .starting, .enteringPhrase:
      return .send(.delegate(.cancelled))
    case .committing, .finished:
      return .none
    }
  }

  /// Secrets that come at the wrong time are not kept.
  private func discard(_ secrets: [SecretHandle]) -> Effect<Action> {
    .run { [vault] _ in
      for secret in secrets { await vault.discard(secret) }
    }
  }

  private func ask(
    _ question: @escaping @Sendable (VaultClient) async throws -> Inner
  ) -> Effect<Action> {
    .run { [vault] send in
      await send(.inner(try await question(vault)))
    } catch: { error, send in
      await send(.inner(.failed(AuthFailure(error))))
    }
  }
}

// MARK: - Handling What Came Back

extension CreateWallet {
  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .phraseShown(let handle):
      state.phase = .showingPhrase(handle)
      return .none
    case .phraseImported(let handle), .confirmed(let handle):
      state.phase = .choosingPasscode(handle)
      return .none
    case .challenged(let handle, let challenge):
      state.phase = .confirming(handle, challenge)
      return .none
    case .passcodeSet(let handle):
      state.phase = .committing(handle)
      return ask { .committed(try await $0.commit(handle).accounts) }
    case .committed(let accounts):
      state.phase = .finished
      return .send(.delegate(.finished(accounts)))
    case .failed(let failure):
      return handleFailure(state: &state, failure)
    }
  }

  private func handleFailure(state: inout State, _ failure: AuthFailure) -> Effect<Action> {
    state.failure = failure
    switch state.phase {
    case .confirming(let handle, _):
      // Wrong words cost the challenge: others are asked.
      return challenge(handle)
    case .committing(let handle):
      state.phase = .choosingPasscode(handle)
      return .none
    case .starting, .enteringPhrase, .showingPhrase, .choosingPasscode, .finished:
      return .none
    }
  }
}
