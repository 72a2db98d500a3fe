package import Headrace
package import VaultClient

/// Creates a wallet: shows the phrase once, asks for three of its words, sets a passcode.
///
/// Neither the phrase nor the passcode passes through the feature. The vault shows the phrase; the
/// host deposits the passcode in the vault and sends a handle.
@Reducer
package struct CreateWallet {
  /// The state of the flow.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The number of words of the new phrase; `nil` if an existing phrase is imported.
    package let wordCount: Int?
    /// The current phase of the flow.
    package var phase = Phase.starting
    /// True while a request to the vault is in flight; only one is made at a time.
    package var isWorking = false
    /// The failure of the last step; the phase says which step to repeat.
    package var failure: AuthFailure?
    /// The phrase of a vault that was being written when the user gave up.
    package var abandonedPhrase: PhraseHandle?

    /// Creates the flow for a new phrase.
    package init(wordCount: Int) {
      self.wordCount = wordCount
    }

    /// The initial state for importing an existing phrase.
    package static var importing: State { State() }

    private init() {
      wordCount = nil
      phase = .enteringPhrase
    }
  }

  /// The phases of the flow; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// The vault is creating a phrase, or refused to; it is asked on every appearance.
    case starting
    /// The user is typing a phrase to import.
    case enteringPhrase
    /// The phrase is on the screen.
    case showingPhrase(PhraseHandle)
    /// The user is asked for three of the words.
    case confirming(PhraseHandle, ConfirmationChallenge)
    /// The user is asked for a passcode, twice.
    case choosingPasscode(PhraseHandle)
    /// The vault is deriving its key and writing its files.
    case committing(PhraseHandle)
    /// The wallet exists and is unlocked.
    case finished
    /// The user gave up; the vault forgets the phrase.
    case cancelled

    /// The phrase of the flow, from its creation until it is written or abandoned.
    package var phrase: PhraseHandle? {
      switch self {
      case .starting, .enteringPhrase, .finished, .cancelled: nil
      case .showingPhrase(let handle), .confirming(let handle, _), .choosingPasscode(let handle),
        .committing(let handle):
        handle
      }
    }
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
    case phraseEntered(SecretHandle)
    case phraseNotedButtonTapped
    case wordsEntered([SecretHandle])
    case passcodeEntered(PasscodePolicy, SecretHandle, confirmation: SecretHandle)
    /// The vault received the passcode for the phrase directly from the host.
    case passcodeChosen
    case cancelButtonTapped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case phraseShown(PhraseHandle)
    case phraseImported(PhraseHandle)
    case challenged(PhraseHandle, ConfirmationChallenge)
    case confirmed(PhraseHandle)
    case passcodeSet(PhraseHandle)
    case committed([VaultAccount])
    case failed(AuthFailure)
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case finished([VaultAccount])
    case cancelled
  }

  enum CancelID { case phrase }

  @Dependency(\.vault) var vault

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

extension CreateWallet {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    if action == .cancelButtonTapped { return cancel(&state) }
    guard !state.isWorking else { return discardSecrets(of: action) }
    switch (action, state.phase) {
    case (.appeared, .starting):
      return start(&state)
    case (.phraseEntered(let phrase), .enteringPhrase):
      return takePhrase(&state) { .phraseImported(try await $0.importPhrase(phrase)) }
    case (.phraseNotedButtonTapped, .showingPhrase(let handle)):
      return challenge(&state, handle)
    case (.wordsEntered(let words), .confirming(let handle, _)):
      return ask(&state) { vault in
        try await vault.checkConfirmation(handle, words)
        return .confirmed(handle)
      }
    case (
      .passcodeEntered(let policy, let passcode, let confirmation), .choosingPasscode(let handle)
    ):
      return ask(&state) { vault in
        try await vault.setPasscode(handle, policy, passcode, confirmation)
        return .passcodeSet(handle)
      }
    case (.passcodeChosen, .choosingPasscode(let handle)):
      return commit(&state, handle)
    case (.appeared, _), (.phraseEntered, _), (.phraseNotedButtonTapped, _), (.wordsEntered, _),
      (.passcodeEntered, _), (.passcodeChosen, _), (.cancelButtonTapped, _):
      return discardSecrets(of: action)
    }
  }

  private func start(_ state: inout State) -> Effect<Action> {
    guard let wordCount = state.wordCount else { return .none }
    return takePhrase(&state) { vault in
      let handle = try await vault.beginCreation(wordCount)
      do {
        // The phrase was abandoned in the meantime, so it must not be shown.
        try Task.checkCancellation()
        try await vault.showPhrase(handle)
      } catch {
        await vault.abandonCreation(handle)
        throw error
      }
      return .phraseShown(handle)
    }
  }

  private func challenge(_ state: inout State, _ handle: PhraseHandle) -> Effect<Action> {
    ask(&state) { .challenged(handle, try await $0.confirmationChallenge(handle)) }
  }

  private func cancel(_ state: inout State) -> Effect<Action> {
    let phase = state.phase
    switch phase {
    case .finished, .cancelled:
      return .none
    case .starting, .enteringPhrase, .showingPhrase, .confirming, .choosingPasscode, .committing:
      state.phase = .cancelled
      state.failure = nil
    }
    let end = Effect<Action>.send(.delegate(.cancelled))
    guard let handle = phase.phrase else {
      state.isWorking = false
      return .concatenate(.cancel(id: CancelID.phrase), end)
    }
    // A vault may finish writing before it learns of this; its answer says so.
    guard phase.is(\.committing) else { return .concatenate(abandon(handle), end) }
    state.abandonedPhrase = handle
    return abandon(handle)
  }

  private func abandon(_ handle: PhraseHandle) -> Effect<Action> {
    .run { [vault] _ in await vault.abandonCreation(handle) }
  }

  /// Discards secrets that arrive in the wrong phase.
  private func discardSecrets(of action: View) -> Effect<Action> {
    let secrets: [SecretHandle]
    switch action {
    case .phraseEntered(let phrase): secrets = [phrase]
    case .wordsEntered(let words): secrets = words
    case .passcodeEntered(_, let passcode, let confirmation): secrets = [passcode, confirmation]
    case .appeared, .phraseNotedButtonTapped, .passcodeChosen, .cancelButtonTapped: return .none
    }
    return .run { [vault] _ in
      for secret in secrets { await vault.discard(secret) }
    }
  }
}

