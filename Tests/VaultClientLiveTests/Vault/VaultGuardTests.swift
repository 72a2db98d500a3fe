import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import Synchronization
import Testing
import VaultClient

@testable import VaultClientLive

/// The vault's refusals of its files, and of other vaults in its place.
@Suite struct VaultGuardTests {
  private static let minute: Int64 = 60_000
  private let bench = VaultBench()

  /// Another vault, whose passcode the attacker knows, replaces the open one while that passcode is
  /// typed.
  @Test func authorizingIsBoundToTheVaultThatIsOpen() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let own = try #require(bench.disk.contents(VaultBench.vaultPath))
    let stranger = VaultBench(seed: 2)
    let strangers = stranger.makeVault()
    stranger.disk.put(
      try #require(bench.disk.contents(VaultBench.deviceKeyPath)), at: VaultBench.deviceKeyPath)
    let handle = try await VaultClient.live(strangers).importPhrase(
      strangers.deposit(VaultBench.phrase))
    let known = "a passcode that the stranger knows"
    try await VaultClient.live(strangers).setPasscode(
      handle, .passphrase, strangers.deposit(known), strangers.deposit(known))
    _ = try await VaultClient.live(strangers).commit(handle)

    bench.disk.put(
      try #require(stranger.disk.contents(VaultBench.vaultPath)), at: VaultBench.vaultPath)
    await #expect(throws: AuthorizationRefusal.locked) {
      try await client.authorize(.revealPhrase, vault.deposit(known))
    }
    bench.disk.put(own, at: VaultBench.vaultPath)
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  @Test(
    arguments: [
      (VaultBench.vaultPath, 0o644), (VaultBench.vaultPath, 0o660),
      (VaultBench.deviceKeyPath, 0o640), (VaultBench.folder, 0o777), (VaultBench.folder, 0o701),
      (VaultBench.attemptsPath, 0o644), (VaultBench.attemptsPath, 0o606),
      ("/", 0o777), ("/", 0o775),
    ] as [(String, UInt16)])
  func filesThatOthersMayReadOrReplaceAreNotOpened(path: String, mode: UInt16) async throws {
    _ = try await bench.makeOpenVault()
    bench.disk.setMode(mode, of: path)
    let vault = bench.makeVault()
    await #expect(throws: UnlockRefusal.storage(.exposed(path: path, mode: mode))) {
      try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
    }
  }

  /// The folder above may be like `/tmp`, where users can't rename the files of others.
  @Test(arguments: [0o755, 0o1777] as [UInt16])
  func aParentFolderThatOthersCannotChangeIsAccepted(mode: UInt16) async throws {
    _ = try await bench.makeOpenVault()
    bench.disk.setMode(mode, of: "/")
    let vault = bench.makeVault()
    _ = try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
  }

