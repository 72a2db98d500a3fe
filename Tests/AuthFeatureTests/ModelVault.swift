import AuthFeature
import HeadraceTesting
import Synchronization
import VaultClient

/// A vault that keeps phrases and secrets as the real one does, takes time for each question, and
/// may refuse it.
final class ModelVault: Sendable, Equatable {
  struct Contents {
    /// The phrases that are neither written nor abandoned.
    var phrases: Set<PhraseHandle> = []
    /// The typed secrets that were neither used nor discarded.
    var secrets: [SecretHandle] = []
    /// The challenge that can be answered.
    var challenge: ConfirmationChallenge?
    var hasWallet = false
    var isCommitting = false
    var isAsked = false
    /// True if it was asked a question before it had answered the previous one.
    var wasAskedTwice = false
    /// True if the flow has ended.
    var isGivenUp = false
    /// True if a phrase was shown for a flow that had ended.
    var wasShownInVain = false
    fileprivate var handleCount: UInt64 = 0
    fileprivate var challengeCount = 0
  }

  private let state = Mutex(Contents())

  var contents: Contents { state.withLock { $0 } }

  static func == (first: ModelVault, second: ModelVault) -> Bool { first === second }

  /// Names a secret, which the vault has when `deposit` is called with it.
  func secret() -> SecretHandle {
    state.withLock {
      $0.handleCount += 1
      return SecretHandle(id: $0.handleCount)
    }
  }

  func deposit(_ secrets: [SecretHandle]) {
    state.withLock { $0.secrets += secrets }
  }

  func giveUp() {
    state.withLock { $0.isGivenUp = true }
  }

  /// Answers one question after others may have happened.
  private func answer<Answer, Refusal: Error>(
    spending secrets: [SecretHandle] = [], refusal: Refusal?,
    _ take: (inout Contents) throws(Refusal) -> Answer
  ) async throws(Refusal) -> Answer {
    state.withLock { contents in
      if contents.isAsked { contents.wasAskedTwice = true }
      contents.isAsked = true
      contents.secrets.removeAll { secrets.contains($0) }
    }
    await Task.yield()
    let result = state.withLock { contents -> Result<Answer, Refusal> in
      contents.isAsked = false
      if let refusal { return .failure(refusal) }
      do throws(Refusal) {
        return .success(try take(&contents))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func discard(_ secret: SecretHandle) {
    state.withLock { $0.secrets.removeAll { $0 == secret } }
  }

  private func noteShowing() {
    state.withLock { if $0.isGivenUp { $0.wasShownInVain = true } }
  }

  private func setCommitting(_ isCommitting: Bool) {
    state.withLock { $0.isCommitting = isCommitting }
  }
}

// MARK: - What It Answers

extension ModelVault {
  private static let disk = VaultStorageFailure.busy

  /// The requests of the two features.
  var client: VaultClient {
    var client = VaultClient.testValue
    addCreation(to: &client)
    client.setPasscode = { handle, _, new, confirmation throws(PasscodeRefusal) in
      try await self.answer(
        spending: [new, confirmation], refusal: anyOf(nil, .tooShort(minimum: 8))
      ) { contents throws(PasscodeRefusal) in
        guard contents.phrases.contains(handle) else { throw .phraseGone }
      }
    }
    client.commit = { handle throws(CommitRefusal) in
      self.setCommitting(true)
      defer { self.setCommitting(false) }
      return try await self.answer(refusal: anyOf(nil, .vaultExists)) {
        contents throws(CommitRefusal) in
        guard contents.phrases.remove(handle) != nil else { throw .phraseGone }
        contents.hasWallet = true
        return CommittedVault(accounts: ScriptedVault.accounts)
      }
    }
    client.abandonCreation = { handle in
      _ = self.state.withLock { $0.phrases.remove(handle) }
    }
    client.unlock = { passcode throws(UnlockRefusal) in
      try await self.answer(spending: [passcode], refusal: anyOf(nil, .noVault)) {
        _ throws(UnlockRefusal) in ScriptedVault.accounts
      }
    }
    client.status = { () throws(VaultStorageFailure) in
      try await self.answer(refusal: anyOf(nil, Self.disk)) { _ throws(VaultStorageFailure) in
        .unlocked(ScriptedVault.accounts)
      }
    }
    client.discard = { self.discard($0) }
    return client
  }

  private func addCreation(to client: inout VaultClient) {
    client.beginCreation = { wordCount throws(CreationRefusal) in
      try await self.answer(refusal: anyOf(nil, .storage(Self.disk))) {
        contents throws(CreationRefusal) in
        contents.handleCount += 1
        let handle = PhraseHandle(id: contents.handleCount, wordCount: wordCount)
        contents.phrases = [handle]
        return handle
      }
    }
    client.importPhrase = { phrase throws(PhraseImportRefusal) in
      try await self.answer(spending: [phrase], refusal: anyOf(nil, .secretGone)) {
        contents throws(PhraseImportRefusal) in
        contents.handleCount += 1
        let handle = PhraseHandle(id: contents.handleCount, wordCount: 24)
        contents.phrases = [handle]
        return handle
      }
    }
    client.showPhrase = { handle throws(PhraseDisplayRefusal) in
      self.noteShowing()
      try await self.answer(refusal: anyOf(nil, .displayUnavailable)) {
        contents throws(PhraseDisplayRefusal) in
        guard contents.phrases.contains(handle) else { throw .phraseGone }
      }
    }
    client.confirmationChallenge = { handle throws(ConfirmationRefusal) in
      try await self.answer(refusal: nil) { contents throws(ConfirmationRefusal) in
        guard contents.phrases.contains(handle) else { throw .phraseGone }
        contents.challengeCount += 1
        let challenge = ScriptedVault.challenge(contents.challengeCount)
        contents.challenge = challenge
        return challenge
      }
    }
    client.checkConfirmation = { handle, words throws(ConfirmationRefusal) in
      // Right or wrong, the challenge is spent.
      self.state.withLock { $0.challenge = nil }
      try await self.answer(
        spending: words, refusal: anyOf(nil, .wrongWords(positions: [1]), .secretGone)
      ) { contents throws(ConfirmationRefusal) in
        guard contents.phrases.contains(handle) else { throw .phraseGone }
      }
    }
  }
}
