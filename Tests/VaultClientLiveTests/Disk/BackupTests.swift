import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import TestEffort
import Testing
import VaultClient

@testable import VaultClientLive

/// A home in one file, and restored: whole or not at all.
@Suite struct BackupTests {
  private static let home = "/people/me/.headrace"
  private static let others: [BackupPart: [UInt8]] = [
    .journal: (0..<2_500).map { UInt8($0 % 251) }, .networks: Array("networks".utf8),
    .settings: [],
  ]

  private let bench = VaultBench()

  private func backUp(
    _ bench: VaultBench, _ others: [BackupPart: [UInt8]] = others
  ) async throws -> Backup {
    let vault = bench.makeVault()
    return try await vault.backUp(vault.deposit(VaultBench.passcode)) { () throws(BackupRefusal) in
      others
    }
  }

  private func restoring(_ bench: VaultBench, deviceKeyPath: String? = nil) -> BackupRestoring {
    BackupRestoring(
      home: Self.home, deviceKeyPath: deviceKeyPath, environment: bench.makeEnvironment())
  }

  private func open(
    _ bytes: [UInt8], _ bench: VaultBench, _ passcode: String = VaultBench.passcode
  ) async throws -> BackupRestoring.Opened {
    try await restoring(bench).open(
      bytes, SecretBox(SecretBytes(Array(passcode.utf8))), on: bench.makeVault())
  }

  /// Returns a wallet with a second account that was opened twice, its backup, and another
  /// machine's disk.
  private func backup(_ others: [BackupPart: [UInt8]] = others) async throws -> Backup {
    let vault = try await bench.makeOpenVault()
    _ = try await VaultClient.live(vault).deriveAccount()
    for _ in 1...2 {
      _ = try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
    }
    return try await backUp(bench, others)
  }

  /// Opens the restored wallet.
  private func accounts(_ bench: VaultBench, deviceKeyPath: String? = nil) async throws -> [String]
  {
    let vault = bench.makeVault(in: Self.home + "/vault", deviceKeyPath: deviceKeyPath)
    return try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
      .map(\.address.checksummed)
  }

  @Test func backupsAreRestored() async throws {
    let backup = try await backup()
    #expect(backup.parts == [.vault, .journal, .networks, .settings])
    #expect(backup.madeAtMilliseconds == bench.now.wallMilliseconds)
    let other = VaultBench(seed: 2)
    let opened = try await open(backup.bytes, other)
    #expect(opened.parts == backup.parts)
    var checked: [String] = []
    try restoring(other).place(opened) { checked.append($0) }
    #expect(checked == [Self.home + ".restoring/activity/payments.sqlite"])
    #expect(other.disk.contents(Self.home + "/vault/vault") == bench.disk.contents("/wallet/vault"))
    for (part, bytes) in Self.others {
      #expect(other.disk.contents(Self.home + "/" + part.path) == bytes, "\(part)")
    }
    for path in other.disk.paths {
      #expect(try other.disk.files.mode(path) == 0o600, "\(path)")
    }
    // No try is counted, and there is no wait.
    #expect(try await accounts(other) == Array(VaultBench.addresses.prefix(2)))
  }

  /// Three boxes and a remainder, and boxes that are exactly full.
  @Test(arguments: Effort.cases([(1 << 20) * 3 + 5, 1 << 20, (1 << 20) - 1, 0]))
  func filesOfAnySizeComeBack(byteCount: Int) async throws {
    var generator = SplitMix(state: 5)
    let bytes = (0..<byteCount).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let backup = try await backup([.journal: bytes])
    #expect(try await open(backup.bytes, bench).contents.parts[.journal] == bytes)
  }

