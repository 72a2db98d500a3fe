import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import EthereumTransactions
import Testing
import VaultClient
import VaultClientLive

/// The vault signs a message that was shown, and no other bytes.
@Suite struct VaultMessageTests {
  private static let first = AccountID(rawValue: 0)
  private let bench = VaultBench()

  private func message(
    nonce: String = "32891756", address: String = VaultBench.addresses[0]
  ) throws -> SignInMessage {
    try SignInMessage(
      domain: "127.0.0.1:4361", address: Address(checksummed: address),
      uri: "http://127.0.0.1:4361", chainID: 31_337, nonce: nonce,
      issuedAt: DateTime(secondsSince1970: 1_800_000_000))
  }

  private func authorize(
    _ message: SignInMessage, by account: AccountID = first, in vault: Vault
  ) async throws -> Authorization {
    try await VaultClient.live(vault).authorize(
      .signIn(account: account, messageHash: message.signingHash),
      vault.deposit(VaultBench.passcode))
  }

  @Test func theMessageIsSignedByItsAccountOnce() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let message = try message()
    let leave = try await authorize(message, in: vault)
    let signature = try await client.signMessage(leave, Self.first, message)
    #expect(try message.isSigned(signature))
    await #expect(throws: MessageSigningRefusal.authorization(.gone)) {
      try await client.signMessage(leave, Self.first, message)
    }
  }

  @Test func anotherMessageThanTheAuthorizedOneIsRefused() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let leave = try await authorize(try message(), in: vault)
    await #expect(throws: MessageSigningRefusal.authorization(.otherPurpose)) {
      try await client.signMessage(leave, Self.first, try message(nonce: "32891757"))
    }
    await #expect(throws: MessageSigningRefusal.authorization(.gone)) {
      try await client.signMessage(leave, Self.first, try message())
    }
  }

  /// A passcode for a message pays nothing, and one for a payment signs no message.
  @Test func permissionForAMessageIsNotOneForATransactionNorViceVersa() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let message = try message()
    let transaction = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: 1337, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 1, gasLimit: 21_000,
        to: .zero, value: 1))
    let forMessage = try await authorize(message, in: vault)
    await #expect(throws: SigningRefusal.authorization(.otherPurpose)) {
      try await client.sign(forMessage, Self.first, transaction)
    }
    let hash = message.signingHash
    let forTransaction = try await client.authorize(
      .sign(account: Self.first, signingHash: hash), vault.deposit(VaultBench.passcode))
    await #expect(throws: MessageSigningRefusal.authorization(.otherPurpose)) {
      try await client.signMessage(forTransaction, Self.first, message)
    }
  }

  @Test func anAccountSignsNoMessageOfAnother() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let second = try await client.deriveAccount()
    let message = try message()
    let leave = try await authorize(message, by: second.id, in: vault)
    await #expect(throws: MessageSigningRefusal.otherAddress) {
      try await client.signMessage(leave, second.id, message)
    }
    await #expect(throws: AuthorizationRefusal.unknownAccount) {
      try await authorize(message, by: AccountID(rawValue: 2), in: vault)
    }
  }

  @Test func aLockedVaultSignsNoMessage() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let message = try message()
    let leave = try await authorize(message, in: vault)
    await client.lock()
    await #expect(throws: MessageSigningRefusal.authorization(.locked)) {
      try await client.signMessage(leave, Self.first, message)
    }
    _ = try await client.unlock(vault.deposit(VaultBench.passcode))
    await #expect(throws: MessageSigningRefusal.authorization(.gone)) {
      try await client.signMessage(leave, Self.first, message)
    }
  }
}
