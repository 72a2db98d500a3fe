import DevChain
import EthereumCrypto
import Foundation
import TestEffort
import Testing

/// The executable with a person at its terminal.
@Suite(.serialized) struct WalletTerminalTests {
  @Test func aPersonMakesAWalletAndPaysFromIt() async throws {
    let home = try TemporaryHome()
    let (made, screen) = try await converse(["init", "--json"], home)
    #expect(made.status == 0)
    let account = try #require(
      try JSONSerialization.jsonObject(with: Data(made.stdout.utf8)) as? [String: String])
    #expect(account["name"] == "Account 1")
    #expect(account["path"] == "m/44'/60'/0'/0/0")
    #expect(screen.first?.hasPrefix("Write these words down.") == true)
    // With --json the progress has no watcher.
    #expect(!screen.contains { $0.contains("Deriving") })

    try home.removeAccountList()
    let (opened, progress) = try await converse(["accounts"], home)
    #expect(opened.stdout == "Account 1  \(account["address"] ?? "")  m/44'/60'/0'/0/0\n")
    #expect(progress.first == "Passcode: ")
    let fractions = progress.compactMap {
      $0.wholeMatch(of: /Deriving the key … (\d+) %/).flatMap { Int($0.1) }
    }
    #expect(fractions.count >= 2)
    #expect(fractions == fractions.sorted())
    #expect(fractions.allSatisfy { (0...99).contains($0) })
  }

  @Test func aPersonAgreesToAPayment() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    let recipient = DevChainAccounts.addresses[1].checksummed
    try await DevChainServer.serving(chain) { url in
      let (outcome, screen) = try await converse(
        ["send", "--to", recipient, "--amount", "0.25", "--rpc-url", url], home)
      #expect(outcome.status == 0)
      #expect(
        outcome.stdout.wholeMatch(
          of: /(0x[0-9a-f]{64})\n\1  0\.25 ETH to (0x\w{40})  confirmed in block 1\n/)?.2 ?? ""
          == recipient)
      // The passcode is asked after the review, for this one payment.
      let asked = screen.filter { $0.hasSuffix("no) ") || $0.hasPrefix("Passcode") }
      #expect(asked == ["Send it? (yes/no) ", "Passcode, to sign this payment: "])
      #expect(screen.contains("Send 0.25 ETH"))
      #expect(screen.contains("  nonce     0"))
      #expect(
        screen.contains(
          "  total     at most 0.25005775 ETH, which leaves 9999.74994225 ETH"))
    }
    #expect(await chain.books.isBalanced)
  }

  /// On a narrow terminal, a row of the review continues below its beginning.
  @Test func aReviewIsFoldedBelowItsRows() async throws {
    let home = try await WalletFixture.home()
    let recipient = DevChainAccounts.addresses[1].checksummed
    try await DevChainServer.serving(DevChain()) { url in
      let (outcome, screen) = try await converse(
        ["send", "--to", recipient, "--amount", "0.25", "--rpc-url", url], home,
        answers: ["Send it? (yes/no) ": "no"], after: "stty cols 40")
      #expect(outcome.status != 0)
      let row = try #require(screen.firstIndex(of: "  total     at most 0.25005775 ETH,"))
      #expect(screen[row + 1] == "    which leaves 9999.74994225 ETH")
      let rows = screen.drop { $0 != "Send 0.25 ETH" }.dropFirst()
        .prefix { !$0.hasPrefix("Note: ") && $0 != "Send it? (yes/no) " }
      #expect(rows.count > 10)
      #expect(rows.allSatisfy { $0.hasPrefix("  ") }, "\(rows)")
    }
  }

  /// A warning is a separate question, before the one about the payment.
  @Test(arguments: Effort.cases(["yes", "no", "y"]))
  func aWarningIsAskedAbout(answer: String) async throws {
    let home = try await WalletFixture.home()
    let recipient = DevChainAccounts.addresses[1].checksummed
    let question = "Warning: the fee may be 57 % of the amount. Continue anyway? (yes/no) "
    try await DevChainServer.serving(DevChain()) { url in
      let (outcome, screen) = try await converse(
        ["send", "--to", recipient, "--amount", "0.0001", "--rpc-url", url], home,
        answers: [question: answer])
      let asked = screen.filter { $0.hasSuffix("no) ") }
      guard answer != "yes" else {
        #expect(outcome.status == 0)
        return #expect(asked == [question, "Send it? (yes/no) "])
      }
      #expect(outcome.status == 1 && outcome.stdout == "")
      // An answer that is neither yes nor no repeats the question, and means no at the third time.
      #expect(asked == Array(repeating: question, count: answer == "y" ? 3 : 1))
      #expect(
        screen.last
          == "wallet: nothing was sent, and --yes does not cover this: the fee may be 57 % of the"
          + " amount (--max-fee-percent); expected its own confirmation")
    }
  }

  @Test(arguments: Effort.cases(["yes", "no"]))
  func aReplacementIsAskedAbout(answer: String) async throws {
    let home = try await WalletFixture.home()
    let recipient = DevChainAccounts.addresses[1].checksummed
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let sent = try await WalletProcess.run(
        [
          "send", "--to", recipient, "--amount", "1", "--yes", "--no-wait", "--id", "rent",
          "--rpc-url", url,
        ] + WalletFixture.passcodeOption(home), home: home)
      #expect(sent.status == 0)
      let question = "Sign it? (yes/no) "
      let (outcome, screen) = try await converse(
        ["cancel", "rent", "--no-wait", "--rpc-url", url], home, answers: [question: answer])
      let asked = screen.filter { $0.hasSuffix("no) ") || $0.hasPrefix("Passcode") }
      #expect(
        asked
          == [question]
          + (answer == "yes" ? ["Passcode, to sign this payment: "] : []))
      #expect(outcome.status == (answer == "yes" ? 0 : 1))
      if answer == "no" {
        #expect(screen.last == "wallet: nothing was signed: expected a yes, or --yes")
      }
    }
  }

  private func converse(
    _ arguments: [String], _ home: TemporaryHome, answers: [String: String] = [:],
    after setUp: String? = nil
  ) async throws -> (WalletProcess.Outcome, screen: [String]) {
    let process = try WalletProcess(arguments, home: home, watching: .terminal, after: setUp)
    var person = PersonAtTerminal(passcode: WalletFixture.passcode)
    var screen: [String] = []
    for await piece in process.pieces {
      screen.append(piece)
      if let answer = answers[piece] ?? person.answer(to: piece) { try process.type(answer) }
    }
    return (try await process.outcome(), screen)
  }
}
