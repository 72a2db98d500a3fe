import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Testing
import VaultClient

@testable import VaultClientLive

/// A vault that is made from a private key instead of a phrase.
@Suite("A private key in the vault")
struct VaultKeyImportTests {
  private static let key = "4646464646464646464646464646464646464646464646464646464646464646"
  /// The key and the address of EIP-155's example.
  private static let address = "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"
  private static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
  private static let greatest = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
  private static let one = String(repeating: "0", count: 63) + "1"

  private let bench = VaultBench()

  private func made(_ key: String, accepting: Bool = true) async throws -> (Vault, CommittedVault) {
    let vault = bench.makeVault(acceptsPublishedPhrases: accepting)
    let client = VaultClient.live(vault)
    let handle = try await client.importPhrase(vault.deposit(key))
    #expect(handle.wordCount == 0)
    try await client.setPasscode(
      handle, .passphrase, vault.deposit(VaultBench.passcode), vault.deposit(VaultBench.passcode))
    return (vault, try await client.commit(handle))
  }

  @Test(arguments: [key, "0x" + key, greatest, one, greatest.uppercased()])
  func aKeyIsImportedWithAndWithoutItsPrefix(text: String) async throws {
    let (_, committed) = try await made(text)
    #expect(committed.accounts.map(\.path) == [VaultAccount.keyPath])
    if text.hasSuffix(Self.key) {
      #expect(committed.accounts[0].address.checksummed == Self.address)
    }
  }

  @Test(arguments: [
    (String(repeating: "0", count: 64), PhraseImportRefusal.keyOutOfRange),
    (order, .keyOutOfRange), (String(repeating: "f", count: 64), .keyOutOfRange),
    (String(key.dropLast()), .keyLength(found: 63)), (key + "4", .keyLength(found: 65)),
    ("0x", .keyLength(found: 0)), ("0x" + key + "46", .keyLength(found: 66)),
    ("g" + key.dropFirst(), .keyDigit(position: 1)), ("0X" + key, .keyDigit(position: 2)),
    ("0x" + key.dropLast() + "-", .keyDigit(position: 64)), (key + "\n", .keyDigit(position: 65)),
    ("face", .wrongWordCount(found: 1)),
  ])
  func invalidKeysAreRejected(text: String, refusal: PhraseImportRefusal) async throws {
    let vault = bench.makeVault()
    await #expect(throws: refusal) {
      try await VaultClient.live(vault).importPhrase(vault.deposit(text))
    }
    #expect(try await VaultClient.live(vault).status() == .empty)
  }

  /// The first account of the development phrase, whose key every development chain prints, and a
  /// key of one byte repeated.
  @Test(arguments: ["ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80", key])
  func aKeyThatEverybodyKnowsIsRefusedOffDevelopmentChains(text: String) async throws {
    let vault = bench.makeVault(acceptsPublishedPhrases: false)
    await #expect(throws: PhraseImportRefusal.published) {
      try await VaultClient.live(vault).importPhrase(vault.deposit(text))
    }
  }

  @Test func theVaultOpensAgainWithTheKeysAccount() async throws {
    let (_, committed) = try await made(Self.key)
    let vault = bench.makeVault()
    let accounts = try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
    #expect(accounts == committed.accounts)
  }

  @Test func aKeyHasOneAccount() async throws {
    let (vault, committed) = try await made(Self.key)
    let client = VaultClient.live(vault)
    await #expect(throws: AccountRefusal.keyHasOneAccount) { try await client.deriveAccount() }
    let renamed = try await client.renameAccount(committed.accounts[0].id, "Old key")
    #expect(renamed.name == "Old key" && renamed.address == committed.accounts[0].address)
  }

  @Test func itSignsByTheKey() throws {
    let bytes = [UInt8](repeating: 0x46, count: 32)
    let origin = VaultOrigin.privateKey(SecretBox(SecretBytes(bytes)))
    #expect(VaultKeys.address(origin, index: 0).checksummed == Self.address)
    #expect(VaultKeys.addresses(origin, indices: [0]) == [VaultKeys.address(origin, index: 0)])
    let transaction = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: 1, nonce: 9, maxPriorityFeePerGas: 1, maxFeePerGas: 2, gasLimit: 21_000,
        to: .zero, value: 1))
    let signed = transaction.signed(by: try PrivateKey(SecretBytes(bytes)))
    #expect(
      VaultKeys.sign(transaction, origin, index: 0)
        == SignedTransaction(rawTransaction: signed.encoded, hash: signed.hash))
  }

  @Test func theKeyIsShownAsItIsTyped() {
    let origin = VaultOrigin.privateKey(SecretBox(SecretBytes([UInt8](1...32))))
    let shown = VaultCrypto.exposedBytes(of: VaultKeys.backup(origin))
    #expect(
      String(decoding: shown, as: UTF8.self)
        == "0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
  }

  // MARK: - The Form on the Disk

  private func bytes(_ payload: VaultPayload) -> [UInt8] {
    VaultCrypto.exposedBytes(of: payload.encoded)
  }

  private func read(_ bytes: [UInt8]) throws -> VaultPayload {
    try VaultPayload(decoding: SecretBox(SecretBytes(bytes)))
  }

  /// Earlier wallets wrote version 1; it is read and written as before.
  @Test func aPhraseKeepsItsForm() throws {
    let payload = VaultPayload(.phrase(entropy: SecretBox(SecretBytes([UInt8](1...16)))))
    let bytes = self.bytes(payload)
    #expect(Array(bytes.prefix(18)) == [1, 16] + [UInt8](1...16))
    let read = try self.read(bytes)
    #expect(read.accounts == payload.accounts && self.bytes(read) == bytes)
  }

  @Test func aKeyIsTheNextForm() throws {
    let payload = VaultPayload(.privateKey(SecretBox(SecretBytes([UInt8](1...32)))))
    let bytes = self.bytes(payload)
    #expect(Array(bytes.prefix(34)) == [2, 32] + [UInt8](1...32))
    let read = try self.read(bytes)
    #expect(read.accounts == payload.accounts && self.bytes(read) == bytes)
    #expect(read.hasAddressesOfItsPhrase)
  }

  @Test func keyFilesThatNoWalletWritesAreRejected() throws {
    let key = bytes(VaultPayload(.privateKey(SecretBox(SecretBytes([UInt8](1...32))))))
    var newer = key
    newer[0] = 3
    #expect(throws: VaultPayload.Unreadable.unsupportedVersion(found: 3)) { try read(newer) }
    var zero = key
    zero.replaceSubrange(2..<34, with: [UInt8](repeating: 0, count: 32))
    #expect(throws: VaultPayload.Unreadable.damaged) { try read(zero) }
    // A key of 16 bytes, and a key with two accounts.
    var short = bytes(VaultPayload(.phrase(entropy: SecretBox(SecretBytes([UInt8](1...16))))))
    short[0] = 2
    #expect(throws: VaultPayload.Unreadable.damaged) { try read(short) }
    var two = VaultPayload(.phrase(entropy: SecretBox(SecretBytes([UInt8](1...32)))))
    two.addAccount()
    var bytes = self.bytes(two)
    bytes[0] = 2
    #expect(throws: VaultPayload.Unreadable.damaged) { try read(bytes) }
  }
}
