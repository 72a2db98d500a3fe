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
  /// The secret that a person is asked for, and types unseen.
  package enum Prompt: Hashable, Sendable {
    /// A recovery phrase.
    case phrase
    /// The word at a position of the phrase, from 1.
    case word(Int)
    /// The passcode that signs a payment.
    case signature
    /// The passcode for another operation that needs it.
    case sensitive
  }
}

extension TerminalWallet.State {
  /// The current request, if any: then printable keys go to the entry.
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

  /// The number of digits of the wallet's passcode; nil if it is a passphrase.
  var passcodeDigitCount: Int? {
    if case .digits(let count) = passcodeKind { count } else { nil }
  }

  /// The number of digits requested; nil if any text is accepted.
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
  /// Deposits the typed text in the vault, if it is complete.
  func enterSecret(_ state: inout State) -> Effect<Action> {
    guard let prompt = state.prompt else { return .none }
    let count = state.entry.count
    if let digitCount = state.promptDigitCount, count < digitCount {
      // A Return after the last digit finds an empty entry.
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

  /// Passes a secret to the screen that requested it.
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

  /// Discards text that was typed for another request.
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

/// The interface to the host's entry for secrets.
@DependencyClient
package struct SecretsClient: Sendable {
  /// Deposits the typed text in the vault, and clears it.
  package var deposit: @Sendable () async -> SecretHandle = { SecretHandle(id: 0) }
  /// Clears the typed text.
  package var clear: @Sendable () -> Void
  /// Removes the words of a phrase from the screen.
  package var hide: @Sendable () -> Void
}

extension SecretsClient {
  /// Returns a client of the host's entry, and of the vault that receives the typed text.
  package static func live(_ entry: SecretEntry, _ vault: Vault) -> SecretsClient {
    SecretsClient(
      deposit: { await vault.deposit(entry.take()) }, clear: { entry.clear() },
      hide: { entry.hide() })
  }
}

/// The interface to the terminal's clipboard.
@DependencyClient
package struct ClipboardClient: Sendable {
  /// Copies a text to it, if the terminal allows that.
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
