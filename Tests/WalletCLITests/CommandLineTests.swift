import DevChain
import Foundation
import Testing

@testable import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Command lines, homes and files of secrets, made by accident or by an attacker.
@Suite struct CommandLineTests {
  private typealias Outcome = WalletProcess.Outcome

  private func refusal(_ status: Int32, _ message: String) -> Outcome {
    Outcome(status: status, stdout: "", stderr: "wallet: \(message)\n")
  }

  private func run(_ script: String, _ home: TemporaryHome) async throws -> Outcome {
    try await WalletProcess(shell: ["-c", script], [:], home: home).outcome()
  }

  /// Swift replaced bytes of such paths: two of them became one, and the wallet was in a folder
  /// that nobody had named.
  @Test(arguments: [
    (#""$WALLET" status --home "$(printf '/home/\377')""#, "argument 3"),
    (#"HOME="$(printf '/home/\377')" "$WALLET" status"#, "$HOME"),
    (#"HEADRACE_HOME="$(printf '/home/\300\200')" "$WALLET" status"#, "$HEADRACE_HOME"),
  ])
  func invalidUTF8IsRejected(script: String, place: String) async throws {
    let outcome = try await run(script, try TemporaryHome())
    let expected = place.hasPrefix("$") ? "a path" : "text"
    #expect(outcome == refusal(64, "\(place) is not UTF-8; expected \(expected) in UTF-8"))
  }

  @Test func invalidUTF8IsRejectedAsJSON() async throws {
    let outcome = try await run(
      #""$WALLET" status --json "$(printf 'a\377')""#, try TemporaryHome())
    #expect(
      outcome.stderr
        == #"{"code":64,"cause":"usage","message":"argument 3 is not UTF-8; expected text in UTF-8","retryable":false}"#
        + "\n")
  }

  /// Twenty thousand arguments took half a minute.
  @Test func moreArgumentsThanAnyCommandHasAreRejectedImmediately() async throws {
    let home = try TemporaryHome()
    let outcome = try await run(#""$WALLET" status $(seq 1000)"#, home)
    #expect(outcome == refusal(64, "there are 1001 arguments; expected at most 1000"))
    let most = try await run(#""$WALLET" status $(seq 999)"#, home)
    #expect(most.status == 64 && !most.stderr.contains("expected at most 1000"))
  }

  @Test func aLongArgumentIsCutWhereItIsRefused() async throws {
    let long = String(repeating: "9", count: 20_000)
    for arguments in [["--id", long], ["--id=" + long]] {
      let outcome = try await WalletProcess.run(
        ["send", "--to", "0x", "--amount", "1"] + arguments, home: try TemporaryHome())
      #expect(outcome.status == 64)
      #expect(outcome.stderr.count < 1_000)
      #expect(outcome.stderr.contains("'" + String(repeating: "9", count: 60) + "…'"))
    }
  }

  /// The mode of a link was reported as the folder's, with a command that did not help.
  @Test(arguments: ["", "/vault", "/vault/vault", "/vault/device-key"])
  func aLinkIsNamedAsThat(name: String) async throws {
    let home = try await WalletFixture.home()
    let path = home.path + "/.headrace" + name
    let moved = home.materialPath + "/moved"
    try FileManager.default.moveItem(atPath: path, toPath: moved)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: moved)
    let outcome = try await WalletProcess.run(
      ["accounts"] + WalletFixture.passcodeOption(home), home: home)
    #expect(
      outcome == refusal(1, "\(path) is a link; expected the file or the folder itself"))
  }

  /// A pipe was reported as an error of input and output. Now nothing is read from it, and no call
  /// waits for it.
  @Test func aPipeAtTheJournalsPathIsNotAJournal() async throws {
    let home = try await WalletFixture.home()
    let folder = home.path + "/.headrace/activity"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = folder + "/payments.sqlite"
    #expect(mkfifo(path, 0o600) == 0)
    let outcome = try await WalletProcess.run(["activity"], home: home)
    #expect(
      outcome
        == refusal(
          1,
          "\(path) is damaged; expected payments as the wallet writes them. It is left as it is"))
  }

  /// Some editors write a byte-order mark before the text: the passcode after it was wrong, and
  /// cost a try.
  @Test func aByteOrderMarkIsNamedAndCostsNoTry() async throws {
    let home = try await WalletFixture.home()
    let before = try home.files()
    let file = try home.secretFile("marked", "\u{FEFF}" + WalletFixture.passcode)
    #expect(
      try await WalletProcess.run(["accounts", "--passcode-file", file], home: home)
        == refusal(
          64,
          "\(file) begins with a byte-order mark; expected the secret alone, saved without one"))
    let piped = try await run(
      #""$WALLET" accounts --passcode-file - <"\#(file)""#, home)
    #expect(
      piped
        == refusal(64, "standard input begins with a byte-order mark; expected the secret alone"))
    #expect(try home.files() == before)
  }

  /// Words between tabs were mistaken for a private key.
  ///
  /// Japanese phrases have U+3000 between their words, so that character separates words.
  @Test(arguments: ["\t", "\u{A0}"])
  func wordsBetweenOtherBlanksAreNoKey(blank: String) async throws {
    let home = try TemporaryHome()
    let phrase = try home.secretFile(
      "phrase", DevChainAccounts.mnemonic.replacing(" ", with: blank))
    let outcome = try await WalletProcess.run(
      ["import", "--phrase-file", phrase] + WalletFixture.passcodeOption(home), home: home)
    #expect(
      outcome == refusal(1, "the phrase has 1 word; expected 12, 15, 18, 21 or 24"))
  }

  @Test func aHomeOfControlCharactersIsShownWithoutThem() async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(
      ["status", "--home", home.path + "/\u{1B}[31m\nVault"], home: home)
    #expect(outcome.stdout.contains(#"/\u{1b}[31m\u{a}Vault"#), "\(outcome)")
    #expect(!outcome.stdout.contains("\u{1B}"))
  }
}
