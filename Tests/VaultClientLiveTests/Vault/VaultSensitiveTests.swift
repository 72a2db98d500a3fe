import DurableFiles
import DurableFilesTesting
import EthereumPrimitives
import TestEffort
import Testing
import VaultClient
import VaultClientLive

@Suite struct VaultSensitiveTests {
  private static let minute: Int64 = 60_000
  private let bench = VaultBench()

  private func authorize(
    _ purpose: AuthorizationPurpose, in vault: Vault, passcode: String = VaultBench.passcode
  ) async throws -> Authorization {
    try await VaultClient.live(vault).authorize(purpose, vault.deposit(passcode))
  }

  @Test func phraseIsShownOnceForOneAuthorization() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let leave = try await authorize(.revealPhrase, in: vault)
    #expect(bench.shown == [])
    try await client.revealPhrase(leave)
    #expect(bench.shown == [VaultBench.phrase])
    await #expect(throws: RevealRefusal.authorization(.gone)) {
      try await client.revealPhrase(leave)
    }
    #expect(bench.shown.count == 1)
  }

  @Test func authorizationIsGoodForItsPurposeAlone() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let toErase = try await authorize(.erase, in: vault)
    await #expect(throws: RevealRefusal.authorization(.otherPurpose)) {
      try await client.revealPhrase(toErase)
    }
    await #expect(throws: EraseRefusal.authorization(.gone)) { try await client.erase(toErase) }
    let toReveal = try await authorize(.revealPhrase, in: vault)
    await #expect(throws: EraseRefusal.authorization(.otherPurpose)) {
      try await client.erase(toReveal)
    }
    #expect(bench.shown == [])
    #expect(bench.disk.contents(VaultBench.vaultPath) != nil)
  }

  @Test func authorizationEndsAfterAMinuteAndWithTheLock() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let inTime = try await authorize(.revealPhrase, in: vault)
    bench.advance(milliseconds: Self.minute - 1)
    try await client.revealPhrase(inTime)
    let tooLate = try await authorize(.revealPhrase, in: vault)
    bench.advance(milliseconds: Self.minute)
    await #expect(throws: RevealRefusal.authorization(.gone)) {
      try await client.revealPhrase(tooLate)
    }
    let void = try await authorize(.revealPhrase, in: vault)
    await client.lock()
    await #expect(throws: RevealRefusal.authorization(.locked)) {
      try await client.revealPhrase(void)
    }
    _ = try await client.unlock(vault.deposit(VaultBench.passcode))
    await #expect(throws: RevealRefusal.authorization(.gone)) {
      try await client.revealPhrase(void)
    }
  }

  @Test func wrongPasscodesForAuthorizationsCountLikeOthers() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    for left in [4, 3, 2, 1] {
      await #expect(
        throws: AuthorizationRefusal.passcode(.wrongPasscode(triesLeft: left))
      ) { try await authorize(.erase, in: vault, passcode: "wrong horse") }
    }
    let end = bench.date(in: Self.minute)
    await #expect(
      throws: AuthorizationRefusal.passcode(.wrongPasscodeThenBackedOff(until: end))
    ) { try await authorize(.erase, in: vault, passcode: "wrong horse") }
    await #expect(throws: AuthorizationRefusal.passcode(.backedOff(until: end))) {
      try await authorize(.erase, in: vault)
    }
    // The vault is still open: waiting protects the passcode, not the balance.
    guard case .unlocked = try await client.status() else {
      Issue.record("not unlocked")
      return
    }
    bench.advance(milliseconds: Self.minute)
    _ = try await authorize(.erase, in: vault)
  }

  @Test func lockedVaultAuthorizesNothing() async throws {
    let vault = try await bench.makeOpenVault()
    await VaultClient.live(vault).lock()
    await #expect(throws: AuthorizationRefusal.locked) {
      try await authorize(.revealPhrase, in: vault)
    }
  }

  @Test func failedDisplayIsReportedAndCostsTheAuthorization() async throws {
    _ = try await bench.makeOpenVault()
    let vault = bench.makeVault(display: PhraseDisplay.none)
    let client = VaultClient.live(vault)
    _ = try await client.unlock(vault.deposit(VaultBench.passcode))
    let leave = try await authorize(.revealPhrase, in: vault)
    await #expect(throws: RevealRefusal.displayUnavailable) {
      try await client.revealPhrase(leave)
    }
    await #expect(throws: RevealRefusal.authorization(.gone)) {
      try await client.revealPhrase(leave)
    }
  }

  @Test func erasedVaultIsRemovedWithItsKey() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let leave = try await authorize(.erase, in: vault)
    try await client.erase(leave)
    #expect(bench.disk.paths == [])
    #expect(try await client.status() == .empty)
    try await bench.create(in: vault)
  }

  @Test func deviceKeyOfAVaultThatWasSetAsideIsKept() async throws {
    bench.disk.put([1, 2, 3], at: VaultBench.vaultPath)
    let vault = try await bench.makeOpenVault()
    let leave = try await authorize(.erase, in: vault)
    try await VaultClient.live(vault).erase(leave)
    #expect(
      bench.disk.paths == [VaultBench.deviceKeyPath, VaultBench.vaultPath + ".unreadable-1"])
  }

  @Test func machineStoppedWhileErasingLeavesTheVaultOrNone() async throws {
    let rehearsal = try await bench.makeOpenVault()
    let leave = try await authorize(.erase, in: rehearsal)
    let before = bench.disk.stepCount
    try await VaultClient.live(rehearsal).erase(leave)
    let stepCount = bench.disk.stepCount - before
    for stop in SimulatedDisk.Stop.allCases {
      for step in Effort.steps(stepCount) {
        let bench = VaultBench()
        let vault = try await bench.makeOpenVault()
        let client = VaultClient.live(vault)
        let leave = try await client.authorize(.erase, vault.deposit(VaultBench.passcode))
        bench.disk.plan(.stop(stop), atStep: bench.disk.stepCount + step)
        await #expect(throws: EraseRefusal.self, "\(stop) before step \(step)") {
          try await client.erase(leave)
        }
        bench.disk.restart()
        let next = bench.makeVault()
        switch try await VaultClient.live(next).status() {
        case .empty: try await bench.create(in: next)
        case .locked(let allowance):
          #expect(allowance == .tries(left: 5), "\(stop) before step \(step)")
          _ = try await VaultClient.live(next).unlock(next.deposit(VaultBench.passcode))
        case .unlocked: Issue.record("unlocked: \(stop) before step \(step)")
        }
      }
    }
  }

  @Test func namesAreHeldAgainstTheirRulesAtBothSidesOfEachLimit() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let id = AccountID(rawValue: 0)
    let second = try await client.deriveAccount()
    for name in ["x", String(repeating: "é", count: 40), "저축 계좌", "a b", "👩‍👩‍👧 family"] {
      #expect(try await client.renameAccount(id, name).name == name)
    }
    for name in ["", String(repeating: "x", count: 41), " x", "x ", "a\nb", "a\u{7}", "\u{2028}"] {
      await #expect(throws: AccountRefusal.invalidName(maximumCount: 40)) {
        try await client.renameAccount(id, name)
      }
    }
    await #expect(throws: AccountRefusal.nameTaken) {
      try await client.renameAccount(id, second.name)
    }
    #expect(try await client.renameAccount(second.id, second.name) == second)
    await #expect(throws: AccountRefusal.unknownAccount) {
      try await client.renameAccount(AccountID(rawValue: 2), "x")
    }
  }

  @Test func accountsEndAtAHundredAndComeBack() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    for _ in 2...100 { _ = try await client.deriveAccount() }
    await #expect(throws: AccountRefusal.tooManyAccounts(limit: 100)) {
      try await client.deriveAccount()
    }
    guard case .unlocked(let accounts) = try await client.status() else {
      Issue.record("not unlocked")
      return
    }
    #expect(Set(accounts.map(\.address)).count == 100)
    let next = bench.makeVault()
    let found = try await VaultClient.live(next).unlock(next.deposit(VaultBench.passcode))
    #expect(found == accounts)
  }

  @Test func fullDiskLeavesTheAccountsAsTheyWere() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let before = try await client.status()
    bench.disk.setCapacity(0)
    await #expect(
      throws: AccountRefusal.storage(.diskFull(path: VaultBench.vaultPath + ".new"))
    ) { try await client.deriveAccount() }
    bench.disk.setCapacity(.max)
    #expect(try await client.status() == before)
  }
}
