import BigInt
import DevChain
import EthereumCrypto
import EthereumKeys
import EthereumPrimitives
import Foundation
import HeadraceTerminal
import HeadraceTerminalTesting
import ProcessScanning
import Testing

@testable import VaultClientLive

/// What can be read in the memory of the app's process: at each of its prompts, after it has
/// signed, and after it was locked.
///
/// Who scans has to be allowed to debug a process that lets nobody do so: root.
@Suite(.serialized, .enabled(if: ProcessMemory.isReadable)) struct ScreenMemoryTests {
  private static let passcode = "a passcode of the screens 0815"
  private static let phrase =
    "gauge hole clog property soccer idea cycle stadium utility slice hold chief"

  /// Typed at once, so that the process reads all of it in one piece.
  @Test func nothingIsLeftAtAnyPromptOfTheApp() async throws {
    let chain = DevChain(
      DevChainConfiguration(genesisBalances: [try address(): BigUInt(10).power(19)]))
    let server = DevChainServer(chain: chain, port: 0)
    let ports = AsyncStream<UInt16>.makeStream()
    let serving = Task { try await server.run { ports.continuation.yield($0) } }
    for await port in ports.stream {
      do {
        try play("http://127.0.0.1:\(port)")
      } catch {
        await server.stop()
        throw error
      }
      break
    }
    await server.stop()
    try await serving.value
  }

  private func play(_ url: String) throws {
    let process = try ScreenProcess(
      ["screens", "--rpc-url", url], size: Size(columns: 100, rows: 40))
    var needles = try needles()
    let open: [String: Set<ProcessMemory.Place>] = ["vault key": [.locked]]

    process.expect("Make a new wallet")
    process.type("\u{1B}[B\r")
    process.expect("Type the recovery phrase")
    process.type(Self.phrase)
    process.expect(Array(repeating: "●", count: 32).joined(separator: " "))
    // What is typed waits in locked memory until it is used.
    try expect(process, needles, ["phrase": [.locked], "four words": [.locked]], "phrase typed")
    process.type("\r")
    process.expect("Choose a passcode")
    try expect(process, needles, ["entropy": [.locked]], "new passcode")
    process.type(Self.passcode + "\r")
    process.expect("The same again")
    try expect(
      process, needles, ["entropy": [.locked], "passcode": [.locked]], "the same again")
    process.type(Self.passcode + "\r")
    process.expect("Activity")
    needles.merge(try vaultNeedles(process.home)) { $1 }
    try expect(process, needles, open, "home")

    process.type("s")
    process.expect("Amount in ether")
    process.type(DevChainAccounts.addresses[1].checksummed + "\r")
    process.type("0.25\r")
    process.expect("Type your passcode to sign and send.")
    try expect(process, needles, open, "review")
    process.type(Self.passcode + "\r")
    process.expect("Paid. A block has the payment.")
    // The vault locks itself as soon as the payment is recorded; the screens stay.
    try expect(process, needles, [:], "paid")
    process.type("\r")
    process.expect("Activity")
    process.type("l")
    process.expect("Type your passcode.")
    try expect(process, needles, [:], "locked")
    process.type(Self.passcode + "\r")
    process.expect("Activity")
    try expect(process, needles, open, "opened again")
  }

  /// A new phrase is drawn word by word; as one text it is in locked memory alone, and nowhere once
  /// the wallet is made.
  @Test func aNewPhraseIsNowhereAsOneTextOnceItWasNoted() throws {
    let process = try ScreenProcess(["screens"], size: Size(columns: 100, rows: 40))
    process.expect("Make a new wallet")
    process.type("\r")
    process.expect("I wrote them down")
    let words = process.screen.text.matches(of: /(?:^|\s)(\d{1,2}) ([a-z]{3,8})(?=\s|$)/)
      .sorted { (Int($0.1) ?? 0) < (Int($1.1) ?? 0) }.map { String($0.2) }
    try #require(words.count == 12)
    let phrase = words.joined(separator: " ")
    var needles = try needles(phrase)
    try expect(
      process, needles, ["phrase": [.locked], "four words": [.locked], "entropy": [.locked]],
      "shown")
    process.type("\r")
    var asked: Set<Int> = []
    for _ in 1...3 {
      var place = 0
      let isAsked = process.waits {
        let match = process.screen.text.firstMatch(of: /Word (\d+)/)
        place = match.flatMap { Int($0.1) } ?? 0
        return words.indices.contains(place - 1) && !asked.contains(place)
      }
      try #require(isAsked)
      asked.insert(place)
      process.type(words[place - 1] + "\r")
    }
    process.expect("Choose a passcode")
    try expect(process, needles, ["entropy": [.locked]], "noted")
    for question in ["Choose a passcode", "The same again"] {
      process.expect(question)
      process.type(Self.passcode + "\r")
    }
    process.expect("Activity")
    needles.merge(try vaultNeedles(process.home)) { $1 }
    try expect(process, needles, ["vault key": [.locked]], "made")
  }

  private func expect(
    _ process: ScreenProcess, _ needles: [String: [UInt8]],
    _ wanted: [String: Set<ProcessMemory.Place>], _ moment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var found: [String: Set<ProcessMemory.Place>] = [:]
    // What is shown comes a moment before what made it is wiped.
    for _ in 1...5 {
      found = try ProcessMemory(of: process.pid).places(of: needles)
      if found == wanted { break }
    }
    #expect(found == wanted, moment, sourceLocation: sourceLocation)
  }

  private func address() throws -> Address {
    let path = try #require(DerivationPath.ethereum(account: 0))
    let seed = try Mnemonic(phrase: Self.phrase).seed()
    return try HDPrivateKey(seed: seed).descendant(path).privateKey().address()
  }

  private func needles(_ phrase: String = phrase) throws -> [String: [UInt8]] {
    let mnemonic = try Mnemonic(phrase: phrase)
    let seed = mnemonic.seed()
    let master = try HDPrivateKey(seed: seed)
    let path = try #require(DerivationPath.ethereum(account: 0))
    let key = try master.descendant(path).privateKey()
    return [
      "phrase": Array(phrase.utf8),
      // Freed memory may have lost the beginning alone.
      "four words": Array(phrase.split(separator: " ").suffix(4).joined(separator: " ").utf8),
      "entropy": mnemonic.withEntropy { Array($0) },
      "seed": seed.withUnsafeBytes { Array($0) }, "private key": key.withUnsafeBytes { Array($0) },
      "master key": master.privateKey().withUnsafeBytes { Array($0) },
      "passcode": Array(Self.passcode.utf8),
    ]
  }

  private func vaultNeedles(_ home: String) throws -> [String: [UInt8]] {
    let folder = home + "/.headrace/vault/"
    let file = try VaultFile(decoding: Array(Data(contentsOf: URL(filePath: folder + "vault"))))
    let deviceKey = SecretBytes(try Data(contentsOf: URL(filePath: folder + "device-key")))
    let vaultKey = try #require(
      VaultCrypto.vaultKey(
        passcode: SecretBox(SecretBytes(Self.passcode.utf8)), deviceKey: SecretBox(deviceKey),
        cost: file.cost, salt: file.salt))
    let bytes = vaultKey.bytes.withUnsafeBytes { Array($0) }
    return [
      "vault key": bytes, "key schedule": Array(AESKeySchedule.derivedPart(of: bytes).prefix(64)),
    ]
  }
}
