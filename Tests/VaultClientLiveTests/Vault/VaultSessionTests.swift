import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import Testing
import VaultClient

@testable import VaultClientLive

/// Tokens are secrets: sealed at rest under the vault's key, inaccessible while it is locked.
@Suite struct VaultSessionTests {
  private static let service = "http://127.0.0.1:4361"
  private static let path = "/wallet/sessions"
  private let bench = VaultBench()

  private func tokens(
    _ access: String = "access-1", _ refresh: String = "refresh-1", service: String = service
  ) throws -> SessionTokens {
    SessionTokens(
      service: service, address: try Address(checksummed: VaultBench.addresses[0]),
      chainID: 31_337, accessExpiresAt: 1_800_000_060_000,
      expiresAt: 1_800_003_600_000, access: Self.secret(access), refresh: Self.secret(refresh))
  }

  private static func secret(_ text: String) -> SecretBox {
    SecretBox(SecretBytes(text.utf8))
  }

  private static func text(_ secret: SecretBox?) -> String? {
    secret.map { String(decoding: VaultCrypto.exposedBytes(of: $0), as: UTF8.self) }
  }

  @Test func tokensComeBackAfterARestart() async throws {
    let vault = try await bench.makeOpenVault()
    #expect(try await vault.sessionTokens(of: Self.service) == nil)
    try await vault.keepSessionTokens(tokens())
    try await vault.keepSessionTokens(tokens("access-a", "refresh-a", service: "https://a.org"))
    let next = bench.makeVault()
    _ = try await VaultClient.live(next).unlock(next.deposit(VaultBench.passcode))
    let kept = try #require(try await next.sessionTokens(of: Self.service))
    #expect(Self.text(kept.access) == "access-1")
    #expect(Self.text(kept.refresh) == "refresh-1")
    #expect(kept.address.checksummed == VaultBench.addresses[0])
    #expect(kept.chainID == 31_337)
    #expect(kept.accessExpiresAt == 1_800_000_060_000)
    #expect(kept.expiresAt == 1_800_003_600_000)
    #expect(Self.text(try await next.sessionTokens(of: "https://a.org")?.access) == "access-a")
  }

  @Test func newTokensReplaceTheOldOnesAndDroppedOnesAreRemoved() async throws {
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    try await vault.keepSessionTokens(tokens("access-2", "refresh-2"))
    #expect(Self.text(try await vault.sessionTokens(of: Self.service)?.refresh) == "refresh-2")
    try await vault.dropSessionTokens(of: Self.service)
    #expect(try await vault.sessionTokens(of: Self.service) == nil)
    try await vault.dropSessionTokens(of: Self.service)
  }

