import EthereumPrimitives
import EthereumTransactions
import Testing
import VaultClient
import VaultClientLive

/// A payment is prepared with accounts that are known without a passcode.
///
/// The passcode that signs opens the vault, and the address is compared with the one that is
/// derived from the phrase.
@Suite struct ExpectedAccountsTests {
  private let bench = VaultBench()
  private let transaction = UnsignedTransaction.dynamicFee(
    DynamicFeeTransaction(
      chainID: 1337, nonce: 7, maxPriorityFeePerGas: 1_000_000_000,
      maxFeePerGas: 30_000_000_000, gasLimit: 21_000, to: .zero, value: 1))

  /// Returns a vault in another process, and its accounts.
  private func lockedVault() async throws -> (Vault, [VaultAccount]) {
    let made = bench.makeVault()
    let accounts = try await bench.create(in: made).accounts
    return (bench.makeVault(), accounts)
  }

  private func authorize(
    _ vault: Vault, _ passcode: String = VaultBench.passcode
  ) async throws -> Authorization {
    try await VaultClient.live(vault).authorize(
      .sign(account: AccountID(rawValue: 0), signingHash: transaction.signingHash),
      vault.deposit(passcode))
  }

  @Test func onePasscodeOpensAndSigns() async throws {
    let (vault, accounts) = try await lockedVault()
    try await vault.expect(accounts)
    let leave = try await authorize(vault)
    #expect(leave.hasOpenedVault)
    _ = try await VaultClient.live(vault).sign(leave, AccountID(rawValue: 0), transaction)
  }

  @Test func anotherAddressSignsNothing() async throws {
    let (vault, accounts) = try await lockedVault()
    let first = try #require(accounts.first)
    try await vault.expect([
      VaultAccount(id: first.id, address: .zero, name: first.name, path: first.path)
    ])
    await #expect(throws: AuthorizationRefusal.otherAddress) { try await authorize(vault) }
    // The passcode was right, but the vault stays locked.
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 5)))
  }

  /// The list may name the recipient too, so a false entry of another account counts.
  @Test func aFalseAddressOfAnotherAccountSignsNothing() async throws {
    let (vault, accounts) = try await lockedVault()
    let other = VaultAccount(
      id: AccountID(rawValue: 1), address: .zero, name: "Account 2", path: "m/44'/60'/0'/0/1")
    try await vault.expect(accounts + [other])
    await #expect(throws: AuthorizationRefusal.otherAddress) { try await authorize(vault) }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 5)))
  }

  @Test func aWrongPasscodeCounts() async throws {
    let (vault, accounts) = try await lockedVault()
    try await vault.expect(accounts)
    await #expect(throws: AuthorizationRefusal.passcode(.wrongPasscode(triesLeft: 4))) {
      try await authorize(vault, "wrong horse")
    }
  }

  /// Accounts from the vault take precedence over a file beside it.
  @Test func accountsReportedByTheVaultTakePrecedence() async throws {
    let vault = try await bench.makeOpenVault()
    await VaultClient.live(vault).lock()
    try await vault.expect([
      VaultAccount(id: AccountID(rawValue: 0), address: .zero, name: "x", path: "m")
    ])
    _ = try await authorize(vault)
  }

  @Test func nothingIsExpectedWithoutAVault() async throws {
    let vault = bench.makeVault()
    try await vault.expect([])
    await #expect(throws: AuthorizationRefusal.locked) { try await authorize(vault) }
  }
}
