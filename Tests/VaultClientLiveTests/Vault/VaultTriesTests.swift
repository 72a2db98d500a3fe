import DurableFilesTesting
import EthereumCrypto
import Testing
import VaultClient

@testable import VaultClientLive

/// The attempts that count as a try, and those that gain none.
@Suite struct VaultTriesTests {
  private static let minute: Int64 = 60_000
  private static let day: Int64 = 1_440 * minute
  private let bench = VaultBench()

  private func unlock(_ vault: Vault, _ passcode: String = VaultBench.passcode) async throws {
    _ = try await VaultClient.live(vault).unlock(vault.deposit(passcode))
  }

  /// Returns a vault that was opened once, and is locked.
  private func openedVault() async throws -> Vault {
    _ = try await bench.makeOpenVault()
    let vault = bench.makeVault()
    try await unlock(vault)
    await VaultClient.live(vault).lock()
    return vault
  }

  @Test func anOpeningIsCountedInTheHeaderAndInTheLedger() async throws {
    let vault = try await openedVault()
    func openings() throws -> [UInt64?] {
      let file = try VaultFile(
        decoding: try #require(bench.disk.contents(VaultBench.vaultPath)))
      let ledger = AttemptLedger(
        decoding: try #require(bench.disk.contents(VaultBench.attemptsPath)))
      return [file.openings, ledger?.openings]
    }
    // Its creation was the first.
    #expect(try openings() == [2, 2])
    try await unlock(vault)
    #expect(try openings() == [3, 3])
    // An authorization is not an opening, and a change of the passcode keeps the count.
    let client = VaultClient.live(vault)
    let leave = try await client.authorize(.changePasscode, vault.deposit(VaultBench.passcode))
    try await client.changePasscode(
      leave, .passphrase, vault.deposit("another passcode"), vault.deposit("another passcode"))
    _ = try await client.deriveAccount()
    #expect(try openings() == [3, 3])
  }

  /// An attacker who deleted the ledger before each try had one try each time; now each one waits.
  @Test func aDeletedLedgerWinsNoTry() async throws {
    let vault = try await openedVault()
    for _ in 1...3 {
      bench.disk.delete(VaultBench.attemptsPath)
      await #expect(throws: UnlockRefusal.backedOff(until: bench.date(in: Self.day))) {
        try await unlock(vault, "a guess that is wrong")
      }
    }
    bench.advance(milliseconds: Self.day)
    try await unlock(vault)
  }

  /// An attacker who deleted the ledger after each wrong guess had one guess a minute for ever: the
  /// doubling wait restarted each time.
  @Test func aLedgerDeletedAfterEachGuessMakesWaitsGrowToADay() async throws {
    let vault = try await openedVault()
    for left in [4, 3, 2, 1] {
      await #expect(throws: UnlockRefusal.wrongPasscode(triesLeft: left)) {
        try await unlock(vault, "a guess that is wrong")
      }
    }
    var wait = Self.minute
    await #expect(
      throws: UnlockRefusal.wrongPasscodeThenBackedOff(until: bench.date(in: wait))
    ) {
      try await unlock(vault, "a guess that is wrong")
    }
    for _ in 1...4 {
      bench.advance(milliseconds: wait)
      bench.disk.delete(VaultBench.attemptsPath)
      wait = Self.day
      let end = bench.date(in: wait)
      await #expect(throws: UnlockRefusal.backedOff(until: end)) {
        try await unlock(vault, "a guess that is wrong")
      }
      bench.advance(milliseconds: wait - 1)
      await #expect(throws: UnlockRefusal.backedOff(until: end)) {
        try await unlock(vault, "a guess that is wrong")
      }
      bench.advance(milliseconds: 1)
      await #expect(
        throws: UnlockRefusal.wrongPasscodeThenBackedOff(until: bench.date(in: wait))
      ) {
        try await unlock(vault, "a guess that is wrong")
      }
    }
    bench.advance(milliseconds: wait)
    try await unlock(vault)
  }

  /// A vault that was never opened since its creation gave each deletion a free guess; so did one
  /// of the first version.
  @Test(arguments: [false, true])
  func aDeletedLedgerOfAVaultThatWasNeverOpenedWinsNoTry(isOfTheFirstVersion: Bool) async throws {
    if isOfTheFirstVersion {
      try VaultFormatTests.putVaultOfTheFirstVersion(on: bench.disk)
    } else {
      _ = try await bench.makeOpenVault()
    }
    let vault = bench.makeVault()
    for _ in 1...3 {
      bench.disk.delete(VaultBench.attemptsPath)
      await #expect(throws: UnlockRefusal.backedOff(until: bench.date(in: Self.day))) {
        try await unlock(vault, "a guess that is wrong")
      }
    }
    bench.advance(milliseconds: Self.day)
    try await unlock(vault)
  }

  /// A wallet that only reads the number of tries left had a wait that never began.
  @Test func theWaitOfAMissingLedgerBeginsWhenItIsFirstRead() async throws {
    let vault = try await openedVault()
    let client = VaultClient.live(vault)
    bench.disk.delete(VaultBench.attemptsPath)
    let end = bench.date(in: Self.day)
    #expect(try await client.status() == .locked(.backedOff(until: end)))
    bench.advance(milliseconds: Self.day - 1)
    #expect(try await client.status() == .locked(.backedOff(until: end)))
    bench.advance(milliseconds: 1)
    #expect(try await client.status() == .locked(.tries(left: 1)))
  }

  @Test func anOlderLedgerThatIsPutBackWinsNoTry() async throws {
    let vault = try await openedVault()
    let older = try #require(bench.disk.contents(VaultBench.attemptsPath))
    try await unlock(vault)
    bench.disk.put(older, at: VaultBench.attemptsPath)
    await #expect(throws: UnlockRefusal.backedOff(until: bench.date(in: Self.day))) {
      try await unlock(vault, "a guess that is wrong")
    }
    bench.advance(milliseconds: Self.day)
    try await unlock(vault)
  }

  /// From the threat model about an owner of the files: the vault's header knows its openings, and
  /// not the tries since.
  @Test func theLedgerOfTheLastOpeningThatIsPutBackGivesItsTriesAgain() async throws {
    let vault = try await openedVault()
    let last = try #require(bench.disk.contents(VaultBench.attemptsPath))
    for _ in 1...3 {
      await #expect(throws: UnlockRefusal.wrongPasscode(triesLeft: 4)) {
        try await unlock(vault, "a guess that is wrong")
      }
      bench.disk.put(last, at: VaultBench.attemptsPath)
    }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 5)))
  }

  /// Five times Control-C in the middle of it locked the owner out for a minute.
  @Test func interruptedDerivationsLockNoUserOut() async throws {
    _ = try await bench.makeOpenVault()
    let (jobs, queue) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let vault = bench.makeVault { queue.yield($0) }
    var iterator = jobs.makeAsyncIterator()
    for _ in 1...6 {
      let handle = await vault.deposit(VaultBench.passcode)
      let unlocking = Task { try await VaultClient.live(vault).unlock(handle) }
      let derivation = try #require(await iterator.next())
      unlocking.cancel()
      await #expect(throws: UnlockRefusal.cancelled) { try await unlocking.value }
      derivation()
    }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 5)))
  }

  /// After five wrong passcodes, each Control-C in the middle of the right one caused a new wait:
  /// up to a day.
  @Test(arguments: 5...14)
  func anInterruptedDerivationCausesNoNewWait(failureCount: Int) async throws {
    _ = try await bench.makeOpenVault()
    var ledger = AttemptLedger.cleared(at: bench.now, openings: 1)
    for _ in 1...failureCount { ledger.countAttempt(at: bench.now) }
    bench.disk.put(ledger.encoded, at: VaultBench.attemptsPath)
    bench.advance(
      milliseconds: AttemptLedger.waitMilliseconds(failureCount: failureCount))
    let (jobs, queue) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let vault = bench.makeVault { queue.yield($0) }
    var iterator = jobs.makeAsyncIterator()
    for _ in 1...6 {
      let handle = await vault.deposit(VaultBench.passcode)
      let unlocking = Task { try await VaultClient.live(vault).unlock(handle) }
      let derivation = try #require(await iterator.next())
      unlocking.cancel()
      await #expect(throws: UnlockRefusal.cancelled) { try await unlocking.value }
      derivation()
      #expect(bench.disk.contents(VaultBench.attemptsPath) == ledger.encoded)
    }
    try await unlock(bench.makeVault())
  }

  /// A killed process takes nothing back: the try stays counted.
  @Test func aKilledDerivationCounts() async throws {
    _ = try await bench.makeOpenVault()
    let (jobs, queue) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let vault = bench.makeVault { queue.yield($0) }
    var iterator = jobs.makeAsyncIterator()
    let handle = await vault.deposit("a guess that is wrong")
    let unlocking = Task { try await VaultClient.live(vault).unlock(handle) }
    let derivation = try #require(await iterator.next())
    let next = bench.makeVault()
    #expect(try await VaultClient.live(next).status() == .locked(.tries(left: 4)))
    derivation()
    await #expect(throws: UnlockRefusal.wrongPasscode(triesLeft: 4)) { try await unlocking.value }
  }

  /// Of six concurrent commands, each with the right passcode, the sixth found five tries counted.
  @Test func sixConcurrentRightPasscodesAllOpen() async throws {
    _ = try await bench.makeOpenVault()
    let vaults = (1...6).map { _ in
      bench.makeVault { work in Task.detached { work() } }
    }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for vault in vaults {
        group.addTask {
          try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode)).count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [1, 1, 1, 1, 1, 1])
    #expect(
      try await VaultClient.live(bench.makeVault()).status() == .locked(.tries(left: 5)))
  }
}