  @Test func aLockedVaultGivesTakesAndLeasesNothing() async throws {
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    await VaultClient.live(vault).lock()
    await #expect(throws: SessionKeepingRefusal.locked) {
      try await vault.sessionTokens(of: Self.service)
    }
    await #expect(throws: SessionKeepingRefusal.locked) {
      try await vault.keepSessionTokens(tokens("access-2"))
    }
    await #expect(throws: SessionKeepingRefusal.locked) {
      try await vault.dropSessionTokens(of: Self.service)
    }
    await #expect(throws: SessionKeepingRefusal.locked) { try await vault.tryLeaseSessions() }
    _ = try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
    #expect(Self.text(try await vault.sessionTokens(of: Self.service)?.access) == "access-1")
  }

  /// Others may read or write the file, or it is another user's.
  @Test func aFileThatOthersMayReadOrWriteIsNotRead() async throws {
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    bench.disk.setMode(0o644, of: Self.path)
    let exposed = SessionKeepingRefusal.storage(.exposed(path: Self.path, mode: 0o644))
    await #expect(throws: exposed) { try await vault.sessionTokens(of: Self.service) }
    await #expect(throws: exposed) { try await vault.keepSessionTokens(tokens("access-2")) }
    bench.disk.setMode(0o600, of: Self.path, owner: .other)
    await #expect(throws: SessionKeepingRefusal.storage(.foreign(path: Self.path))) {
      try await vault.sessionTokens(of: Self.service)
    }
    bench.disk.setMode(0o600, of: Self.path)
    #expect(Self.text(try await vault.sessionTokens(of: Self.service)?.access) == "access-1")
  }

  /// Found by the fuzz target `vault`: bytes without a version ended the process.
  @Test func anEmptyFileHasNoSessions() {
    #expect(throws: SessionsFile.Unreadable.damaged) {
      try SessionsPayload(decoding: SecretBox(SecretBytes(count: 0)))
    }
    #expect(throws: SessionsFile.Unreadable.unsupportedVersion(found: 0)) {
      try SessionsPayload(decoding: SecretBox(SecretBytes(count: 1)))
    }
  }

  @Test func nothingReadableOfASessionIsOnTheDiskOrInItsDescription() async throws {
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    for path in bench.disk.paths {
      let contents = try #require(bench.disk.contents(path))
      for text in ["access-1", "refresh-1", "127.0.0.1", "f39F"] {
        #expect(contents.firstRange(of: Array(text.utf8)) == nil, "\(text) in \(path)")
      }
    }
    var dumped = ""
    dump(try tokens(), to: &dumped)
    #expect(!dumped.contains("access-1"))
    #expect(!dumped.contains("refresh-1"))
    #expect(!String(describing: try tokens()).contains("access-1"))
  }

  /// The vault's own file keeps its form: a wallet that knows no sessions opens it.
  @Test func theVaultsFileIsLeftAsItIs() async throws {
    let vault = try await bench.makeOpenVault()
    let before = bench.disk.contents(VaultBench.vaultPath)
    try await vault.keepSessionTokens(tokens())
    try await vault.dropSessionTokens(of: Self.service)
    #expect(bench.disk.contents(VaultBench.vaultPath) == before)
  }

  // MARK: - What can't be read

  @Test func changingAnyByteIsNoticedAndNothingIsOverwritten() async throws {
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    let bytes = try #require(bench.disk.contents(Self.path))
    let refusal = SessionKeepingRefusal.damaged(path: Self.path)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x20
      bench.disk.put(changed, at: Self.path)
      await #expect(throws: refusal, "byte \(index)") {
        try await vault.sessionTokens(of: Self.service)
      }
      await #expect(throws: refusal) { try await vault.dropSessionTokens(of: Self.service) }
      guard index < bytes.count - 32 else { continue }
      // With a right hash, the cipher notices it.
      changed = changed.dropLast(32) + VaultCrypto.hash(changed.dropLast(32))
      bench.disk.put(changed, at: Self.path)
      await #expect(throws: SessionKeepingRefusal.self, "byte \(index), and the hash") {
        try await vault.sessionTokens(of: Self.service)
      }
    }
  }

  @Test func aDamagedFileIsSetAsideByTheNextSignIn() async throws {
    let vault = try await bench.makeOpenVault()
    bench.disk.put([1, 2, 3], at: Self.path)
    try await vault.keepSessionTokens(tokens())
    #expect(Self.text(try await vault.sessionTokens(of: Self.service)?.access) == "access-1")
    #expect(bench.disk.contents(Self.path + ".unreadable-1") == [1, 2, 3])
  }

  @Test func sessionsOfARemovedVaultAreNotUsed() async throws {
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    let old = try #require(bench.disk.contents(Self.path))
    let other = VaultBench(seed: 9)
    let next = try await other.makeOpenVault()
    other.disk.put(old, at: Self.path)
    await #expect(throws: SessionKeepingRefusal.damaged(path: Self.path)) {
      try await next.sessionTokens(of: Self.service)
    }
  }

  @Test func sessionsOfANewerWalletAreNamedAndNotTouched() async throws {
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    let bytes = try #require(bench.disk.contents(Self.path))
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    let newer = Array(line.replacing("\"version\":1}", with: "\"version\":2}").utf8)
    var changed = newer + bytes.dropFirst(line.utf8.count).dropLast(32)
    changed += VaultCrypto.hash(changed)
    bench.disk.put(changed, at: Self.path)
    let refusal = SessionKeepingRefusal.unsupportedVersion(found: 2, supported: 1)
    await #expect(throws: refusal) { try await vault.sessionTokens(of: Self.service) }
    await #expect(throws: refusal) { try await vault.keepSessionTokens(tokens()) }
    #expect(bench.disk.contents(Self.path) == changed)
  }

  /// A file that the first version wrote, which every later one must open.
  @Test func sessionsOfTheFirstVersionAreRead() async throws {
    let bench = VaultBench(seed: 2026)
    let vault = try await bench.makeOpenVault()
    bench.disk.put(try Hex.decode(Self.written), at: Self.path)
    let kept = try #require(try await vault.sessionTokens(of: Self.service))
    #expect(Self.text(kept.access) == "access-1")
    #expect(Self.text(kept.refresh) == "refresh-1")
  }

  @Test func sameRandomnessWritesTheSameSessions() async throws {
    let bench = VaultBench(seed: 2026)
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    let written = try #require(bench.disk.contents(Self.path))
    #expect(Hex.encode(written) == Self.written)
  }

  private static let written = """
    0x7b22636970686572223a226165732d3235362d67636d222c22666f726d6174223a2268656164726163652d73\
    657373696f6e73222c226e6f6e6365223a22663665383837383261313137303264623135613935626530222c22\
    7661756c74223a2262393766303964623136633038363165396139623535653863646538326437366132393031\
    636463343336363031626139653135383165616366616633623164222c2276657273696f6e223a317d0ac991c8\
    2f606412274e1bf42690a89793b2e139dfb53b7d3712e1047de858d03b99b2995eb1730d4b701ae5a9082fd39c\
    644d4d4706da914ad9810698ec0cbf2ed049b66e2a44850cecf4a97c6cb18a5ab46790707d67ee8d1fe4266b3a\
    621a110e6adc79ea2381b63498ab599f6086093c4f7c6dde08116d910fb74d84dd99e8d8d64ce9869c6a459674\
    063125312f1e9c7fee66f8daf9693477badf3c21def329a914ef3819fb4ac536e99f3f68fc2f2eb8a6d44f2b37\
    6771dd129ebc03a971f538cbf966cfb0b18a2c46898fc8f5d1cf068010d3aba1339c9ba16757b6a47dca162eb9\
    8e548a313afb0a3e
    """

  // MARK: - Limits, leases and the end

  @Test func thirtyTwoSessionsAreKeptAndNoMore() async throws {
    let vault = try await bench.makeOpenVault()
    for number in 1...SessionsPayload.sessionCountMax {
      try await vault.keepSessionTokens(tokens(service: "https://a\(number).org"))
    }
    await #expect(throws: SessionKeepingRefusal.tooManySessions(limit: 32)) {
      try await vault.keepSessionTokens(tokens(service: "https://b.org"))
    }
    try await vault.keepSessionTokens(tokens("access-2", service: "https://a1.org"))
    #expect(Self.text(try await vault.sessionTokens(of: "https://a1.org")?.access) == "access-2")
    #expect(try await vault.sessionTokens(of: "https://a32.org") != nil)
  }

  @Test func oneAmongAllProcessesGetsOtherTokens() async throws {
    let vault = try await bench.makeOpenVault()
    let other = bench.makeVault()
    _ = try await VaultClient.live(other).unlock(other.deposit(VaultBench.passcode))
    var lease = try await vault.tryLeaseSessions()
    #expect(lease != nil)
    #expect(try await other.tryLeaseSessions() == nil)
    // Reading and writing continue in the meantime.
    try await other.keepSessionTokens(tokens())
    lease = nil
    #expect(try await other.tryLeaseSessions() != nil)
  }

  @Test func erasingRemovesTheSessions() async throws {
    let vault = try await bench.makeOpenVault()
    try await vault.keepSessionTokens(tokens())
    let client = VaultClient.live(vault)
    try await client.erase(client.authorize(.erase, vault.deposit(VaultBench.passcode)))
    #expect(bench.disk.contents(Self.path) == nil)
  }

  @Test func machineStoppedWhileKeepingTokensLeavesTheOldOrTheNewOnes() async throws {
    let rehearsal = try await bench.makeOpenVault()
    try await rehearsal.keepSessionTokens(tokens())
    let before = bench.disk.stepCount
    try await rehearsal.keepSessionTokens(tokens("access-2", "refresh-2"))
    let stepCount = bench.disk.stepCount - before
    for stop in SimulatedDisk.Stop.allCases {
      for step in 1...stepCount {
        let bench = VaultBench()
        let vault = try await bench.makeOpenVault()
        try await vault.keepSessionTokens(tokens())
        bench.disk.plan(.stop(stop), atStep: bench.disk.stepCount + step)
        await #expect(throws: SessionKeepingRefusal.self, "\(stop) before step \(step)") {
          try await vault.keepSessionTokens(tokens("access-2", "refresh-2"))
        }
        bench.disk.restart()
        let next = bench.makeVault()
        _ = try await VaultClient.live(next).unlock(next.deposit(VaultBench.passcode))
        let kept = try await next.sessionTokens(of: Self.service)
        #expect(
          ["access-1 refresh-1", "access-2 refresh-2"].contains(
            "\(Self.text(kept?.access) ?? "") \(Self.text(kept?.refresh) ?? "")"),
          "\(stop) before step \(step)")
      }
    }
  }
}
