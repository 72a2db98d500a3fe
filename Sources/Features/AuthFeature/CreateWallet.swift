package import Headrace
package import VaultClient

/// Makes a wallet: shows the phrase once, asks for three of its words, sets a passcode.
///
/// The phrase and the passcode never pass through here. The vault shows the one, and the host
/// deposits the other there and sends a handle.
@Reducer
package struct CreateWallet {
  /// How far the flow has come.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// How many words the phrase is to have; `nil` where an existing phrase is imported.
    package let wordCount: Int?
    /// Where the flow stands.
    package var phase = Phase.starting
    /// Whether the vault is asked something. It is asked one thing at a time.
    package var isWorking = false
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
  package enum Phase: Codable, Equatable, Sendable {
    /// The vault makes a phrase, or refused to; whenever the screen appears, it is asked.
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
    /// The user gave up; the vault forgets the phrase.
    case cancelled

    /// The phrase that the flow is about, from when it is there until it is written or given up.
    package var phrase: PhraseHandle? {
      switch self {
      case .starting, .enteringPhrase, .finished, .cancelled: nil
      case .showingPhrase(let handle), .confirming(let handle, _), .choosingPasscode(let handle),
        .committing(let handle):
        handle
      }
    }
  }

  /// What can happen.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the user did.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    case appeared
    case phraseEntered(SecretHandle)
    case phraseNotedButtonTapped
    case wordsEntered([SecretHandle])
    case passcodeEntered(PasscodePolicy, SecretHandle, confirmation: SecretHandle)
    /// The vault took the passcode of the phrase from the host itself.
    case passcodeChosen
    case cancelButtonTapped
  }

  /// What came back.
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

  /// What the parent is told.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case finished([VaultAccount])
    case cancelled
  }

  enum CancelID { case phrase }

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
        // A phrase that was given up meanwhile is nothing to write down.
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
    let abandonment = Effect<Action>.run { [vault] _ in await vault.abandonCreation(handle) }
    // A vault that is being written may be there before it hears of this; its answer says so.
    return phase.is(\.committing) ? abandonment : .concatenate(abandonment, end)
  }

  /// Secrets that come at the wrong time are not kept.
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

  /// Asks for a phrase. If it comes after the flow was given up, no action of it is reduced, so it
  /// is abandoned here.
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
      // The user gave up meanwhile.
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
      // Of a vault that was being written the parent is told when it is sure that there is none.
      guard case .commit = failure else { return .none }
      return .send(.delegate(.cancelled))
    case .finished:
      return .none
    }
  }

  /// Wrong words cost the challenge: others are asked.
  private func handleWrongWords(
    state: inout State, _ handle: PhraseHandle, _ failure: AuthFailure
  ) -> Effect<Action> {
    defer { state.failure = failure }
    switch failure {
    case .confirmation(.wrongWords), .confirmation(.secretGone), .confirmation(.noChallenge):
      return challenge(&state, handle)
    case .confirmation(.phraseGone), .creation, .display, .phraseImport, .passcode, .commit,
      .unlock, .storage, .interrupted:
      // No challenge comes for a phrase that is gone: asking again would never end.
      return .none
    }
  }
}

extension CreateWallet.Inner {
  /// The phrase that an answer is about.
  fileprivate var phrase: PhraseHandle? {
    switch self {
    case .phraseShown(let handle), .phraseImported(let handle), .challenged(let handle, _),
      .confirmed(let handle), .passcodeSet(let handle):
      handle
    case .committed, .failed: nil
    }
  }
}
