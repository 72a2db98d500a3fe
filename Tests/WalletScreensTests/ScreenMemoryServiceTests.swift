import Foundation
import HeadraceTerminal
import HeadraceTerminalTesting
import ProcessScanning
import Testing

/// The scans of the screens that the settings lead to.
extension ScreenMemoryTests {
  /// Returns a phrase of twelve words, with its right checksum.
  private static func makePhrase() throws -> String {
    let maker = try ScreenProcess(
      ["init"], size: Size(columns: 100, rows: 40))
    try see("12. ", on: maker)
    let words = maker.screen.text.matches(of: /(\d{1,2})\. ([a-z]{3,8})/)
      .sorted { (Int($0.1) ?? 0) < (Int($1.1) ?? 0) }.map { String($0.2) }
    try #require(words.count == 12)
    return words.joined(separator: " ")
  }

  /// Scans a sign-in to a service, an open wallet that locks itself after a time without input, and
  /// the erasing of the wallet.
  @Test func nothingIsLeftOfASignInNorOfAnErasedWallet() async throws {
    try await onAThread { try Self.signInAndErase() }
  }

  private static func signInAndErase() throws -> [Finding] {
    let service = try ScreenProcess(["session", "--port", "0"], of: "devchain")
    defer { withExtendedLifetime(service) {} }
    try see("listens on http", on: service)
    let url = try #require(service.screen.text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).0
    let phrase = try makePhrase()
    let process = try ScreenProcess(
      ["screens", "--rpc-url", "http://127.0.0.1:9"], size: Size(columns: 100, rows: 40))
    var needles = try needles(phrase)
    try see("Create a new wallet", on: process)
    process.type("\u{1B}[B\r")
    try see("Enter the recovery phrase", on: process)
    process.type(phrase)
    try see(Array(repeating: "●", count: 32).joined(separator: " "), on: process)
    process.type("\r")
    for question in ["Choose a passcode", "Repeat the passcode"] {
      try see(question, on: process)
      process.type(passcode + "\r")
    }
    try see("Activity", on: process)
    needles.merge(try vaultNeedles(process.home)) { $1 }
    return try signIn(on: process, needles, to: String(url)) + rest(in: process.home, needles)
      + erase(on: process, needles)
  }

  private static let open: [String: Set<ProcessMemory.Place>] = ["vault key": [.locked]]

  private static func signIn(
    on process: ScreenProcess, _ needles: [String: [UInt8]], to url: String
  ) throws -> [Finding] {
    var findings: [Finding] = []
    process.type("p")
    try chooseSetting(3, on: process)
    try see("https://HOST, or http:// to this machine", on: process)
    process.type("\u{15}" + url + "\r")
    try see("You are not signed in.", on: process)
    process.type("\r")
    try see("wants you to sign in", on: process)
    process.type("\r")
    try see("Type your passcode to sign this message.", on: process)
    findings += try scan(process, needles, open, "message")
    process.type(passcode)
    try see(Array(repeating: "●", count: passcode.count).joined(separator: " "), on: process)
    findings += try scan(
      process, needles, ["vault key": [.locked], "passcode": [.locked]], "passcode typed")
    process.type("\r")
    try see("You are signed in.", on: process)
    findings += try scan(process, needles, open, "signed in")
    process.type("\u{1B}")
    try see("Show the recovery phrase", on: process)
    process.type("\u{1B}")
    try see("Activity", on: process)
    return findings
  }

  /// Another process opens the wallet, and then no key is pressed.
  private static func rest(in home: String, _ needles: [String: [UInt8]]) throws -> [Finding] {
    let process = try ScreenProcess(
      ["screens", "--rpc-url", "http://127.0.0.1:9", "--lock-after", "3s"],
      size: Size(columns: 100, rows: 40), ["HOME": home])
    try see("Type your passcode.", on: process)
    process.type(passcode + "\r")
    try see("Activity", on: process)
    try see("No key was pressed for a while", on: process)
    return try scan(process, needles, [:], "locked by itself")
  }

  private static func erase(
    on process: ScreenProcess, _ needles: [String: [UInt8]]
  ) throws -> [Finding] {
    var findings: [Finding] = []
    process.type("p")
    try chooseSetting(11, on: process)
    try see("Erase this wallet?", on: process)
    process.type("\u{1B}[D\r")
    try see("Type your passcode to erase the wallet", on: process)
    findings += try scan(process, needles, open, "before it is erased")
    process.type(passcode + "\r")
    try see("Create a new wallet", on: process)
    findings += try scan(process, needles, [:], "erased")
    return findings
  }
}