  @Test func theFileHoldsNothingThatCanBeRead() async throws {
    let backup = try await backup([.settings: Array("a settings file of no other test".utf8)])
    let deviceKey = try #require(bench.disk.contents(VaultBench.deviceKeyPath))
    let vault = try #require(bench.disk.contents(VaultBench.vaultPath))
    for secret in [deviceKey, Array(vault.prefix(40)), Array("settings file".utf8)] {
      #expect(backup.bytes.firstRange(of: secret) == nil)
    }
    // Another backup of the same home shares no key, salt or box with it.
    let again = try await backUp(bench)
    #expect(
      try BackupFile(decoding: again.bytes).salt != BackupFile(decoding: backup.bytes).salt)
  }

  // MARK: - What is Refused

  @Test func aWrongPasscodeOpensNothing() async throws {
    let backup = try await backup()
    await #expect(throws: RestoreRefusal.wrongPasscode) {
      _ = try await open(backup.bytes, bench, "another passcode")
    }
  }

  /// A backup is a try of the passcode, like any other.
  @Test func aBackupByAWrongPasscodeIsACountedTry() async throws {
    _ = try await backup()
    let vault = bench.makeVault()
    await #expect(throws: BackupRefusal.passcode(.wrongPasscode(triesLeft: 4))) {
      _ = try await vault.backUp(vault.deposit("a guess that is wrong")) {
        () throws(BackupRefusal) in [:]
      }
    }
    #expect(try await VaultClient.live(vault).status() == .locked(.tries(left: 4)))
  }

  @Test func aChangedByteIsNoticed() async throws {
    let bytes = try await backup([.settings: Array("settings".utf8)]).bytes
    for place in bytes.indices where !Effort.isShort || place % 10 == 0 {
      var changed = bytes
      changed[place] ^= 1
      await #expect(throws: RestoreRefusal.damaged, "byte \(place)") {
        _ = try await open(changed, bench)
      }
      // With a new hash at the end, the cipher detects the change, or the header is refused.
      guard place < bytes.count - 32 else { continue }
      changed = Array(changed.dropLast(32))
      changed += VaultCrypto.hash(changed)
      await #expect(throws: RestoreRefusal.self, "byte \(place), hashed") {
        _ = try await open(changed, bench)
      }
    }
    for count in [0, 1, 32, 33, bytes.count - 1] {
      await #expect(throws: RestoreRefusal.damaged) {
        _ = try await open(Array(bytes.prefix(count)), bench)
      }
    }
  }

  /// Boxes are numbered, and the last one is marked as such.
  @Test func boxesAreNotCutOffMovedOrLeftOut() async throws {
    let size = 1 << 20
    let bytes = try await backup([.journal: [UInt8](repeating: 7, count: 3 * size)]).bytes
    let box = size + 16
    let hashed = Array(bytes.dropLast(32))
    let head = try #require(hashed.firstIndex(of: 0x0A)) + 1
    // Three full boxes after the first, and the last one with the rest.
    let first = head + Int(try headByteCount(hashed))
    #expect(hashed.count > first + 3 * box && hashed.count < first + 3 * box + 2_000)
    let cut = Array(hashed[..<(first + 3 * box)])
    let swapped =
      Array(hashed[..<first]) + hashed[(first + box)..<(first + 2 * box)]
      + hashed[first..<(first + box)] + hashed[(first + 2 * box)...]
    let without = Array(hashed[..<first]) + hashed[(first + box)...]
    for (index, changed) in [cut, swapped, without].enumerated() {
      await #expect(throws: RestoreRefusal.wrongPasscode, "\(index)") {
        _ = try await open(changed + VaultCrypto.hash(changed), bench)
      }
    }
  }

  private func headByteCount(_ bytes: [UInt8]) throws -> UInt64 {
    let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    let match = try #require(text.firstMatch(of: /"headByteCount":(\d+)/))
    return try #require(UInt64(match.1))
  }

  @Test func aBackupOfANewerWalletIsNamed() async throws {
    let bytes = try await backup().bytes
    let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    let newer = text.replacing("\"version\":1}", with: "\"version\":2}")
    #expect(newer != text)
    var changed = Array(newer.utf8) + bytes.dropFirst(text.utf8.count).dropLast(32)
    changed += VaultCrypto.hash(changed)
    await #expect(throws: RestoreRefusal.unsupportedVersion(found: 2, supported: 1)) {
      _ = try await open(changed, bench)
    }
  }

  @Test func onlyAnEmptyHomeIsTaken() async throws {
    let opened = try await open(try await backup().bytes, bench)
    let other = VaultBench()
    other.disk.put([1], at: Self.home + "/settings/settings.json")
    #expect(throws: RestoreRefusal.homeTaken(Self.home, names: ["settings"])) {
      try restoring(other).place(opened) { _ in }
    }
    #expect(other.disk.paths == [Self.home + "/settings/settings.json"])
    // An empty one, and a missing one, with a trailing slash as people type it.
    _ = try other.disk.files.remove(Self.home + "/settings/settings.json")
    try other.disk.files.removeFolder(Self.home + "/settings")
    try BackupRestoring(
      home: Self.home + "/", deviceKeyPath: nil, environment: other.makeEnvironment()
    ).place(opened) { _ in }
    #expect(try await accounts(other).count == 2)
    other.disk.put([1], at: "/file")
    let onAFile = BackupRestoring(
      home: "/file", deviceKeyPath: nil, environment: other.makeEnvironment())
    #expect(throws: RestoreRefusal.homeIsNoFolder("/file")) { try onAFile.requireEmptyHome() }
  }

  @Test func theDeviceKeyGoesWhereItsOwnerKeepsIt() async throws {
    let opened = try await open(try await backup().bytes, bench)
    let path = "/stick/key"
    let other = VaultBench()
    other.disk.put([UInt8](repeating: 1, count: 32), at: path)
    let restoring = restoring(other, deviceKeyPath: path)
    #expect(throws: RestoreRefusal.deviceKeyTaken(path)) { try restoring.place(opened) { _ in } }
    #expect(other.disk.paths.filter { $0.hasPrefix("/people") } == [])
    other.disk.delete(path)
    try restoring.place(opened) { _ in }
    #expect(other.disk.contents(Self.home + "/vault/device-key") == nil)
    #expect(try await accounts(other, deviceKeyPath: path).count == 2)
  }

  @Test func aJournalThatCanNotBeUsedLeavesNothing() async throws {
    let opened = try await open(try await backup().bytes, bench)
    let other = VaultBench()
    #expect(throws: RestoreRefusal.journal) {
      try restoring(other).place(opened) { _ throws(RestoreRefusal) in throw .journal }
    }
    #expect(other.disk.paths == [])
    #expect(try other.disk.files.mode(Self.home + ".restoring") == nil)
  }

  // MARK: - Stops

  @Test(arguments: Effort.cases([nil, "/stick/key"]))
  func aRestoreStoppedAtAnyStepLeavesNoHomeOrAWholeOne(deviceKeyPath: String?) async throws {
    let opened = try await open(try await backup().bytes, bench)
    let rehearsal = VaultBench()
    try restoring(rehearsal, deviceKeyPath: deviceKeyPath).place(opened) { _ in }
    let stepCount = rehearsal.disk.stepCount
    let whole = rehearsal.disk.paths
    #expect(stepCount > 60)
    for stop in SimulatedDisk.Stop.allCases {
      var ends: Set<Bool> = []
      for step in Effort.steps(stepCount) {
        let comment: Comment = "\(stop) before step \(step)"
        let other = VaultBench()
        let restoring = restoring(other, deviceKeyPath: deviceKeyPath)
        other.disk.plan(.stop(stop), atStep: step)
        #expect(throws: RestoreRefusal.self, comment) { try restoring.place(opened) { _ in } }
        other.disk.restart()
        let isThere = other.disk.paths.contains { $0.hasPrefix(Self.home + "/") }
        ends.insert(isThere)
        // None of it, and then the next one restores it; or all of it.
        if !isThere { try restoring.place(opened) { _ in } }
        #expect(other.disk.paths == whole, comment)
        #expect(
          try await accounts(other, deviceKeyPath: deviceKeyPath)
            == Array(VaultBench.addresses.prefix(2)), comment)
      }
      #expect(ends == (stop == .nothingUnsynced ? [false] : [false, true]), "\(stop)")
    }
  }

  @Test func aRefusalAtAnyStepIsReportedAndLeavesNothing() async throws {
    let opened = try await open(try await backup().bytes, bench)
    let rehearsal = VaultBench()
    try restoring(rehearsal).place(opened) { _ in }
    for step in Effort.steps(rehearsal.disk.stepCount - 1) {
      let other = VaultBench()
      other.disk.plan(.refuse(.permissionDenied), atStep: step)
      #expect(throws: RestoreRefusal.self, "step \(step)") {
        try restoring(other).place(opened) { _ in }
      }
      #expect(!other.disk.paths.contains { $0.hasPrefix(Self.home + "/") }, "step \(step)")
      try restoring(other).place(opened) { _ in }
      #expect(try await accounts(other).count == 2, "step \(step)")
    }
  }

  @Test func aFullDiskLeavesNothing() async throws {
    let opened = try await open(try await backup().bytes, bench)
    let needed = opened.contents.parts.values.reduce(32) { $0 + $1.count }
    for capacity in stride(from: 0, to: needed, by: 97) {
      let other = VaultBench(disk: SimulatedDisk(capacity: capacity))
      let refusal = #expect(throws: RestoreRefusal.self) {
        try restoring(other).place(opened) { _ in }
      }
      guard case .storage(.diskFull) = refusal else {
        Issue.record("\(String(describing: refusal)) with \(capacity) bytes")
        continue
      }
      #expect(other.disk.paths == [], "\(capacity)")
    }
  }

  @Test func aDiskThatDoesNotKeepWhatWasWrittenIsNoticed() async throws {
    let opened = try await open(try await backup().bytes, bench)
    let rehearsal = VaultBench()
    try restoring(rehearsal).place(opened) { _ in }
    var spoiltCount = 0
    for step in 1...rehearsal.disk.stepCount {
      let other = VaultBench()
      other.disk.plan(.spoil, atStep: step)
      do throws(RestoreRefusal) {
        try restoring(other).place(opened) { _ in }
      } catch {
        guard case .storage(.notKept) = error else {
          Issue.record("\(error) at step \(step)")
          continue
        }
        spoiltCount += 1
        #expect(other.disk.paths == [], "step \(step)")
      }
    }
    // Each file that has a byte is read back: the vault, the payments, the networks, the counter of
    // tries and the device key.
    #expect(spoiltCount == 5)
  }

  @Test func twoConcurrentRestoresAreOne() async throws {
    let opened = try await open(try await backup().bytes, bench)
    let other = VaultBench()
    let (first, second) = (restoring(other), restoring(other))
    try first.place(opened) { _ throws(RestoreRefusal) in
      #expect(throws: RestoreRefusal.storage(.busy)) { try second.place(opened) { _ in } }
    }
    #expect(throws: RestoreRefusal.self) { try second.place(opened) { _ in } }
    #expect(try await accounts(other).count == 2)
  }
}
