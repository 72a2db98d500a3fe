import EthereumPrimitives
import EthereumTransactions
import Testing
import VaultClient

/// A test that forgets to say what the vault answers is told which question was asked.
@Suite struct VaultClientTests {
  private let client = VaultClient.testValue
  private let secret = SecretHandle(id: 1)
  private let phrase = PhraseHandle(id: 1, wordCount: 12)
  private let leave = Authorization(id: 1)
  private let transaction = DynamicFeeTransaction(
    chainID: 1, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 1, gasLimit: 21_000, to: .zero,
    value: 1)

  /// Expects exactly one issue, with the endpoint's name.
  private func expectUnimplemented(
    _ endpoint: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ ask: () async throws -> Void
  ) async {
    await withKnownIssue(sourceLocation: sourceLocation) {
      do {
        try await ask()
      } catch {
        // What it throws in the end does not matter.
      }
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains(
          "'VaultClient.\(endpoint)' was called, but has no implementation.")
      }
    }
  }

  @Test func whatIsThrownInTheEndIsTheEndpointsOwnKind() async {
    await withKnownIssue {
      await #expect(throws: SigningRefusal.authorization(.locked)) {
        try await client.sign(leave, AccountID(rawValue: 0), .dynamicFee(transaction))
      }
    }
  }

  @Test func questionsBeforeThereIsAVaultFailByName() async {
    await expectUnimplemented("status") { _ = try await client.status() }
    await expectUnimplemented("progress") { _ = await client.progress() }
    await expectUnimplemented("beginCreation") { _ = try await client.beginCreation(12) }
    await expectUnimplemented("importPhrase") { _ = try await client.importPhrase(secret) }
    await expectUnimplemented("showPhrase") { try await client.showPhrase(phrase) }
    await expectUnimplemented("confirmationChallenge") {
      _ = try await client.confirmationChallenge(phrase)
    }
    await expectUnimplemented("checkConfirmation") {
      try await client.checkConfirmation(phrase, [secret])
    }
    await expectUnimplemented("checkPasscode") {
      try await client.checkPasscode(.passphrase, secret)
    }
    await expectUnimplemented("setPasscode") {
      try await client.setPasscode(phrase, .pin, secret, secret)
    }
    await expectUnimplemented("commit") { _ = try await client.commit(phrase) }
    await expectUnimplemented("abandonCreation") { await client.abandonCreation(phrase) }
  }

  @Test func questionsToAVaultFailByName() async {
    await expectUnimplemented("unlock") { _ = try await client.unlock(secret) }
    await expectUnimplemented("lock") { await client.lock() }
    await expectUnimplemented("discard") { await client.discard(secret) }
    await expectUnimplemented("deriveAccount") { _ = try await client.deriveAccount() }
    await expectUnimplemented("renameAccount") {
      _ = try await client.renameAccount(AccountID(rawValue: 0), "Savings")
    }
    await expectUnimplemented("authorize") {
      _ = try await client.authorize(.revealPhrase, secret)
    }
    await expectUnimplemented("sign") {
      _ = try await client.sign(leave, AccountID(rawValue: 0), .dynamicFee(transaction))
    }
    await expectUnimplemented("revealPhrase") { try await client.revealPhrase(leave) }
    await expectUnimplemented("erase") { try await client.erase(leave) }
  }
}
