import EndpointTesting
import EthereumPrimitives
import EthereumTransactions
import Testing
import VaultClient

/// A test that does not define the vault's answer gets a failure that names the question.
@Suite struct VaultClientTests {
  private let client = VaultClient.testValue
  private let secret = SecretHandle(id: 1)
  private let phrase = PhraseHandle(id: 1, wordCount: 12)
  private let leave = Authorization(id: 1)
  private let transaction = DynamicFeeTransaction(
    chainID: 1, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 1, gasLimit: 21_000, to: .zero,
    value: 1)

  @Test func errorsThrownLastAreOfTheEndpointsType() async {
    await withKnownIssue {
      await #expect(throws: SigningRefusal.authorization(.locked)) {
        try await client.sign(leave, AccountID(rawValue: 0), .dynamicFee(transaction))
      }
    }
  }

  @Test func questionsBeforeThereIsAVaultFailByName() async {
    await expectUnimplemented("VaultClient.status") { _ = try await client.status() }
    await expectUnimplemented("VaultClient.progress") { _ = await client.progress() }
    await expectUnimplemented("VaultClient.beginCreation") {
      _ = try await client.beginCreation(12)
    }
    await expectUnimplemented("VaultClient.importPhrase") {
      _ = try await client.importPhrase(secret)
    }
    await expectUnimplemented("VaultClient.showPhrase") { try await client.showPhrase(phrase) }
    await expectUnimplemented("VaultClient.confirmationChallenge") {
      _ = try await client.confirmationChallenge(phrase)
    }
    await expectUnimplemented("VaultClient.checkConfirmation") {
      try await client.checkConfirmation(phrase, [secret])
    }
    await expectUnimplemented("VaultClient.checkPasscode") {
      try await client.checkPasscode(.passphrase, secret)
    }
    await expectUnimplemented("VaultClient.setPasscode") {
      try await client.setPasscode(phrase, .pin, secret, secret)
    }
    await expectUnimplemented("VaultClient.commit") { _ = try await client.commit(phrase) }
    await expectUnimplemented("VaultClient.abandonCreation") {
      await client.abandonCreation(phrase)
    }
  }

  @Test func questionsToAVaultFailByName() async {
    await expectUnimplemented("VaultClient.unlock") { _ = try await client.unlock(secret) }
    await expectUnimplemented("VaultClient.lock") { await client.lock() }
    await expectUnimplemented("VaultClient.discard") { await client.discard(secret) }
    await expectUnimplemented("VaultClient.deriveAccount") { _ = try await client.deriveAccount() }
    await expectUnimplemented("VaultClient.renameAccount") {
      _ = try await client.renameAccount(AccountID(rawValue: 0), "Savings")
    }
    await expectUnimplemented("VaultClient.authorize") {
      _ = try await client.authorize(.revealPhrase, secret)
    }
    await expectUnimplemented("VaultClient.sign") {
      _ = try await client.sign(leave, AccountID(rawValue: 0), .dynamicFee(transaction))
    }
    await expectUnimplemented("VaultClient.revealPhrase") { try await client.revealPhrase(leave) }
    await expectUnimplemented("VaultClient.erase") { try await client.erase(leave) }
  }
}
