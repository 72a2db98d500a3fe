import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import TestEffort
import Testing
import VaultClient
import VaultClientLive

@Suite struct VaultUnlockTests {
  private static let minute: Int64 = 60_000
  private let bench = VaultBench()

  /// Returns a locked vault, as the next process finds it.
  private func lockedVault() async throws -> Vault {
    _ = try await bench.makeOpenVault()
    return bench.makeVault()
  }

  private func unlock(_ vault: Vault, _ passcode: String = VaultBench.passcode) async throws {
    _ = try await VaultClient.live(vault).unlock(vault.deposit(passcode))
  }

  @Test func vaultOpensInTheNextProcess() async throws {
    let vault = try await lockedVault()
    let client = VaultClient.live(vault)
    #expect(try await client.status() == .locked(.tries(left: 5)))
    let accounts = try await client.unlock(vault.deposit(VaultBench.passcode))
    #expect(accounts.map(\.address.checksummed) == [VaultBench.addresses[0]])
    #expect(try await client.status() == .unlocked(accounts))
    await client.lock()
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  @Test func wrongPasscodesAreCountedDownAndThenBackedOff() async throws {
    let vault = try await lockedVault()
    let client = VaultClient.live(vault)
    for left in [4, 3, 2, 1] {
      await #expect(throws: UnlockRefusal.wrongPasscode(triesLeft: left)) {
        try await unlock(vault, "wrong horse")
      }
      #expect(try await client.status() == .locked(.tries(left: left)))
    }
    let waits: [Int64] = [1, 5, 15, 60, 120, 240, 480, 960, 1_440, 1_440]
    for wait in waits {
      let end = bench.date(in: wait * Self.minute)
      await #expect(throws: UnlockRefusal.wrongPasscodeThenBackedOff(until: end)) {
        try await unlock(vault, "wrong horse")
      }
      bench.advance(milliseconds: wait * Self.minute - 1)
      #expect(try await client.status() == .locked(.backedOff(until: end)))
      // Not even the right one is checked, and looking again costs nothing.
      for _ in 0..<3 {
        await #expect(throws: UnlockRefusal.backedOff(until: end)) { try await unlock(vault) }
      }
      bench.advance(milliseconds: 1)
      #expect(try await client.status() == .locked(.tries(left: 1)))
    }
    try await unlock(vault)
    await client.lock()
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  @Test func countSurvivesTheProcessAndTheMachine() async throws {
    _ = try await bench.makeOpenVault()
    for left in [4, 3, 2, 1] {
      let vault = bench.makeVault()
      await #expect(throws: UnlockRefusal.wrongPasscode(triesLeft: left)) {
        try await unlock(vault, "wrong horse")
      }
      bench.disk.plan(.stop(.nothingUnsynced), atStep: bench.disk.stepCount + 1)
      await #expect(throws: VaultStorageFailure.self) {
        try await VaultClient.live(vault).status()
      }
      bench.disk.restart()
      bench.setWallClock(back: 1_000_000, restartingAs: "start \(left)")
    }
    let vault = bench.makeVault()
    let end = bench.date(in: Self.minute)
    await #expect(throws: UnlockRefusal.wrongPasscodeThenBackedOff(until: end)) {
      try await unlock(vault, "wrong horse")
    }
    bench.setWallClock(back: 1_000_000, restartingAs: "start 5")
    // The wait restarts with the clock that was set back, and ends.
    let newEnd = bench.date(in: Self.minute)
    await #expect(throws: UnlockRefusal.backedOff(until: newEnd)) { try await unlock(vault) }
    bench.advance(milliseconds: Self.minute - 1)
    await #expect(throws: UnlockRefusal.backedOff(until: newEnd)) { try await unlock(vault) }
    bench.advance(milliseconds: 1)
    try await unlock(vault)
  }

  /// A control character, or bytes that are not UTF-8: such a passcode is never right, and cost a
  /// try and a derivation.
  @Test(
    arguments: [
      Array("correct\u{7}horse".utf8), [0x63, 0xFF, 0x65], Array("correct\n".utf8),
    ] as [[UInt8]])
  func passcodesThatAreNotTextCostNoAttempt(typed: [UInt8]) async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let before = bench.disk.contents(VaultBench.attemptsPath)
    await #expect(throws: AuthorizationRefusal.passcode(.notText)) {
      try await client.authorize(.revealPhrase, vault.deposit(SecretBytes(typed)))
    }
    await client.lock()
    for _ in 1...6 {
      await #expect(throws: UnlockRefusal.notText) {
        try await client.unlock(vault.deposit(SecretBytes(typed)))
      }
    }
    #expect(bench.disk.contents(VaultBench.attemptsPath) == before)
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  @Test func attemptIsOnTheDiskBeforeThePasscodeIsLookedAt() async throws {
    _ = try await bench.makeOpenVault()
    let rehearsal = bench.makeVault()
    bench.disk.restart()
    try await unlock(rehearsal)
    let stepCount = bench.disk.stepCount
    for stop in SimulatedDisk.Stop.allCases {
      for step in Effort.steps(stepCount) {
        let bench = VaultBench()
        _ = try await bench.makeOpenVault()
        bench.disk.restart()
        bench.disk.plan(.stop(stop), atStep: step)
        let vault = bench.makeVault()
        // The right passcode: a process that is killed before the count is cleared has used a try
        // anyway, or has not reached the check.
        await #expect(throws: UnlockRefusal.self, "\(stop) before step \(step)") {
          try await unlock(vault)
        }
        bench.disk.restart()
        let next = bench.makeVault()
        let status = try await VaultClient.live(next).status()
        #expect(
          [.locked(.tries(left: 5)), .locked(.tries(left: 4))].contains(status),
          "\(stop) before step \(step)")
        try await unlock(next)
      }
    }
  }

  @Test func noPasscodeIsLookedAtWhenTheAttemptCannotBeWritten() async throws {
    let vault = try await lockedVault()
    let before = bench.disk.paths.map { bench.disk.contents($0) }
    bench.disk.setCapacity(0)
    await #expect(
      throws: UnlockRefusal.storage(.diskFull(path: VaultBench.attemptsPath + ".new"))
    ) { try await unlock(vault) }
    #expect(bench.disk.paths.map { bench.disk.contents($0) } == before)
    bench.disk.setCapacity(.max)
    try await unlock(vault)
  }

  @Test(arguments: [nil, "", "{}", "not a ledger"])
  func lostOrUnreadableCountMakesWait(contents: String?) async throws {
    let vault = try await lockedVault()
    if let contents {
      bench.disk.put(Array(contents.utf8), at: VaultBench.attemptsPath)
    } else {
      bench.disk.delete(VaultBench.attemptsPath)
    }
    let end = bench.date(in: 1_440 * Self.minute)
    await #expect(throws: UnlockRefusal.backedOff(until: end)) { try await unlock(vault) }
    #expect(try await VaultClient.live(vault).status() == .locked(.backedOff(until: end)))
    let setAside = bench.disk.contents(VaultBench.attemptsPath + ".unreadable-1")
    #expect(setAside == contents.map { Array($0.utf8) })
  }

  @Test func deviceKeyIsNeededAndAWrongOneCostsNoTry() async throws {
    let vault = try await lockedVault()
    let path = VaultBench.deviceKeyPath
    let key = try #require(bench.disk.contents(path))
    #expect(key.count == 32)
    bench.disk.delete(path)
    await #expect(throws: UnlockRefusal.storage(.deviceKeyMissing(path: path))) {
      try await unlock(vault)
    }
    for other in [key.dropLast(), key + [0]] {
      bench.disk.put(Array(other), at: path)
      await #expect(throws: UnlockRefusal.storage(.deviceKeyMalformed(path: path))) {
        try await unlock(vault)
      }
    }
    var other = key
    other[31] ^= 1
    bench.disk.put(other, at: path)
    await #expect(throws: UnlockRefusal.storage(.deviceKeyMismatched(path: path))) {
      try await unlock(vault)
    }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 5)))
    bench.disk.put(key, at: path)
    try await unlock(vault)
  }

  @Test func deviceKeyCanLiveElsewhereAndStaysThere() async throws {
    let elsewhere = "/stick/key"
    let vault = bench.makeVault(deviceKeyPath: elsewhere)
    let client = VaultClient.live(vault)
    try await bench.create(in: vault)
    #expect(bench.disk.paths == [elsewhere, VaultBench.attemptsPath, VaultBench.vaultPath])
    let leave = try await client.authorize(.erase, vault.deposit(VaultBench.passcode))
    try await client.erase(leave)
    #expect(bench.disk.paths == [elsewhere])
  }

  @Test func nothingToUnlockIsReported() async throws {
    let vault = bench.makeVault()
    await #expect(throws: UnlockRefusal.noVault) { try await unlock(vault) }
    #expect(bench.disk.paths == [])
  }

  @Test func handlesAreSpentOnceAndExpire() async throws {
    let vault = try await lockedVault()
    let client = VaultClient.live(vault)
    let handle = await vault.deposit(VaultBench.passcode)
    _ = try await client.unlock(handle)
    await #expect(throws: UnlockRefusal.secretGone) { try await client.unlock(handle) }
    let discarded = await vault.deposit(VaultBench.passcode)
    await client.discard(discarded)
    await #expect(throws: UnlockRefusal.secretGone) { try await client.unlock(discarded) }
    let wiped = await vault.deposit(VaultBench.passcode)
    await client.lock()
    await #expect(throws: UnlockRefusal.secretGone) { try await client.unlock(wiped) }
    let kept = await vault.deposit(VaultBench.passcode)
    bench.advance(milliseconds: 5 * Self.minute - 1)
    _ = try await client.unlock(kept)
    let expired = await vault.deposit(VaultBench.passcode)
    bench.advance(milliseconds: 5 * Self.minute)
    await #expect(throws: UnlockRefusal.secretGone) { try await client.unlock(expired) }
    let oldest = await vault.deposit(VaultBench.passcode)
    let second = await vault.deposit(VaultBench.passcode)
    var later: [SecretHandle] = []
    for _ in 0..<31 { later.append(await vault.deposit("later")) }
    await #expect(throws: UnlockRefusal.secretGone) { try await client.unlock(oldest) }
    _ = try await client.unlock(second)
    await client.discard(later[30])
  }

  @Test func cancellingIsNotAnAttemptAndLeavesTheVaultLocked() async throws {
    let vault = try await lockedVault()
    let client = VaultClient.live(vault)
    let handle = await vault.deposit(VaultBench.passcode)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await client.unlock(handle)
    }
    await #expect(throws: UnlockRefusal.cancelled) { try await task.value }
    #expect(try await client.status() == .locked(.tries(left: 5)))
    try await unlock(vault)
  }

  @Test func lockingWhileAKeyIsDerivedWins() async throws {
    _ = try await bench.makeOpenVault()
    let (jobs, queue) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let vault = bench.makeVault { queue.yield($0) }
    var iterator = jobs.makeAsyncIterator()
    let client = VaultClient.live(vault)
    let handle = await vault.deposit(VaultBench.passcode)
    let unlocking = Task { try await client.unlock(handle) }
    let derivation = try #require(await iterator.next())
    await client.lock()
    derivation()
    await #expect(throws: UnlockRefusal.cancelled) { try await unlocking.value }
    #expect(try await client.status() == .locked(.tries(left: 5)))

    let again = await vault.deposit(VaultBench.passcode)
    let unlockingAgain = Task { try await client.unlock(again) }
    let secondDerivation = try #require(await iterator.next())
    secondDerivation()
    _ = try await unlockingAgain.value
    let asked = await vault.deposit(VaultBench.passcode)
    let authorizing = Task { try await client.authorize(.erase, asked) }
    let thirdDerivation = try #require(await iterator.next())
    await client.lock()
    thirdDerivation()
    await #expect(throws: AuthorizationRefusal.locked) { try await authorizing.value }
  }

  @Test func cancellingIsAnsweredBeforeTheKeyIsDerived() async throws {
    _ = try await bench.makeOpenVault()
    let (jobs, queue) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let vault = bench.makeVault { queue.yield($0) }
    var iterator = jobs.makeAsyncIterator()
    let client = VaultClient.live(vault)
    let handle = await vault.deposit(VaultBench.passcode)
    let unlocking = Task { try await client.unlock(handle) }
    let derivation = try #require(await iterator.next())
    unlocking.cancel()
    await #expect(throws: UnlockRefusal.cancelled) { try await unlocking.value }
    derivation()
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  @Test func abandoningWhileAKeyIsDerivedWritesNoVault() async throws {
    let (jobs, queue) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let vault = bench.makeVault { queue.yield($0) }
    var iterator = jobs.makeAsyncIterator()
    let client = VaultClient.live(vault)
    let phrase = try await client.importPhrase(vault.deposit(VaultBench.phrase))
    try await client.setPasscode(
      phrase, .passphrase, vault.deposit(VaultBench.passcode), vault.deposit(VaultBench.passcode))
    let committing = Task { try await client.commit(phrase) }
    let derivation = try #require(await iterator.next())
    await client.abandonCreation(phrase)
    derivation()
    await #expect(throws: CommitRefusal.phraseGone) { try await committing.value }
    #expect(try await client.status() == .empty)
  }

  @Test func progressTellsTheNewestStage() async throws {
    let vault = try await lockedVault()
    let client = VaultClient.live(vault)
    var stages = await client.progress().makeAsyncIterator()
    try await unlock(vault)
    #expect(await stages.next() == .idle)
  }

  @Test func anotherProcessErasingTheVaultClosesIt() async throws {
    let first = try await bench.makeOpenVault()
    let second = bench.makeVault()
    let other = VaultClient.live(second)
    try await unlock(second)
    let leave = try await other.authorize(.erase, second.deposit(VaultBench.passcode))
    try await other.erase(leave)
    let client = VaultClient.live(first)
    await #expect(throws: AccountRefusal.locked) { try await client.deriveAccount() }
    #expect(try await client.status() == .empty)
  }

  @Test func accountsOfAnotherProcessAreNotLost() async throws {
    let first = try await bench.makeOpenVault()
    let second = bench.makeVault()
    try await unlock(second)
    let added = try await VaultClient.live(first).deriveAccount()
    let next = try await VaultClient.live(second).deriveAccount()
    #expect(added.name == "Account 2")
    #expect(next.name == "Account 3")
    guard case .unlocked(let accounts) = try await VaultClient.live(second).status() else {
      Issue.record("not unlocked")
      return
    }
    #expect(accounts.map(\.address.checksummed) == VaultBench.addresses)
  }
}
