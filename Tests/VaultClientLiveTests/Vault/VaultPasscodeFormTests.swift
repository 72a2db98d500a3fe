import EthereumCrypto
import Testing
import VaultClient

@testable import VaultClientLive

/// A passcode has several forms in Unicode; a try with another form used to count as wrong.
///
/// Keyboards, systems and password managers encode an umlaut as one scalar or as two.
@Suite("Forms of a passcode")
struct VaultPasscodeFormTests {
  private static let composed = "p\u{E4}ssw\u{F6}rter \u{C554}\u{D638}"
  private static let decomposed =
    "pa\u{308}sswo\u{308}rter \u{110B}\u{1161}\u{11B7}\u{1112}\u{1169}"
  private static let wide = "\u{FF50}\u{E4}ssw\u{F6}rter \u{C554}\u{D638}"

  private let bench = VaultBench()

  private func create(_ passcode: String, again: String? = nil) async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let handle = try await client.importPhrase(vault.deposit(VaultBench.phrase))
    try await client.setPasscode(
      handle, .passphrase, vault.deposit(passcode), vault.deposit(again ?? passcode))
    _ = try await client.commit(handle)
  }

  private func unlock(_ passcode: String) async throws {
    let vault = bench.makeVault()
    _ = try await VaultClient.live(vault).unlock(vault.deposit(passcode))
  }

  @Test(arguments: [composed, decomposed, wide], [composed, decomposed, wide])
  func everyFormOpensAVault(made: String, typed: String) async throws {
    try await create(made)
    try await unlock(typed)
  }

  /// Its normal form, from which the key is made, is a common passcode.
  @Test func aCommonPasscodeInFullWidthIsRefused() {
    let passcode = SecretBox(SecretBytes(Array("ｐａｓｓｗｏｒｄ１２３".utf8)))
    #expect(throws: PasscodeRefusal.tooCommon) {
      try VaultCrypto.check(passcode, policy: .passphrase)
    }
  }

  @Test func theSecondTimeMayHaveAnotherForm() async throws {
    try await create(Self.composed, again: Self.decomposed)
  }

  /// A vault of an earlier release, which used the bytes as they were typed.
  @Test(arguments: [composed, wide])
  func aVaultOfTheTypedBytesStillOpensByThem(passcode: String) async throws {
    try await create(passcode)
    try await bench.makeVault().sealAsTyped(passcode)
    try await unlock(passcode)
    await #expect(throws: UnlockRefusal.wrongPasscode(triesLeft: 4)) {
      try await unlock(Self.decomposed)
    }
    // Right passcodes never count as tries.
    try await unlock(passcode)
    await #expect(throws: UnlockRefusal.wrongPasscode(triesLeft: 4)) { try await unlock("wrong") }
  }

  /// Checking both forms counts as one try.
  @Test func aWrongPasscodeInTwoFormsCountsOnce() async throws {
    try await create(Self.composed)
    for left in [4, 3, 2] {
      await #expect(throws: UnlockRefusal.wrongPasscode(triesLeft: left)) {
        try await unlock("w\u{E4}re es das?")
      }
    }
  }

  /// A new passcode is used in its normal form, whatever form the old one had.
  @Test func aNewPasscodeOpensInEveryForm() async throws {
    try await create("correct horse")
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    _ = try await client.unlock(vault.deposit("correct horse"))
    let leave = try await client.authorize(.changePasscode, vault.deposit("correct horse"))
    try await client.changePasscode(
      leave, .passphrase, vault.deposit(Self.composed), vault.deposit(Self.decomposed))
    try await unlock(Self.wide)
  }
}

extension Vault {
  /// Seals the vault on the disk as releases did that did not normalise passcodes.
  fileprivate func sealAsTyped(_ passcode: String) async throws {
    let file = try #require(try disk.readVault())
    let deviceKey = try disk.readDeviceKey(of: file)
    let typed = SecretBox(SecretBytes(Array(passcode.utf8)))
    var keys: [SecretBox] = []
    for isAsTyped in [false, true] {
      keys.append(
        try await VaultKeyDerivation.vaultKey(
          passcode: typed, isAsTyped: isAsTyped, deviceKey: deviceKey, cost: file.cost,
          salt: file.salt, progress: progressBoard, environment: environment))
    }
    let opened = try #require(VaultCrypto.open(file, key: keys[0]))
    let sealed = VaultCrypto.seal(
      try VaultPayload(decoding: opened), key: keys[1], deviceKeyID: file.deviceKeyID,
      cost: file.cost, salt: file.salt, nonce: file.nonce, openings: file.openings,
      journal: file.journal)
    try disk.withLock(refusal: { $0 }) { () throws(VaultStorageFailure) in
      try disk.writeVault(sealed)
    }
  }
}