// MARK: - Asking the Vault

extension CreateWallet {
  private func ask(
    _ state: inout State, _ question: @escaping @Sendable (VaultClient) async throws -> Inner
  ) -> Effect<Action> {
    state.isWorking = true
    state.failure = nil
    return .run { [vault] send in
      await send(.inner(try await question(vault)))
    } catch: { error, send in
      await send(.inner(.failed(AuthFailure(error))))
    }
  }

  private func commit(_ state: inout State, _ handle: PhraseHandle) -> Effect<Action> {
    state.phase = .committing(handle)
    return ask(&state) { .committed(try await $0.commit(handle).accounts) }
  }

  /// Asks for a phrase, and abandons one that arrives after the flow was cancelled: no action of
  /// it would be reduced.
  private func takePhrase(
    _ state: inout State, _ question: @escaping @Sendable (VaultClient) async throws -> Inner
  ) -> Effect<Action> {
    state.isWorking = true
    state.failure = nil
    return .run { [vault] send in
      let answer = try await question(vault)
      await send(.inner(answer))
      if Task.isCancelled, let handle = answer.phrase { await vault.abandonCreation(handle) }
    } catch: { error, send in
      await send(.inner(.failed(AuthFailure(error))))
    }
    .cancellable(id: CancelID.phrase)
  }
}

// MARK: - Handling What Came Back

extension CreateWallet {
  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    state.isWorking = false
    switch (action, state.phase) {
    case (.phraseShown(let handle), .starting):
      state.phase = .showingPhrase(handle)
      return .none
    case (.phraseImported(let handle), .enteringPhrase), (.confirmed(let handle), .confirming):
      state.phase = .choosingPasscode(handle)
      return .none
    case (.challenged(let handle, let challenge), .showingPhrase),
      (.challenged(let handle, let challenge), .confirming):
      state.phase = .confirming(handle, challenge)
      return .none
    case (.passcodeSet(let handle), .choosingPasscode):
      return commit(&state, handle)
    case (.committed(let accounts), .committing), (.committed(let accounts), .cancelled):
      state.phase = .finished
      return .send(.delegate(.finished(accounts)))
    case (.failed(let failure), _):
      return handleFailure(state: &state, failure)
    case (.phraseShown, _), (.phraseImported, _), (.challenged, _), (.confirmed, _),
      (.passcodeSet, _), (.committed, _):
      // The user cancelled in the meantime.
      return .none
    }
  }

  private func handleFailure(state: inout State, _ failure: AuthFailure) -> Effect<Action> {
    switch state.phase {
    case .starting, .enteringPhrase, .showingPhrase, .choosingPasscode:
      state.failure = failure
      return .none
    case .confirming(let handle, _):
      return handleWrongWords(state: &state, handle, failure)
    case .committing(let handle):
      state.phase = .choosingPasscode(handle)
      state.failure = failure
      return .none
    case .cancelled:
      // If a vault was being written, the parent is notified once it is certain that none exists.
      guard let handle = state.abandonedPhrase else { return .none }
      // The vault may have refused before it heard that the user gave up, and the parent ends what
      // is in flight.
      return .concatenate(abandon(handle), .send(.delegate(.cancelled)))
    case .finished:
      return .none
    }
  }

  /// Replaces the challenge after wrong words: the user is asked for other words.
  private func handleWrongWords(
    state: inout State, _ handle: PhraseHandle, _ failure: AuthFailure
  ) -> Effect<Action> {
    defer { state.failure = failure }
    switch failure {
    case .confirmation(.wrongWords), .confirmation(.secretGone), .confirmation(.noChallenge):
      return challenge(&state, handle)
    case .confirmation(.phraseGone), .creation, .display, .phraseImport, .passcode, .commit,
      .unlock, .storage, .interrupted:
      // The phrase no longer exists, so there is no challenge: asking again would never end.
      return .none
    }
  }
}

extension CreateWallet.Inner {
  /// The phrase that an answer refers to.
  fileprivate var phrase: PhraseHandle? {
    switch self {
    case .phraseShown(let handle), .phraseImported(let handle), .challenged(let handle, _),
      .confirmed(let handle), .passcodeSet(let handle):
      handle
    case .committed, .failed: nil
    }
  }
}