  @Test(
    arguments: [
      VaultBench.vaultPath, VaultBench.attemptsPath, VaultBench.deviceKeyPath, VaultBench.folder,
    ])
  func filesOfAnotherUserAreNotOpened(path: String) async throws {
    _ = try await bench.makeOpenVault()
    bench.disk.setMode(path == VaultBench.folder ? 0o700 : 0o600, of: path, owner: .other)
    let vault = bench.makeVault()
    await #expect(throws: UnlockRefusal.storage(.foreign(path: path))) {
      try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
    }
  }

  /// The owner of the folder above can replace the vault's folder, whatever the mode says.
  ///
  /// The folder above may be the administrator's, as `/home` is.
  @Test(
    arguments: [(.other, 0o755), (.other, 0o1777), (.administrator, 0o755)]
      as [(FileOwner, UInt16)])
  func aFolderAboveThatBelongsToAnotherUserIsRefused(owner: FileOwner, mode: UInt16) async throws {
    _ = try await bench.makeOpenVault()
    bench.disk.setMode(mode, of: "/", owner: owner)
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    guard owner == .other else {
      _ = try await client.unlock(vault.deposit(VaultBench.passcode))
      return
    }
    await #expect(throws: UnlockRefusal.storage(.foreign(path: "/"))) {
      try await client.unlock(vault.deposit(VaultBench.passcode))
    }
  }

  /// The folder of a key that is kept elsewhere was not checked.
  @Test(
    arguments: [
      (0o777, .user, .exposed(path: "/stick", mode: 0o777)),
      (0o770, .user, .exposed(path: "/stick", mode: 0o770)),
      (0o755, .other, .foreign(path: "/stick")), (0o1777, .other, .foreign(path: "/stick")),
      (0o755, .user, nil), (0o1777, .administrator, nil),
    ] as [(UInt16, FileOwner, VaultStorageFailure?)])
  func theFolderOfAKeyElsewhereIsChecked(
    mode: UInt16, owner: FileOwner, failure: VaultStorageFailure?
  ) async throws {
    try await bench.create(in: bench.makeVault(deviceKeyPath: "/stick/key"))
    bench.disk.setMode(mode, of: "/stick", owner: owner)
    let vault = bench.makeVault(deviceKeyPath: "/stick/key")
    let client = VaultClient.live(vault)
    guard let failure else {
      _ = try await client.unlock(vault.deposit(VaultBench.passcode))
      return
    }
    await #expect(throws: UnlockRefusal.storage(failure)) {
      try await client.unlock(vault.deposit(VaultBench.passcode))
    }
    #expect(try await client.status() == .locked(.tries(left: 5)))
    // Nor is a key made there.
    let other = bench.makeVault(in: "/other", deviceKeyPath: "/stick/another")
    await #expect(throws: CommitRefusal.storage(failure)) { try await bench.create(in: other) }
  }

  /// Sealed by the right key, as by a wallet with a defect: the vault is not opened.
  ///
  /// No try is counted against its owner, and that address is not shown for receiving.
  @Test func aVaultWithAnotherPhrasesAddressIsDamaged() async throws {
    let vault = try await bench.makeOpenVault()
    let key = try #require(await vault.open?.key)
    let file = try VaultFile(decoding: try #require(bench.disk.contents(VaultBench.vaultPath)))
    let opened = try #require(VaultCrypto.open(file, key: key))
    let payload = try Self.replacingFirstAddress(of: try VaultPayload(decoding: opened))
    bench.disk.put(
      VaultCrypto.seal(
        payload, key: key, deviceKeyID: file.deviceKeyID, cost: file.cost, salt: file.salt,
        nonce: file.nonce
      ).encoded, at: VaultBench.vaultPath)
    let next = bench.makeVault()
    await #expect(throws: UnlockRefusal.storage(.damaged(path: VaultBench.vaultPath))) {
      try await VaultClient.live(next).unlock(next.deposit(VaultBench.passcode))
    }
    #expect(try await VaultClient.live(next).status() == .locked(.tries(left: 5)))
    bench.disk.put(file.encoded, at: VaultBench.vaultPath)
    #expect(
      try await VaultClient.live(next).unlock(next.deposit(VaultBench.passcode))
        .map(\.address.checksummed) == [VaultBench.addresses[0]])
  }

  /// Returns the same payload with an address of another phrase instead of its first one.
  private static func replacingFirstAddress(of payload: VaultPayload) throws -> VaultPayload {
    let other = VaultPayload(.phrase(entropy: SecretBox(SecretBytes([UInt8](2...17)))))
    var text = VaultCrypto.exposedBytes(of: payload.encoded)
    let own = Array(payload.accounts[0].address.hex.utf8)
    let start = try #require(text.indices.first { text[$0...].starts(with: own) })
    text.replaceSubrange(
      start..<(start + own.count), with: Array(other.accounts[0].address.hex.utf8))
    return try VaultPayload(decoding: SecretBox(SecretBytes(text)))
  }

  @Test func addressesAreDerivedAgainWhenTheVaultOpens() throws {
    var payload = VaultPayload(
      .phrase(entropy: SecretBox(SecretBytes([UInt8](1...16)))))
    payload.addAccount()
    #expect(payload.hasAddressesOfItsPhrase)
    let changed = try Self.replacingFirstAddress(of: payload)
    #expect(!changed.hasAddressesOfItsPhrase)
  }

  @Test func depositsGoWhenTheirTimeIsOverWithoutACall() async {
    let clock = ManualCalls()
    let vault = bench.makeVault(later: clock.later)
    let handle = await vault.deposit(VaultBench.passcode)
    #expect(clock.milliseconds == [SecretDeposits.millisecondsMax])
    bench.advance(milliseconds: SecretDeposits.millisecondsMax - 1)
    clock.call()
    // It came a millisecond too early, and comes again.
    #expect(vault.deposits.count == 1 && clock.milliseconds == [1])
    bench.advance(milliseconds: 1)
    clock.call()
    #expect(vault.deposits.count == 0 && clock.milliseconds == [])
    _ = handle
  }

  @Test(
    arguments: [
      "\u{202E}evil", "pay\u{200B}pal", "a\u{2066}b", "x\u{FEFF}", "a\u{3164}b", "pay\u{200D}pal",
      "paypal\u{FE0F}", "1\u{FE0F}", "🦊\u{FE0F}", "🦊\u{200D}", "🦊\u{200D}b", "🦊\u{200D}\u{200D}🦊",
      "pay\u{A0}pal", "pay\u{3000}pal", "pay\u{2800}pal", "\u{2800}", "paypal\u{A0}",
      "pay\u{115F}pal", "pay\u{1160}pal", "pay\u{FFA0}pal", "pay\u{1D159}pal",
    ])
  func namesWithMarksThatCannotBeSeenAreRefused(name: String) async throws {
    let vault = try await bench.makeOpenVault()
    await #expect(throws: AccountRefusal.invalidName(maximumCount: 40)) {
      try await VaultClient.live(vault).renameAccount(AccountID(rawValue: 0), name)
    }
  }

  @Test(arguments: ["👨‍👩‍👧", "Zoë ❤️", "👩🏽‍🚀", "1️⃣", "👁️‍🗨️"])
  func picturesAreNames(name: String) async throws {
    let vault = try await bench.makeOpenVault()
    let account = try await VaultClient.live(vault).renameAccount(AccountID(rawValue: 0), name)
    #expect(account.name == name)
  }

  /// A letter with any number of marks is one character.
  @Test func aNameHas160ScalarsAtMost() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let longest = "b" + String(repeating: "\u{301}", count: 159)
    #expect(try await client.renameAccount(AccountID(rawValue: 0), longest).name == longest)
    await #expect(throws: AccountRefusal.invalidName(maximumCount: 40)) {
      try await client.renameAccount(AccountID(rawValue: 0), longest + "\u{301}")
    }
  }
}

/// Calls that a test triggers.
final class ManualCalls: Sendable {
  private let waiting = Mutex<[(milliseconds: Int64, work: @Sendable () -> Void)]>([])

  /// The delays of the waiting calls.
  var milliseconds: [Int64] { waiting.withLock { $0.map(\.milliseconds) } }

  var later: @Sendable (Int64, @escaping @Sendable () -> Void) -> Void {
    { milliseconds, work in self.waiting.withLock { $0.append((milliseconds, work)) } }
  }

  /// Triggers all waiting calls.
  func call() {
    let works = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting.map(\.work)
    }
    for work in works { work() }
  }
}
