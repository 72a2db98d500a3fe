import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Testing
import VaultClient
import VaultClientLive

@Suite struct VaultSigningTests {
  private static let first = AccountID(rawValue: 0)
  private let bench = VaultBench()

  private func transaction(nonce: UInt64 = 0, value: Wei = 1) -> UnsignedTransaction {
    .dynamicFee(
      DynamicFeeTransaction(
        chainID: 1337, nonce: nonce, maxPriorityFeePerGas: 1_000_000_000,
        maxFeePerGas: 30_000_000_000, gasLimit: 21_000, to: .zero, value: value))
  }

  private func authorize(
    _ transaction: UnsignedTransaction, by account: AccountID = first, in vault: Vault
  ) async throws -> Authorization {
    try await VaultClient.live(vault).authorize(
      .sign(account: account, signingHash: transaction.signingHash),
      vault.deposit(VaultBench.passcode))
  }

  @Test func transactionIsSignedByTheAccountThatWasAuthorized() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let second = try await client.deriveAccount()
    let accounts = [Self.first: VaultBench.addresses[0], second.id: VaultBench.addresses[1]]
    for (account, address) in accounts {
      let transaction = transaction(nonce: UInt64(account.rawValue))
      let leave = try await authorize(transaction, by: account, in: vault)
      let signed = try await client.sign(leave, account, transaction)
      let envelope = try TransactionEnvelope(decoding: signed.rawTransaction)
      #expect(envelope.transaction == transaction)
      #expect(envelope.hash == signed.hash)
      #expect(Keccak256.hash(signed.rawTransaction) == signed.hash)
      #expect(try envelope.recoverSender().checksummed == address)
      await #expect(throws: SigningRefusal.authorization(.gone)) {
        try await client.sign(leave, account, transaction)
      }
    }
  }

  @Test func anotherTransactionThanTheAuthorizedOneIsRefused() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let asked = transaction(value: 1)
    for other in [transaction(value: 2), transaction(nonce: 1, value: 1)] {
      let leave = try await authorize(asked, in: vault)
      await #expect(throws: SigningRefusal.authorization(.otherPurpose)) {
        try await client.sign(leave, Self.first, other)
      }
      await #expect(throws: SigningRefusal.authorization(.gone)) {
        try await client.sign(leave, Self.first, asked)
      }
    }
  }

  @Test func anotherAccountThanTheAuthorizedOneIsRefused() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let second = try await client.deriveAccount()
    let leave = try await authorize(transaction(), in: vault)
    await #expect(throws: SigningRefusal.authorization(.otherPurpose)) {
      try await client.sign(leave, second.id, transaction())
    }
    await #expect(throws: AuthorizationRefusal.unknownAccount) {
      try await authorize(transaction(), by: AccountID(rawValue: 2), in: vault)
    }
  }

  @Test func lockedVaultSignsNothing() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let leave = try await authorize(transaction(), in: vault)
    await client.lock()
    await #expect(throws: SigningRefusal.authorization(.locked)) {
      try await client.sign(leave, Self.first, transaction())
    }
  }

  @Test func otherLeaveThanToSignIsRefused() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let leave = try await client.authorize(.revealPhrase, vault.deposit(VaultBench.passcode))
    await #expect(throws: SigningRefusal.authorization(.otherPurpose)) {
      try await client.sign(leave, Self.first, transaction())
    }
    await #expect(throws: SigningRefusal.authorization(.gone)) {
      try await client.sign(Authorization(id: 99), Self.first, transaction())
    }
  }

  @Test func oneTransactionIsSignedTheSameWayTwice() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let first = try await client.sign(
      authorize(transaction(), in: vault), Self.first, transaction())
    let again = try await client.sign(
      authorize(transaction(), in: vault), Self.first, transaction())
    #expect(first == again)
  }
}
