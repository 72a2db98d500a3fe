import BigInt
import DevChain
import EthereumCrypto
import EthereumKeys
import EthereumPrimitives
import Foundation
import ProcessScanning
import Testing

@testable import VaultClientLive

/// Scans of the memory of the wallet's process: at each prompt, and after a signature.
///
/// The scanner must be allowed to debug a process that forbids it: it runs as root.
@Suite(.serialized, .enabled(if: ProcessMemory.isReadable, "the scanner must be root"))
struct MemoryScanTests {
  static let passcode = "a passcode of no other test 4711"

  /// A scan at a text of the terminal.
  struct Scan: Equatable {
    let text: String
    let found: [String: Set<ProcessMemory.Place>]
  }

  @Test func theScheduleMatchesTheStandard() {
    // FIPS 197, appendix A.3.
    let key: [UInt8] = [
      0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae, 0xf0, 0x85, 0x7d, 0x77,
      0x81,
      0x1f, 0x35, 0x2c, 0x07, 0x3b, 0x61, 0x08, 0xd7, 0x2d, 0x98, 0x10, 0xa3, 0x09, 0x14, 0xdf,
      0xf4,
    ]
    let derived = AESKeySchedule.derivedPart(of: key)
    #expect(derived.prefix(4) == [0x9b, 0xa3, 0x54, 0x11])
    #expect(derived.suffix(4) == [0x70, 0x6c, 0x63, 0x1e])
  }

  /// The scan finds a secret that exists: the wallet's key, in locked memory alone.
  @Test func nothingIsLeftAtAnyPromptNorAfterSigning() async throws {
    let home = try TemporaryHome()
    let phrase = SecretBytes.random(count: 16).asPhrase()
    let importing = try await scans(
      ["import"], home, needles: try needles(phrase),
      answers: [
        "Recovery phrase or private key: ": phrase,
        "New passcode, 8 characters or more: ": Self.passcode,
        "Repeat the passcode: ": Self.passcode,
      ])
    #expect(
      importing.map(\.text) == [
        "Recovery phrase or private key: ", "New passcode, 8 characters or more: ",
        "Repeat the passcode: ",
      ])
    // Typed text waits in locked memory until it is used.
    #expect(importing[0].found == [:])
    #expect(importing[1].found == ["entropy": [.locked]])
    #expect(importing[2].found == ["entropy": [.locked], "passcode": [.locked]])

    let all = try needles(phrase, home: home)
    let funds = [try address(of: phrase): BigUInt(10).power(19)]
    let chain = DevChain(DevChainConfiguration(genesisBalances: funds, isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let sending = try await scans(
        [
          "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "0.25",
          "--rpc-url",
          url,
        ],
        home, needles: all,
        answers: [
          "Send it? (yes/no) ": "yes", "Passcode, to sign this payment: ": Self.passcode,
        ], stopsAt: "waiting for")
      #expect(
        sending == [
          // The review needs no secret.
          Scan(text: "Send it? (yes/no) ", found: [:]),
          Scan(text: "Passcode, to sign this payment: ", found: [:]),
          // The vault is locked as soon as the payment is recorded.
          Scan(text: "waiting for", found: [:]),
        ])
    }
  }

  func address(of phrase: String) throws -> Address {
    let path = try #require(DerivationPath.ethereum(account: 0))
    let seed = try Mnemonic(phrase: phrase).seed()
    return try HDPrivateKey(seed: seed).descendant(path).privateKey().address()
  }

  /// The bytes that must not be found, of a phrase, and of the wallet in a home that has one.
  func needles(_ phrase: String, home: TemporaryHome? = nil) throws -> [String: [UInt8]] {
    let mnemonic = try Mnemonic(phrase: phrase)
    let seed = mnemonic.seed()
    let master = try HDPrivateKey(seed: seed)
    let path = try #require(DerivationPath.ethereum(account: 0))
    let key = try master.descendant(path).privateKey()
    var needles: [String: [UInt8]] = [
      "phrase": Array(phrase.utf8), "entropy": mnemonic.withEntropy { Array($0) },
      "seed": seed.withUnsafeBytes { Array($0) }, "private key": key.withUnsafeBytes { Array($0) },
      "master key": master.privateKey().withUnsafeBytes { Array($0) },
      "passcode": Array(Self.passcode.utf8),
    ]
    guard let home else { return needles }
    let folder = home.path + "/.headrace/vault/"
    let file = try VaultFile(decoding: Array(Data(contentsOf: URL(filePath: folder + "vault"))))
    let deviceKey = Array(try Data(contentsOf: URL(filePath: folder + "device-key")))
    let vaultKey = try #require(
      VaultCrypto.vaultKey(
        passcode: SecretBox(SecretBytes(Self.passcode.utf8)),
        deviceKey: SecretBox(SecretBytes(deviceKey)), cost: file.cost, salt: file.salt))
    let bytes = vaultKey.bytes.withUnsafeBytes { Array($0) }
    needles["vault key"] = bytes
    // The possible traces of reading a file, and of a code of both.
    needles["device key"] = deviceKey
    let password = HMACSHA512.authenticationCode(for: Array(Self.passcode.utf8), key: deviceKey)
    needles["stretched password"] = password.withUnsafeBytes { Array($0) }
    needles["key schedule"] = AESKeySchedule.derivedPart(of: bytes).prefix(64) + []
    return needles
  }

  /// Runs the executable at a terminal, and scans it before each answer.
  func scans(
    _ arguments: [String], _ home: TemporaryHome, needles: [String: [UInt8]],
    answers: [String: String], stopsAt end: String? = nil
  ) async throws -> [Scan] {
    let process = try WalletProcess(arguments, home: home, watching: .terminal)
    var scans: [Scan] = []
    for await piece in process.pieces {
      if let answer = answers[piece] {
        scans.append(try scan(process, piece, needles))
        try process.type(answer)
      } else if let end, piece.contains(end), scans.last?.text != end {
        scans.append(try scan(process, end, needles))
        process.signal(SIGKILL)
      }
    }
    _ = try await process.outcome()
    return scans
  }

  func scan(
    _ process: WalletProcess, _ text: String, _ needles: [String: [UInt8]]
  ) throws -> Scan {
    Scan(text: text, found: try ProcessMemory(of: process.id).places(of: needles))
  }
}

extension SecretBytes {
  /// Returns a phrase of these bytes, as text.
  consuming func asPhrase() -> String {
    do {
      let mnemonic = try Mnemonic(entropy: self)
      return mnemonic.phrase().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    } catch {
      preconditionFailure("16 bytes are the entropy of a phrase: \(error)")
    }
  }
}
