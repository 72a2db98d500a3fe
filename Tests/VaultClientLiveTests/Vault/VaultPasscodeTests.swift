import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import TestEffort
import Testing
import VaultClient
import VaultClientLive

/// Changing a vault's passcode.
@Suite struct VaultPasscodeTests {
  private static let minute: Int64 = 60_000
  private static let other = "battery staple"
  private let bench = VaultBench()

  private func change(
    _ leave: Authorization, in vault: Vault, to new: String = other,
    repeated confirmation: String? = nil, policy: PasscodePolicy = .passphrase
  ) async throws {
    try await VaultClient.live(vault).changePasscode(
      leave, policy, vault.deposit(new), vault.deposit(confirmation ?? new))
  }

  private func leave(
    in vault: Vault, for purpose: AuthorizationPurpose = .changePasscode,
    by passcode: String = VaultBench.passcode
  ) async throws -> Authorization {
    try await VaultClient.live(vault).authorize(purpose, vault.deposit(passcode))
  }

  /// Returns true if a passcode opens the vault in another process.
  private func opens(_ passcode: String, on bench: VaultBench) async throws -> Bool {
    let vault = bench.makeVault()
    do {
      _ = try await VaultClient.live(vault).unlock(vault.deposit(passcode))
      return true
    } catch {
      guard case UnlockRefusal.wrongPasscode = error else { throw error }
      return false
    }
  }

