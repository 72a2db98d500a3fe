import DevChain
import EthereumCrypto
import Foundation
import TestEffort
import Testing

@testable import WalletCLI

/// A mistyped passcode at the question that signs: the agreement stays valid with each command.
@Suite(.serialized) struct SigningAgainTests {
  private static let question = "Passcode, to sign this payment: "

  /// Runs a command at a terminal, with another answer to the first question that signs.
  private func run(
    _ arguments: [String], _ home: TemporaryHome, first: String
  ) async throws -> (WalletProcess.Outcome, [String]) {
    let process = try WalletProcess(arguments, home: home, watching: .terminal)
    var person = PersonAtTerminal(passcode: WalletFixture.passcode)
    var pieces: [String] = []
    for await piece in process.pieces {
      pieces.append(piece)
      guard let answer = person.answer(to: piece) else { continue }
      let isFirst = piece == Self.question && pieces.count { $0 == Self.question } == 1
      try process.type(isFirst ? first : answer)
    }
    return (try await process.outcome(), pieces)
  }

  private func unlock(_ home: TemporaryHome) async throws {
    let outcome = try await WalletProcess.run(
      ["unlock", "--for", "10m"] + WalletFixture.passcodeOption(home), home: home)
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func lock(_ home: TemporaryHome) -> Bool {
    UnlockedHome(home: home.path + "/.headrace").lock()
  }

  /// While `wallet unlock` holds a session, the vault is first opened by the passcode that signs.
  @Test(
    arguments: Effort.cases([
      ("a wrong passcode", "the passcode is wrong; 4 tries are left before a wait"),
      ("correct\u{1}horse", "the passcode is not text; expected UTF-8 without control characters"),
    ]))
  func aPaymentOfASessionAsksAgain(first: String, note: String) async throws {
    let home = try await WalletFixture.home()
    try await unlock(home)
    try await DevChainServer.serving(DevChain()) { url in
      let (outcome, pieces) = try await run(
        [
          "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "0.25",
          "--rpc-url", url,
        ], home, first: first)
      #expect(pieces.count { $0 == Self.question } == 2, "\(pieces)")
      #expect(pieces.count { $0 == "Send it? (yes/no) " } == 1)
      #expect(!pieces.contains("Passcode: ") && pieces.contains(note), "\(pieces)")
      #expect(outcome.status == 0 && outcome.stdout.contains("0.25 ETH"), "\(outcome)")
    }
    #expect(lock(home))
  }

  @Test(arguments: Effort.cases(["speed-up", "cancel"]), Effort.cases([false, true]))
  func aReplacementAsksAgain(command: String, isUnlocked: Bool) async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let sent = try await WalletProcess.run(
        [
          "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "1", "--yes",
          "--no-wait", "--id", "rent", "--rpc-url", url,
        ] + WalletFixture.passcodeOption(home), home: home)
      try #require(sent.status == 0, "\(sent)")
      if isUnlocked { try await unlock(home) }
      let (outcome, pieces) = try await run(
        [command, "rent", "--no-wait", "--rpc-url", url], home, first: "a wrong passcode")
      #expect(pieces.count { $0 == Self.question } == 2, "\(pieces)")
      #expect(pieces.count { $0 == "Sign it? (yes/no) " } == 1)
      #expect(pieces.contains("the passcode is wrong; 4 tries are left before a wait"))
      #expect(outcome.status == 0, "\(outcome)")
    }
    #expect(lock(home) == isUnlocked)
  }
}
