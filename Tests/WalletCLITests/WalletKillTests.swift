import DevChain
import Foundation
import TestEffort
import Testing

/// After SIGKILL there is no wallet or a complete one, whenever the signal comes.
///
/// The moment is counted in texts on the terminal: a number of texts, then the kill. Each case
/// derives real keys, so the short form has one.
@Suite struct WalletKillTests {
  /// The moment of the kill.
  enum Moment: Equatable {
    /// After this many texts.
    case pieces(Int)
    /// When the key is derived, and the wallet is being written.
    case writing
    /// Never.
    case never

    /// The text with which the wallet announces that it writes.
    private static let writingText = "Deriving the key … done"

    func isNow(pieceCount: Int, piece: String) -> Bool {
      switch self {
      case .pieces(let count): pieceCount == count
      case .writing: piece == Self.writingText
      case .never: false
      }
    }
  }

  /// A whole run shows the key's progress twenty times a second, and that it is done.
  @Test(
    arguments: Effort.cases([
      Moment.writing, .pieces(1), .pieces(2), .pieces(4), .writing, .never,
    ]))
  func anImportThatIsKilledLeavesNoWalletOrAWholeOne(moment: Moment) async throws {
    let home = try TemporaryHome()
    let arguments =
      try ["import", "--phrase-file", home.secretFile("phrase", DevChainAccounts.mnemonic)]
      + WalletFixture.passcodeOption(home)
    let process = try WalletProcess(arguments, home: home, watching: .terminal)
    var count = 0
    for await piece in process.pieces {
      count += 1
      if moment.isNow(pieceCount: count, piece: piece) { process.signal(SIGKILL) }
    }
    let ending = try await look(home, after: process)
    if moment == .never { #expect(ending == .ranToItsEnd) }
    if ending == .noWallet {
      // The remaining files do not block the next try.
      let outcome = try await WalletProcess.run(arguments, home: home)
      let note = """
        Warning: this phrase or key is public. The wallet is for development chains only: bots \
        take whatever arrives on any other chain, and 'wallet receive' gives out none of its \
        addresses there.

        """
      #expect(outcome == .init(status: 0, stdout: WalletFixture.accountLine, stderr: note))
    }
  }

  /// The heading, the phrase, three questions, the passphrase twice, then as with an import.
  ///
  /// The short form leaves it to the test of an import.
  @Test(
    .enabled(if: !Effort.isShort),
    arguments: [
      Moment.writing, .pieces(1), .pieces(2), .pieces(5), .pieces(7), .pieces(9),
    ])
  func aCreationThatIsKilledLeavesNoWalletOrAWholeOne(moment: Moment) async throws {
    let home = try TemporaryHome()
    let process = try WalletProcess(["init"], home: home, watching: .terminal)
    var person = PersonAtTerminal(passcode: WalletFixture.passcode)
    var count = 0
    for await piece in process.pieces {
      count += 1
      if moment.isNow(pieceCount: count, piece: piece) {
        process.signal(SIGKILL)
      } else if let answer = person.answer(to: piece) {
        try process.type(answer)
      }
    }
    let ending = try await look(home, after: process)
    if case .pieces(let count) = moment, count <= 7 { #expect(ending == .noWallet) }
  }

  /// The state after a kill.
  private enum Ending {
    case noWallet
    case wholeWallet
    case ranToItsEnd
  }

  private func look(_ home: TemporaryHome, after process: WalletProcess) async throws -> Ending {
    let status = try await process.outcome().status
    #expect(status == -SIGKILL || status == 0)
    let opened = try await WalletProcess.run(
      ["accounts"] + WalletFixture.passcodeOption(home), home: home)
    if opened.status == 0 {
      #expect(opened.stdout.hasPrefix("Account 1  0x"))
      return status == 0 ? .ranToItsEnd : .wholeWallet
    }
    #expect(
      opened
        == .init(
          status: 1, stdout: "",
          stderr:
            "wallet: there is no wallet in \(home.path)/.headrace; expected one made by wallet"
            + " init or wallet import (choose with --home)\n"))
    return .noWallet
  }
}