  @Test func theNewPasscodeOpensTheVaultAndTheOldOneDoesNot() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let second = try await client.deriveAccount()
    let deviceKey = bench.disk.contents(VaultBench.deviceKeyPath)
    try await change(leave(in: vault), in: vault)
    #expect(bench.disk.contents(VaultBench.deviceKeyPath) == deviceKey)
    // It stays open, and can be changed.
    #expect(try await client.renameAccount(second.id, "Savings").name == "Savings")
    #expect(try await !opens(VaultBench.passcode, on: bench))
    #expect(try await opens(Self.other, on: bench))
    await client.lock()
    let accounts = try await client.unlock(vault.deposit(Self.other))
    #expect(accounts.map(\.name) == ["Account 1", "Savings"])
    try await client.revealPhrase(leave(in: vault, for: .revealPhrase, by: Self.other))
    #expect(bench.shown == [VaultBench.phrase])
  }

  /// From the threat model about copies: a new passcode only seals the current vault.
  @Test func aCopyOfBeforeOpensByTheOldPasscode() async throws {
    let vault = try await bench.makeOpenVault()
    let copy = try #require(bench.disk.contents(VaultBench.vaultPath))
    try await change(leave(in: vault), in: vault)
    #expect(try await !opens(VaultBench.passcode, on: bench))
    bench.disk.put(copy, at: VaultBench.vaultPath)
    #expect(try await opens(VaultBench.passcode, on: bench))
  }

  /// A passcode is used in its normal form: a precomposed é equals an e with an accent.
  @Test func twoFormsOfALetterAreOnePasscode() async throws {
    let vault = try await bench.makeOpenVault()
    try await change(leave(in: vault), in: vault, to: "caf\u{E9} noir")
    #expect(try await opens("cafe\u{301} noir", on: bench))
    #expect(try await opens("caf\u{E9} noir", on: bench))
  }

  @Test func aWrongOldPasscodeCountsLikeAnyOther() async throws {
    let vault = try await bench.makeOpenVault()
    for left in [4, 3, 2, 1] {
      await #expect(
        throws: AuthorizationRefusal.passcode(.wrongPasscode(triesLeft: left))
      ) { try await leave(in: vault, by: "wrong horse") }
    }
    let end = bench.date(in: Self.minute)
    await #expect(
      throws: AuthorizationRefusal.passcode(.wrongPasscodeThenBackedOff(until: end))
    ) { try await leave(in: vault, by: "wrong horse") }
    bench.advance(milliseconds: Self.minute)
    try await change(leave(in: vault), in: vault)
    #expect(try await opens(Self.other, on: bench))
  }

  @Test(arguments: [
    (PasscodePolicy.passphrase, "1234567", "1234567", PasscodeRefusal.tooShort(minimum: 8)),
    (.passphrase, "1234 678", "1234 679", .mismatch),
    (.passphrase, "12345678", "12345678", .tooCommon),
    (.pin, "12345", "12345", .notDigits(count: 6)),
    (.pin, "1234567", "1234567", .notDigits(count: 6)),
    (.pin, "135790", "135791", .mismatch),
  ])
  func aRefusedPasscodeLeavesTheOldOneAndTheAuthorization(
    policy: PasscodePolicy, new: String, confirmation: String, refusal: PasscodeRefusal
  ) async throws {
    let vault = try await bench.makeOpenVault()
    let leave = try await leave(in: vault)
    let before = bench.disk.contents(VaultBench.vaultPath)
    await #expect(throws: PasscodeChangeRefusal.passcode(refusal)) {
      try await change(leave, in: vault, to: new, repeated: confirmation, policy: policy)
    }
    #expect(bench.disk.contents(VaultBench.vaultPath) == before)
    try await change(leave, in: vault, to: "135790", policy: .pin)
    #expect(try await opens("135790", on: bench))
    await #expect(throws: PasscodeChangeRefusal.authorization(.gone)) {
      try await change(leave, in: vault)
    }
  }

  @Test func theHandlesAreSpentWhateverComesOfIt() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let leave = try await leave(in: vault)
    let new = await vault.deposit("1234 678")
    let confirmation = await vault.deposit("1234 679")
    await #expect(throws: PasscodeChangeRefusal.passcode(.mismatch)) {
      try await client.changePasscode(leave, .passphrase, new, confirmation)
    }
    let fresh = await vault.deposit("1234 678")
    for (first, second) in [(new, fresh), (await vault.deposit("1234 678"), confirmation)] {
      await #expect(throws: PasscodeChangeRefusal.passcode(.secretGone)) {
        try await client.changePasscode(leave, .passphrase, first, second)
      }
    }
  }

  @Test func theAuthorizationIsForThisAloneAndEndsAfterAMinute() async throws {
    let vault = try await bench.makeOpenVault()
    let toErase = try await leave(in: vault, for: .erase)
    await #expect(throws: PasscodeChangeRefusal.authorization(.otherPurpose)) {
      try await change(toErase, in: vault)
    }
    await #expect(throws: EraseRefusal.authorization(.gone)) {
      try await VaultClient.live(vault).erase(toErase)
    }
    let tooLate = try await leave(in: vault)
    bench.advance(milliseconds: Self.minute)
    await #expect(throws: PasscodeChangeRefusal.authorization(.gone)) {
      try await change(tooLate, in: vault)
    }
    let inTime = try await leave(in: vault)
    let toReveal = try await leave(in: vault, for: .revealPhrase)
    bench.advance(milliseconds: Self.minute - 1)
    try await change(inTime, in: vault)
    // The permissions of the old passcode ended with it.
    await #expect(throws: RevealRefusal.authorization(.gone)) {
      try await VaultClient.live(vault).revealPhrase(toReveal)
    }
  }

  @Test func aLockedVaultKeepsItsPasscode() async throws {
    let vault = try await bench.makeOpenVault()
    let leave = try await leave(in: vault)
    await VaultClient.live(vault).lock()
    await #expect(throws: PasscodeChangeRefusal.authorization(.locked)) {
      try await change(leave, in: vault)
    }
    #expect(try await opens(VaultBench.passcode, on: bench))
  }

  /// A change that has reached the derivation of its key.
  private struct HeldChange {
    let vault: Vault
    let leave: Authorization
    let changing: Task<Void, any Error>
    let derivation: @Sendable () -> Void
  }

  /// Begins a change in a process whose keys are derived when the test permits it.
  private func holdChange() async throws -> HeldChange {
    _ = try await bench.makeOpenVault()
    let (jobs, queue) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let vault = bench.makeVault { queue.yield($0) }
    let client = VaultClient.live(vault)
    var iterator = jobs.makeAsyncIterator()
    let passcode = await vault.deposit(VaultBench.passcode)
    let unlocking = Task { try await client.unlock(passcode) }
    let unlockKey = try #require(await iterator.next())
    unlockKey()
    _ = try await unlocking.value
    let again = await vault.deposit(VaultBench.passcode)
    let authorizing = Task { try await client.authorize(.changePasscode, again) }
    let authorizationKey = try #require(await iterator.next())
    authorizationKey()
    let leave = try await authorizing.value
    let changing = Task { try await change(leave, in: vault) }
    let derivation = try #require(await iterator.next())
    return HeldChange(vault: vault, leave: leave, changing: changing, derivation: derivation)
  }

  @Test func lockingWhileTheKeyIsDerivedWins() async throws {
    let held = try await holdChange()
    await VaultClient.live(held.vault).lock()
    held.derivation()
    await #expect(throws: PasscodeChangeRefusal.authorization(.locked)) {
      try await held.changing.value
    }
    #expect(try await opens(VaultBench.passcode, on: bench))
  }

  @Test func cancellingWhileTheKeyIsDerivedLeavesTheOldPasscode() async throws {
    let held = try await holdChange()
    held.changing.cancel()
    await #expect(throws: PasscodeChangeRefusal.cancelled) { try await held.changing.value }
    held.derivation()
    #expect(try await opens(VaultBench.passcode, on: bench))
  }

  @Test func leaveIsGoodForOneChangeAlone() async throws {
    let held = try await holdChange()
    await #expect(throws: PasscodeChangeRefusal.authorization(.gone)) {
      try await change(held.leave, in: held.vault, to: "yet another one")
    }
    held.derivation()
    try await held.changing.value
    #expect(try await opens(Self.other, on: bench))
  }

  /// Otherwise the vault would be sealed with a key that is lost.
  @Test func aDeviceKeyThatIsReplacedInTheMeantimeIsNotSealedWith() async throws {
    let held = try await holdChange()
    let path = VaultBench.deviceKeyPath
    let key = try #require(bench.disk.contents(path))
    bench.disk.put([UInt8](repeating: 7, count: 32), at: path)
    held.derivation()
    await #expect(throws: PasscodeChangeRefusal.storage(.deviceKeyMismatched(path: path))) {
      try await held.changing.value
    }
    bench.disk.put(key, at: path)
    #expect(try await opens(VaultBench.passcode, on: bench))
  }

  @Test func anAccountThatAnotherProcessAddedInTheMeantimeIsKept() async throws {
    let held = try await holdChange()
    let neighbour = bench.makeVault()
    _ = try await VaultClient.live(neighbour).unlock(neighbour.deposit(VaultBench.passcode))
    _ = try await VaultClient.live(neighbour).deriveAccount()
    held.derivation()
    try await held.changing.value
    guard case .unlocked(let accounts) = try await VaultClient.live(held.vault).status() else {
      Issue.record("not unlocked")
      return
    }
    #expect(accounts.map(\.name) == ["Account 1", "Account 2"])
    // The neighbour's key no longer fits: it asks for the passcode.
    await #expect(throws: AccountRefusal.locked) {
      try await VaultClient.live(neighbour).deriveAccount()
    }
  }

  @Test func aForeignDeviceKeyIsNotSealedWith() async throws {
    let vault = try await bench.makeOpenVault()
    let leave = try await leave(in: vault)
    let path = VaultBench.deviceKeyPath
    let key = try #require(bench.disk.contents(path))
    bench.disk.put([UInt8](repeating: 7, count: 32), at: path)
    await #expect(throws: PasscodeChangeRefusal.storage(.deviceKeyMismatched(path: path))) {
      try await change(leave, in: vault)
    }
    bench.disk.put(key, at: path)
    #expect(try await opens(VaultBench.passcode, on: bench))
  }

  @Test func aFullDiskLeavesTheOldPasscode() async throws {
    let vault = try await bench.makeOpenVault()
    let leave = try await leave(in: vault)
    bench.disk.setCapacity(0)
    await #expect(
      throws: PasscodeChangeRefusal.storage(.diskFull(path: VaultBench.vaultPath + ".new"))
    ) { try await change(leave, in: vault) }
    bench.disk.setCapacity(.max)
    #expect(try await opens(VaultBench.passcode, on: bench))
  }

  @Test func aMachineStoppedAtAnyStepLeavesTheOldPasscodeOrTheNewOne() async throws {
    let rehearsal = try await bench.makeOpenVault()
    let rehearsed = try await leave(in: rehearsal)
    let before = bench.disk.stepCount
    try await change(rehearsed, in: rehearsal)
    let stepCount = bench.disk.stepCount - before
    var ends: Set<Bool> = []
    for stop in SimulatedDisk.Stop.allCases {
      for step in Effort.steps(stepCount) {
        let bench = VaultBench()
        let vault = try await bench.makeOpenVault()
        _ = try await VaultClient.live(vault).deriveAccount()
        let leave = try await leave(in: vault)
        bench.disk.plan(.stop(stop), atStep: bench.disk.stepCount + step)
        await #expect(throws: PasscodeChangeRefusal.self, "\(stop) before step \(step)") {
          try await change(leave, in: vault)
        }
        bench.disk.restart()
        let isOld = try await opens(VaultBench.passcode, on: bench)
        ends.insert(isOld)
        #expect(try await opens(Self.other, on: bench) != isOld, "\(stop) before step \(step)")
        let next = bench.makeVault()
        let passcode = isOld ? VaultBench.passcode : Self.other
        let accounts = try await VaultClient.live(next).unlock(next.deposit(passcode))
        #expect(accounts.count == 2, "\(stop) before step \(step)")
      }
    }
    // Both ends occur, so that the test is not about the first step alone.
    #expect(ends == [true, false])
  }
}
