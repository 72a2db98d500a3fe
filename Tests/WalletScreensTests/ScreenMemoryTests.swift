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

/// Scans of the memory of the app's process: at each prompt, after a signature, and after a lock.
///
/// The scanner must be allowed to debug a process that forbids it: it runs as root.
@Suite(.serialized, .enabled(if: ProcessMemory.isReadable, "the scanner must be root"))
struct ScreenMemoryTests {
  static let passcode = "a passcode of the screens 0815"
  private static let phrase =
    "gauge hole clog property soccer idea cycle stadium utility slice hold chief"

  /// Everything is typed together, so that the process reads it in one piece.
  @Test func nothingIsLeftAtAnyPromptOfTheApp() async throws {
    let chain = DevChain(
      DevChainConfiguration(genesisBalances: [try Self.address(): BigUInt(10).power(19)]))
    let server = DevChainServer(chain: chain, port: 0)
    let ports = AsyncStream<UInt16>.makeStream()
    let serving = Task { try await server.run { ports.continuation.yield($0) } }
    for await port in ports.stream {
      do {
        try await onAThread { try Self.play("http://127.0.0.1:\(port)") }
      } catch {
        await server.stop()
        throw error
      }
      break
    }
    await server.stop()
    try await serving.value
  }

  /// The story blocks its thread while it waits for the screen, so it gets a separate thread.
  func onAThread(_ story: @escaping @Sendable () throws -> [Finding]) async throws {
    let result = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result { try story() }) }
    }
    for finding in try result.get() {
      #expect(finding.found == finding.wanted, "\(finding.moment)")
    }
  }

  /// The result of a scan.
  struct Finding: Sendable {
    let moment: String
    let found: [String: Set<ProcessMemory.Place>]
    let wanted: [String: Set<ProcessMemory.Place>]
  }

  /// The text that did not appear on the screen.
  struct Unseen: Error {
    let text: String
    let screen: String
  }

  static func see(_ text: String, on process: ScreenProcess) throws {
    guard process.waits(until: { process.screen.text.contains(text) }) else {
      throw Unseen(text: text, screen: process.screen.text)
    }
  }

  private static func play(_ url: String) throws -> [Finding] {
    var findings: [Finding] = []
    let process = try ScreenProcess(
      ["screens", "--rpc-url", url], size: Size(columns: 100, rows: 40))
    var needles = try needles()
    let open: [String: Set<ProcessMemory.Place>] = ["vault key": [.locked]]

    try see("Create a new wallet", on: process)
    process.type("\u{1B}[B\r")
    try see("Enter the recovery phrase", on: process)
    process.type(Self.phrase)
    try see(Array(repeating: "●", count: 32).joined(separator: " "), on: process)
    // Typed text waits in locked memory until it is used.
    findings += try scan(
      process, needles, ["phrase": [.locked], "four words": [.locked]], "phrase typed")
    process.type("\r")
    try see("Choose a passcode", on: process)
    findings += try scan(process, needles, ["entropy": [.locked]], "new passcode")
    process.type(Self.passcode + "\r")
    try see("Repeat the passcode", on: process)
    findings += try scan(
      process, needles, ["entropy": [.locked], "passcode": [.locked]], "the same again")
    process.type(Self.passcode + "\r")
    try see("Activity", on: process)
    needles.merge(try vaultNeedles(process.home)) { $1 }
    findings += try scan(process, needles, open, "home")

    process.type("s")
    try see("Amount in ether", on: process)
    process.type(DevChainAccounts.addresses[1].checksummed + "\r")
    process.type("0.25\r")
    try see("Type your passcode to sign and send.", on: process)
    findings += try scan(process, needles, open, "review")
    process.type(Self.passcode + "\r")
    try see("Paid. A block has the payment.", on: process)
    // The vault locks itself as soon as the payment is recorded; the screens stay.
    findings += try scan(process, needles, [:], "paid")
    process.type("\r")
    try see("Activity", on: process)
    process.type("l")
    try see("You locked the wallet.", on: process)
    findings += try scan(process, needles, [:], "locked")
    // As a password manager types it: all of it in one paste.
    process.type("\u{1B}[200~" + Self.passcode + "\u{1B}[201~")
    try see(Array(repeating: "●", count: Self.passcode.count).joined(separator: " "), on: process)
    findings += try scan(process, needles, ["passcode": [.locked]], "pasted")
    process.type("\r")
    try see("Activity", on: process)
    findings += try scan(process, needles, open, "opened again")
    findings += try reveal(on: process, needles, open)
    findings += try changePasscode(on: process, needles)
    return findings
  }

  private static let another = "another passcode 1623 of them"

  static func chooseSetting(_ number: Int, on process: ScreenProcess) throws {
    try see("Sign in to a service", on: process)
    for _ in 0..<number { process.type("\u{1B}[B") }
    process.type("\r")
  }

  /// The phrase is shown word by word, and erased from the screen's memory when the screen closes.
  private static func reveal(
    on process: ScreenProcess, _ needles: [String: [UInt8]],
    _ open: [String: Set<ProcessMemory.Place>]
  ) throws -> [Finding] {
    var findings: [Finding] = []
    process.type("p")
    try chooseSetting(5, on: process)
    try see("Type your passcode to see the recovery phrase.", on: process)
    findings += try scan(process, needles, open, "before it is shown")
    process.type(Self.passcode + "\r")
    try see("Write these words down.", on: process)
    findings += try scan(
      process, needles, ["vault key": [.locked], "phrase": [.locked], "four words": [.locked]],
      "phrase shown")
    process.type("\u{1B}")
    try see("Sign in to a service", on: process)
    findings += try scan(process, needles, open, "phrase left")
    process.type("\u{1B}")
    try see("Activity", on: process)
    return findings
  }

  /// Neither passcode is left in memory, nor the key of the old one.
  private static func changePasscode(
    on process: ScreenProcess, _ needles: [String: [UInt8]]
  ) throws -> [Finding] {
    var findings: [Finding] = []
    var needles = needles
    needles["another passcode"] = Array(Self.another.utf8)
    process.type("p")
    try chooseSetting(6, on: process)
    try see("Enter your current passcode.", on: process)
    process.type(Self.passcode + "\r")
    try see("Choose a passcode", on: process)
    findings += try scan(process, needles, ["vault key": [.locked]], "the old one typed")
    process.type(Self.another + "\r")
    try see("Repeat the passcode", on: process)
    findings += try scan(
      process, needles, ["vault key": [.locked], "another passcode": [.locked]], "the new one typed"
    )
    process.type(Self.another + "\r")
    try see("The passcode is changed", on: process)
    findings += try scan(process, needles, [:], "changed")
    let changed = try vaultNeedles(process.home, Self.another)
    findings += try scan(process, changed, ["vault key": [.locked]], "the new key")
    return findings
  }

  /// A typed private key is in locked memory until it is used.
  @Test func aTypedPrivateKeyIsNowhereAfterItWasUsed() async throws {
    try await onAThread { try Self.typeAKey() }
  }

  private static func typeAKey() throws -> [Finding] {
    var findings: [Finding] = []
    let digits = "9c3f0b7a52de4416a8e1c07d3b6f5a4291d8e7c6b5a49382716f5e4d3c2b1a09"
    let process = try ScreenProcess(["screens"], size: Size(columns: 100, rows: 40))
    var needles = [
      "digits": Array(digits.utf8), "passcode": Array(Self.passcode.utf8),
      "private key": digits.utf8.readAsHexadecimal,
    ]
    try see("Create a new wallet", on: process)
    process.type("\u{1B}[B\r")
    try see("Enter the recovery phrase", on: process)
    process.type(digits)
    try see(Array(repeating: "●", count: 32).joined(separator: " "), on: process)
    findings += try scan(process, needles, ["digits": [.locked]], "key typed")
    process.type("\r")
    try see("Choose a passcode", on: process)
    findings += try scan(process, needles, ["private key": [.locked]], "key read")
    for question in ["Choose a passcode", "Repeat the passcode"] {
      try see(question, on: process)
      process.type(Self.passcode + "\r")
    }
    try see("Activity", on: process)
    needles.merge(try vaultNeedles(process.home)) { $1 }
    findings += try scan(process, needles, ["vault key": [.locked]], "made of a key")
    return findings
  }

  /// A new phrase is drawn word by word.
  ///
  /// As one text it is only in locked memory, and nowhere once the wallet is made.
  @Test func aNewPhraseIsNowhereAsOneTextOnceItWasNoted() async throws {
    try await onAThread { try Self.noteAPhrase() }
  }

  private static func noteAPhrase() throws -> [Finding] {
    var findings: [Finding] = []
    let process = try ScreenProcess(["screens"], size: Size(columns: 100, rows: 40))
    try see("Create a new wallet", on: process)
    process.type("\r")
    try see("I wrote them down", on: process)
    let words = process.screen.text.matches(of: /(?:^|\s)(\d{1,2}) ([a-z]{3,8})(?=\s|$)/)
      .sorted { (Int($0.1) ?? 0) < (Int($1.1) ?? 0) }.map { String($0.2) }
    try #require(words.count == 12)
    let phrase = words.joined(separator: " ")
    var needles = try needles(phrase)
    findings += try scan(
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
    try see("Choose a passcode", on: process)
    findings += try scan(process, needles, ["entropy": [.locked]], "noted")
    for question in ["Choose a passcode", "Repeat the passcode"] {
      try see(question, on: process)
      process.type(Self.passcode + "\r")
    }
    try see("Activity", on: process)
    needles.merge(try vaultNeedles(process.home)) { $1 }
    findings += try scan(process, needles, ["vault key": [.locked]], "made")
    return findings
  }

  static func scan(
    _ process: ScreenProcess, _ needles: [String: [UInt8]],
    _ wanted: [String: Set<ProcessMemory.Place>], _ moment: String
  ) throws -> [Finding] {
    var found: [String: Set<ProcessMemory.Place>] = [:]
    // The text appears a moment before the memory that made it is wiped.
    for _ in 1...5 {
      found = try ProcessMemory(of: process.pid).places(of: needles)
      if found == wanted { break }
    }
    return [Finding(moment: moment, found: found, wanted: wanted)]
  }

  private static func address() throws -> Address {
    let path = try #require(DerivationPath.ethereum(account: 0))
    let seed = try Mnemonic(phrase: Self.phrase).seed()
    return try HDPrivateKey(seed: seed).descendant(path).privateKey().address()
  }

  static func needles(_ phrase: String = phrase) throws -> [String: [UInt8]] {
    let mnemonic = try Mnemonic(phrase: phrase)
    let seed = mnemonic.seed()
    let master = try HDPrivateKey(seed: seed)
    let path = try #require(DerivationPath.ethereum(account: 0))
    let key = try master.descendant(path).privateKey()
    return [
      "phrase": Array(phrase.utf8),
      // Freed memory may have lost only the beginning.
      "four words": Array(phrase.split(separator: " ").suffix(4).joined(separator: " ").utf8),
      "entropy": mnemonic.withEntropy { Array($0) },
      "seed": seed.withUnsafeBytes { Array($0) }, "private key": key.withUnsafeBytes { Array($0) },
      "master key": master.privateKey().withUnsafeBytes { Array($0) },
      "passcode": Array(Self.passcode.utf8),
    ]
  }

  static func vaultNeedles(
    _ home: String, _ passcode: String = passcode
  ) throws -> [String: [UInt8]] {
    let folder = home + "/.headrace/vault/"
    let file = try VaultFile(decoding: Array(Data(contentsOf: URL(filePath: folder + "vault"))))
    let deviceKey = Array(try Data(contentsOf: URL(filePath: folder + "device-key")))
    let vaultKey = try #require(
      VaultCrypto.vaultKey(
        passcode: SecretBox(SecretBytes(passcode.utf8)),
        deviceKey: SecretBox(SecretBytes(deviceKey)), cost: file.cost, salt: file.salt))
    let bytes = vaultKey.bytes.withUnsafeBytes { Array($0) }
    return [
      "vault key": bytes, "device key": deviceKey,
      "key schedule": Array(AESKeySchedule.derivedPart(of: bytes).prefix(64)),
    ]
  }
}

extension String.UTF8View {
  /// The bytes that hexadecimal digits represent.
  fileprivate var readAsHexadecimal: [UInt8] {
    let digits = compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
