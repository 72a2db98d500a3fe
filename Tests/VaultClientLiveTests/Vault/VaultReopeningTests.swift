import EthereumPrimitives
import EthereumTransactions
import Synchronization
import Testing
import VaultClient
import VaultClientLive

/// A payment locks the vault; the passcode that signs the next one opens it again.
///
/// The passcode was asked twice in a row for a second payment: to open the vault, and to sign.
@Suite struct VaultReopeningTests {
  private static let account = AccountID(rawValue: 0)
  private let bench = VaultBench()
  private let transaction = UnsignedTransaction.dynamicFee(
    DynamicFeeTransaction(
      chainID: 1337, nonce: 7, maxPriorityFeePerGas: 1_000_000_000,
      maxFeePerGas: 30_000_000_000, gasLimit: 21_000, to: .zero, value: 1))

  private func authorize(
    in vault: Vault, by account: AccountID = AccountID(rawValue: 0),
    passcode: String = VaultBench.passcode
  ) async throws -> Authorization {
    try await VaultClient.live(vault).authorize(
      .sign(account: account, signingHash: transaction.signingHash), vault.deposit(passcode))
  }

  private func lockedVault() async throws -> Vault {
    let vault = try await bench.makeOpenVault()
    await VaultClient.live(vault).lock()
    return vault
  }

  @Test func onePasscodeOpensTheVaultAndSigns() async throws {
    let vault = try await lockedVault()
    let client = VaultClient.live(vault)
    let leave = try await authorize(in: vault)
    #expect(leave.hasOpenedVault)
    _ = try await client.sign(leave, Self.account, transaction)
    await client.lock()
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  @Test func aVaultThatIsOpenStaysSo() async throws {
    let leave = try await authorize(in: bench.makeOpenVault())
    #expect(!leave.hasOpenedVault)
  }

  @Test func aWrongPasscodeCountsAndOpensNothing() async throws {
    let vault = try await lockedVault()
    await #expect(throws: AuthorizationRefusal.passcode(.wrongPasscode(triesLeft: 4))) {
      try await authorize(in: vault, passcode: "wrong horse")
    }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 4)))
  }

  @Test func passcodesTypedBeforeTheLockOpenNothing() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let passcode = await vault.deposit(VaultBench.passcode)
    let purpose = AuthorizationPurpose.sign(
      account: Self.account, signingHash: transaction.signingHash)
    await client.lock()
    await #expect(throws: AuthorizationRefusal.locked) {
      try await client.authorize(purpose, passcode)
    }
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  @Test func aVaultThatWasNeverOpenHereStaysLocked() async throws {
    _ = try await bench.makeOpenVault()
    let vault = bench.makeVault()
    await #expect(throws: AuthorizationRefusal.locked) { try await authorize(in: vault) }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 5)))
  }

  /// Another process may have replaced the wallet on the screens: the new one's first account has
  /// the same number, and must not sign for the other.
  @Test func anotherWalletInItsPlaceIsNotOpened() async throws {
    let vault = try await lockedVault()
    let other = bench.makeVault()
    let client = VaultClient.live(other)
    _ = try await client.unlock(other.deposit(VaultBench.passcode))
    let leave = try await client.authorize(.erase, other.deposit(VaultBench.passcode))
    try await client.erase(leave)
    try await bench.create(
      in: other,
      phrase:
        "legal winner thank year wave sausage worth useful legal winner thank yellow")
    await #expect(throws: AuthorizationRefusal.locked) { try await authorize(in: vault) }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 5)))
  }

  @Test func anUnknownAccountLeavesItLocked() async throws {
    let vault = try await lockedVault()
    await #expect(throws: AuthorizationRefusal.unknownAccount) {
      try await authorize(in: vault, by: AccountID(rawValue: 3))
    }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 5)))
  }

  /// Only a payment locks the vault by itself.
  @Test(arguments: [
    AuthorizationPurpose.erase, .revealPhrase, .changePasscode,
    .signIn(account: account, messageHash: .zero),
  ])
  func anythingElseNeedsAnOpenVault(purpose: AuthorizationPurpose) async throws {
    let vault = try await lockedVault()
    await #expect(throws: AuthorizationRefusal.locked) {
      try await VaultClient.live(vault).authorize(purpose, vault.deposit(VaultBench.passcode))
    }
  }

  @Test func lockingWhileTheKeyIsDerivedWins() async throws {
    _ = try await bench.makeOpenVault()
    let (jobs, queue) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let vault = bench.makeVault { queue.yield($0) }
    var iterator = jobs.makeAsyncIterator()
    let client = VaultClient.live(vault)
    let opening = await vault.deposit(VaultBench.passcode)
    let unlocking = Task { try await client.unlock(opening) }
    let firstDerivation = try #require(await iterator.next())
    firstDerivation()
    _ = try await unlocking.value
    await client.lock()
    let asked = await vault.deposit(VaultBench.passcode)
    let purpose = AuthorizationPurpose.sign(
      account: Self.account, signingHash: transaction.signingHash)
    let authorizing = Task { try await client.authorize(purpose, asked) }
    let derivation = try #require(await iterator.next())
    await client.lock()
    derivation()
    await #expect(throws: AuthorizationRefusal.locked) { try await authorizing.value }
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  /// Its accounts were once those of the file that was read before the key was derived.
  @Test func anAccountThatIsAddedDuringAnUnlockIsShown() async throws {
    let (works, derives) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    _ = try await bench.makeOpenVault()
    let isHolding = Mutex(false)
    let vault = bench.makeVault(background: { work in
      if isHolding.withLock({ $0 }) { derives.yield(work) } else { work() }
    })
    let client = VaultClient.live(vault)
    _ = try await client.unlock(vault.deposit(VaultBench.passcode))
    isHolding.withLock { $0 = true }
    async let accounts = client.unlock(vault.deposit(VaultBench.passcode))
    for await work in works {
      _ = try await client.deriveAccount()
      work()
      break
    }
    #expect(try await accounts.map { $0.name } == ["Account 1", "Account 2"])
    #expect(try await client.status() == .unlocked(try await accounts))
  }
}
