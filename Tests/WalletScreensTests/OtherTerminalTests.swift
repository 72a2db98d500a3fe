import Foundation
import TestEffort
import Testing

@testable import WalletCLI

/// The wallet on a terminal that others wrote: pyte (PyPI), at a pseudo-terminal.
///
/// The project's own `ScreenEmulator` can't prove that others interpret the sequences in the same
/// way.
@Suite(.serialized) struct OtherTerminalTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Python with pyte: `HEADRACE_EVM_PYTHON`, or the one in `.venv-evm`.
  private static let python: String? = {
    let path =
      ProcessInfo.processInfo.environment["HEADRACE_EVM_PYTHON"]
      ?? root.appending(path: ".venv-evm/bin/python").path
    guard FileManager.default.isExecutableFile(atPath: path), hasPyte(path) else {
      print("SKIPPED: the wallet on pyte: \(path) has no pyte; Scripts/evm-venv.sh installs it")
      return nil
    }
    return path
  }()

  private static func hasPyte(_ path: String) -> Bool {
    do {
      return try run(path, ["-c", "import pyte"]).status == 0
    } catch {
      return false
    }
  }

  private static func run(
    _ path: String, _ arguments: [String]
  ) throws -> (status: Int32, output: Data, errors: String) {
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, data, text)
  }

  private struct Played: Decodable {
    let screens: [String: String]
    let status: Int32
  }

  private static func golden(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return String(text.reversed().drop { $0 == "\n" }.reversed())
  }

  /// Secrets, and screens without times, are word for word as in the goldens; Home has its lines.
  @Test(
    .enabled(
      if: python != nil || TestTools.areRequired,
      "SKIPPED without pyte; Scripts/evm-venv.sh installs it"),
    arguments: Effort.cases(Language.allCases))
  func anotherTerminalShowsTheSame(language: Language) throws {
    let python = try #require(
      Self.python, "HEADRACE_TOOLS requires pyte; Scripts/evm-venv.sh installs it")
    let script = Self.root.appending(path: "Tests/Support/terminal/wallet_on_pyte.py").path
    let locale = language == .korean ? "ko_KR.UTF-8" : "en_US.UTF-8"
    let (status, output, errors) = try Self.run(
      python, [script, try ScreenProcess.executable(), locale])
    try #require(status == 0, "\(errors)")
    let played = try JSONDecoder().decode(Played.self, from: output)
    #expect(played.status == 0)
    for name in ["unlock", "receive"] {
      let golden = try Self.golden("\(name).\(language.rawValue).80x24.txt")
      #expect(played.screens[name] == golden)
    }
    let home = try #require(played.screens["home"]).split(separator: "\n").map(String.init)
    let texts = Texts(language)
    let name = language == .korean ? "계정 1" : "Account 1"
    #expect(home.first == "Headrace › \(texts[.homeTitle])")
    #expect(home.contains("10,000 ETH"), "\(home)")
    let account = "\(name) 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 "
    #expect(home.contains { $0.hasPrefix(account) }, "\(home)")
    #expect(home.contains { $0.hasPrefix(texts[.homeActivity] + " ─") })
    #expect(home.last?.hasPrefix("s \(texts[.keySend])") == true)
    #expect(home.last?.hasSuffix("q \(texts[.keyQuit])") == true)
  }
}
