import AuthFeature
import EthereumCrypto
package import Headrace
import PasscodeFeature
import ProfileFeature
import SendFeature
import SessionFeature
package import VaultClient
package import VaultClientLive
import WalletApp

extension TerminalWallet {
  /// What a person is asked for, and types unseen.
  package enum Prompt: Hashable, Sendable {
    /// A recovery phrase.
    case phrase
    /// The word at a place of the phrase, from 1.
    case word(Int)
    /// The passcode that signs a payment.
    case signature
    /// The passcode for something else that needs it.
    case sensitive
  }
}

extension TerminalWallet.State {
  /// What is asked for now, if anything is: then keys that write go to the entry.
  package var prompt: TerminalWallet.Prompt? {
    guard sheet == nil, alert == nil else { return nil }
    switch top {
    case .create(let create): return create.isWorking ? nil : prompt(of: create.phase)
    case .send(let send):
      switch send.phase {
      case .reviewing, .refused: return send.openQuestions.isEmpty ? .signature : nil
      case .editing, .quoting, .submitting, .following, .unsettled, .confirmed, .failed: return nil
      }
    case .replace(let replace):
      return replace.quote != nil && replace.openQuestions.isEmpty ? .signature : nil
    case .profile(let profile): return profile.phase.is(\.askingPasscode) ? .sensitive : nil
    case .session(let session): return session.phase.is(\.askingPasscode) ? .sensitive : nil
    case .unlock, .home, .contacts, .networks, nil: return nil
    }
  }

  /// How many digits the wallet's passcode has; nil where it is words or letters.
  var passcodeDigitCount: Int? {
    if case .digits(let count) = passcodeKind { count } else { nil }
  }

  /// How many digits what is asked for has; nil where it may be any text.
  var promptDigitCount: Int? {
    switch prompt {
    case .signature, .sensitive: passcodeDigitCount
    case .phrase, .word, nil: nil
    }
  }

  private func prompt(of phase: CreateWallet.Phase) -> TerminalWallet.Prompt? {
    switch phase {
    case .enteringPhrase: return .phrase
    case .confirming(_, let challenge):
      let next = entry.words.count
      return challenge.positions.indices.contains(next) ? .word(challenge.positions[next]) : nil
    case .starting, .showingPhrase, .choosingPasscode, .committing, .finished, .cancelled:
      return nil
    }
  }
}

extension TerminalWallet {
  /// Gives what was typed to the vault, if it is complete.
  func enterSecret(_ state: inout State) -> Effect<Action> {
    guard let prompt = state.prompt else { return .none }
    let count = state.entry.count
    if let digitCount = state.promptDigitCount, count < digitCount {
      // Return after the last digit comes to an empty entry.
      state.entry.isMissing = count > 0
      return .none
    }
    state.entry.isMissing = count == 0
    guard count > 0 else { return .none }
    state.entry.count = 0
    return .run { [secrets] send in
      await send(.inner(.deposited(prompt, await secrets.deposit())))
    }
  }

  /// Gives a secret to who has asked for it.
  func take(_ state: inout State, _ secret: SecretHandle, for prompt: Prompt) -> Effect<Action> {
    guard prompt == state.prompt else { return discard([secret]) }
    switch prompt {
    case .phrase: return tellTop(state, .create(.view(.phraseEntered(secret))))
    case .word:
      state.entry.words.append(secret)
      guard state.prompt == nil else { return .none }
      let words = state.entry.words
      state.entry.words = []
      return tellTop(state, .create(.view(.wordsEntered(words))))
    case .signature:
      return tellTop(
        state,
        state.top?.is(\.replace) == true
          ? .replace(.view(.passcodeEntered(secret))) : .send(.view(.passcodeEntered(secret))))
    case .sensitive:
      return tellTop(
        state,
        state.top?.is(\.session) == true
          ? .session(.view(.passcodeEntered(secret))) : .profile(.view(.passcodeEntered(secret))))
    }
  }

  /// Forgets what was typed for another question.
  func forgetEntry(_ state: inout State, keeping prompt: Prompt?) -> Effect<Action> {
    state.entry.count = 0
    state.entry.isMissing = false
    var handles: [SecretHandle] = []
    let isConfirming = if case .word = prompt { true } else { false }
    if !isConfirming {
      handles = state.entry.words
      state.entry.words = []
    }
    return .merge(.run { [secrets] _ in secrets.clear() }, discard(handles))
  }

  func discard(_ secrets: [SecretHandle]) -> Effect<Action> {
    secrets.isEmpty
      ? .none
      : .run { [vault] _ in
        for secret in secrets { await vault.discard(secret) }
      }
  }
}

// MARK: - Asking the Host

/// What the terminal wallet may ask of the host's entry for secrets.
@DependencyClient
package struct SecretsClient: Sendable {
  /// Gives what was typed to the vault, and forgets it.
  package var deposit: @Sendable () async -> SecretHandle = { SecretHandle(id: 0) }
  /// Forgets what was typed.
  package var clear: @Sendable () -> Void
  /// Takes the words of a phrase from the screen.
  package var hide: @Sendable () -> Void
}

extension SecretsClient {
  /// The host's entry, and the vault that takes what was typed.
  package static func live(_ entry: SecretEntry, _ vault: Vault) -> SecretsClient {
    SecretsClient(
      deposit: { await vault.deposit(entry.take()) }, clear: { entry.clear() },
      hide: { entry.hide() })
  }
}

/// What the terminal wallet may ask of the terminal's clipboard.
@DependencyClient
package struct ClipboardClient: Sendable {
  /// Puts a text there, where the terminal allows it.
  package var copy: @Sendable (String) -> Void
}

extension DependencyValues {
  /// The host's entry for secrets.
  package var secrets: SecretsClient {
    get { self[SecretsKey.self] }
    set { self[SecretsKey.self] = newValue }
  }

  /// The terminal's clipboard.
  package var clipboard: ClipboardClient {
    get { self[ClipboardKey.self] }
    set { self[ClipboardKey.self] = newValue }
  }
}

private enum SecretsKey: TestDependencyKey {
  static let testValue = SecretsClient()
}

private enum ClipboardKey: TestDependencyKey {
  static let testValue = ClipboardClient()
}
