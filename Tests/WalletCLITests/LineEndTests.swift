import DevChain
import EthereumCrypto
import Foundation
import TestEffort
import Testing

/// Lines that end in CR LF, as some terminals send Return, and as Windows files have them: every
/// prompt reads them like lines that end in LF.
@Suite(.serialized) struct LineEndTests {
  /// The system's handling of CR LF: two line ends, or both characters.
  private static let modes = ["stty icrnl", "stty -icrnl"]

  /// Types an answer, followed by CR LF.
  private func answer(
    _ arguments: [String], _ home: TemporaryHome, mode: String, _ person: PersonAtTerminal
  ) async throws -> (WalletProcess.Outcome, [String]) {
    let process = try WalletProcess(arguments, home: home, watching: .terminal, after: mode)
    var person = person
    var pieces: [String] = []
    for await piece in process.pieces {
      pieces.append(piece)
      if let answer = person.answer(to: piece) { try process.type(answer + "\r") }
    }
    return (try await process.outcome(), pieces)
  }

  /// The phrase's Return, its words, and the passcodes.
  ///
  /// The short form leaves it to `aPersonMakesAWalletAndPaysFromIt` and to the next test.
  @Test(.enabled(if: !Effort.isShort), arguments: modes)
  func aWalletIsMade(mode: String) async throws {
    let home = try TemporaryHome()
    let person = PersonAtTerminal(passcode: WalletFixture.passcode)
    let (made, pieces) = try await answer(["init"], home, mode: mode, person)
    #expect(made.status == 0, "\(pieces)")
    #expect(pieces.count { $0.hasPrefix("Word ") } == 3, "\(pieces)")
    #expect(pieces.count { $0 == "Repeat the passcode: " } == 1, "\(pieces)")
    // The passcode is the typed one, without a return at its end.
    let opened = try await WalletProcess.run(
      ["accounts"] + WalletFixture.passcodeOption(home), home: home)
    #expect(opened.status == 0, "\(opened)")
  }

  /// The typed phrase, and passcodes.
  @Test(arguments: Effort.cases(modes))
  func aPhraseIsImportedAndCompared(mode: String) async throws {
    let home = try TemporaryHome()
    let person = PersonAtTerminal(
      passcode: WalletFixture.passcode, phrase: DevChainAccounts.mnemonic)
    let (made, pieces) = try await answer(["import"], home, mode: mode, person)
    #expect(made.status == 0 && made.stdout.contains(WalletFixture.address), "\(made), \(pieces)")
    let (compared, _) = try await answer(["verify-backup"], home, mode: mode, person)
    #expect(compared.stdout == "Yes: this phrase is the wallet's.\n", "\(compared)")
  }

  /// Yes, and the passcodes before and after it.
  @Test(arguments: Effort.cases(modes))
  func aPaymentIsAgreedTo(mode: String) async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let (paid, pieces) = try await answer(
        [
          "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "0.25",
          "--rpc-url", url,
        ], home, mode: mode, PersonAtTerminal(passcode: WalletFixture.passcode))
      #expect(paid.status == 0 && paid.stdout.contains("0.25 ETH"), "\(paid), \(pieces)")
      #expect(pieces.count { $0 == "Send it? (yes/no) " } == 1, "\(pieces)")
    }
  }

  /// Secrets from a file or a pipe.
  ///
  /// The short form leaves it to `aPhraseWithAReturnAtItsEndIsThePhrase` and
  /// `aFileWithReturnsAtTheEndsOfLinesOpens`.
  @Test(.enabled(if: !Effort.isShort)) func secretsOfFilesArePassedOn() async throws {
    let home = try TemporaryHome()
    let phrase = try home.secretFile("phrase", DevChainAccounts.mnemonic + "\r")
    let passcode = try home.secretFile("passcode", WalletFixture.passcode + "\r")
    let made = try await WalletProcess(
      shell: [
        "-c",
        #"cat "$1" | "$WALLET" import --phrase-file - --passcode-file "$2" && cat "$1" | "$WALLET" verify-backup --phrase-file - --passcode-file "$2""#,
        "sh", phrase, passcode,
      ], [:], home: home
    ).outcome()
    #expect(made.status == 0, "\(made)")
    #expect(made.stdout.hasSuffix("Yes: this phrase is the wallet's.\n"), "\(made)")
  }
}
