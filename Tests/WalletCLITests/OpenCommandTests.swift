import DevChain
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import HeadraceFlow
import SendFeature
import Testing
import WalletApp

@testable import WalletCLI

/// `wallet open`: the targets of links, and that none sends by itself.
@Suite struct OpenCommandTests {
  private typealias Outcome = WalletProcess.Outcome

  private static let recipient = DevChainAccounts.addresses[1]
  private static var request: String {
    "ethereum:\(recipient.checksummed)@31337?value=25e16"
  }

  private func open(
    _ link: String, _ home: TemporaryHome, _ options: [String] = []
  ) async throws -> Outcome {
    try await WalletProcess.run(
      ["open", link] + options + WalletFixture.passcodeOption(home), home: home)
  }

  /// The review gets no answer, so nothing is sent; no option answers it.
  @Test func aPaymentsLinkLeadsToTheReviewAndNoFurther() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      for link in [Self.request, "wallet:send?to=\(Self.recipient.checksummed)&amount=0.25"] {
        let opened = try await open(link, home, ["--rpc-url", url]).withoutWaiting
        let typed = try await WalletProcess.run(
          [
            "send", "--to", Self.recipient.checksummed, "--amount", "0.25", "--rpc-url", url,
          ] + WalletFixture.passcodeOption(home), home: home
        ).withoutWaiting
        #expect(opened.status == 1)
        #expect(opened.stdout == "")
        let sentence =
          "The link leads to a payment of 0.25 ETH to \(Self.recipient.checksummed).\n"
        #expect(typed.stderr.hasSuffix("wallet: nothing was sent: expected a yes, or --yes\n"))
        // The same review; no option answers it.
        #expect(opened.stderr.dropLast() + ", or --yes\n" == sentence + typed.stderr)
      }
      let usage = try await open(Self.request, home, ["--yes", "--rpc-url", url])
      #expect(usage.status == 64)
    }
    #expect(await chain.state.blocks.count == 1)
  }

  @Test func aPersonPaysWhatALinkAsksFor() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let process = try WalletProcess(
        ["open", Self.request, "--id", "invoice", "--rpc-url", url], home: home,
        watching: .terminal)
      var person = PersonAtTerminal(passcode: WalletFixture.passcode)
      var asked: [String] = []
      for await piece in process.pieces {
        guard let answer = person.answer(to: piece) else { continue }
        asked.append(piece)
        try process.type(answer)
      }
      let paid = try await process.outcome()
      #expect(paid.status == 0)
      #expect(asked == ["Send it? (yes/no) ", "Passcode, to sign this payment: "])
      let hash = try #require(paid.stdout.split(separator: "\n").first)

      // The same link with the same name pays once.
      let again = try await open(Self.request, home, ["--id", "invoice", "--rpc-url", url])
      #expect(again.status == 0)
      #expect(again.stdout == paid.stdout)

      let shown = try await open("wallet:activity/\(hash)", home, ["--rpc-url", url])
      #expect(shown.status == 0)
      #expect(
        shown.stdout == "\(hash)  0.25 ETH to \(Self.recipient.checksummed)  confirmed in block 1\n"
      )
      #expect(shown.withoutWaiting.stderr == "The link leads to the payment \(hash).\n")
    }
    #expect(await chain.books.isBalanced)
  }

  @Test func theOtherLinksShowWhatTheyName() async throws {
    let home = try await WalletFixture.home()
    let address = WalletFixture.address
    #expect(
      try await open("wallet:receive", home)
        == Outcome(
          status: 0, stdout: "\(address)\nethereum:\(address)@31337\n",
          stderr: "The link leads to the address to receive at.\n"))
    #expect(
      try await open("wallet:settings", home)
        == Outcome(
          status: 0,
          stdout:
            "wallet accounts\nwallet network\nwallet contacts\nwallet settings\nwallet repair\n",
          stderr: "The link leads to the settings; these commands have them.\n"))
    let unknown = try await open("wallet:activity/0x\(String(repeating: "1", count: 64))", home)
    #expect(unknown.status == 64)
    let open = try await open("wallet:send?to=\(Self.recipient.checksummed)", home)
    #expect(open.status == 64)
    #expect(
      open.stderr.hasSuffix(
        "wallet: the link names no amount; expected wallet send --to"
          + " \(Self.recipient.checksummed) --amount with ether such as 0.25\n"))
  }

  /// A wrong link is reported before a wallet or a passcode is required.
  @Test func aLinkThatLeadsNowhereIsBadUsage() async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(["open", "mailto:ada@example.org"], home: home)
    #expect(
      outcome
        == Outcome(
          status: 64, stdout: "",
          stderr: "wallet: this is not a link of this wallet; expected wallet:… or ethereum:…\n"))
  }

  // MARK: - Texts

  static let failures: [(WalletLinkError, String)] = [
    (
      .unreadable(.otherPrefix(expected: ["wallet:"])),
      "this is not a link of this wallet; expected wallet:… or ethereum:…"
    ),
    (
      .unreadable(.unknownPath("sned", nearest: "send?to&amount")),
      "the link can't be opened: No screen has the link 'sned'. The nearest is 'send?to&amount'."
    ),
    (
      .unreadable(.repeatedQueryItem(name: "\u{202E}to")),
      "the link can't be opened: The link's query has '\\u{202e}to' more than once."
    ),
    (.replaced, "a newer link replaced this one; open it again if you still need it"),
    (
      .expired(after: .seconds(300)),
      "the link expired after 5 minutes; open it again if you still need it"
    ),
    (
      .otherChain(found: 10, expected: 1),
      "the link asks for a payment on chain 10; expected chain 1, which this wallet is for"
        + " (--chain-id)"
    ),
    (
      .payment(.amountZero),
      "the link can't be paid: the amount is zero; expected at least 1 wei"
    ),
    (
      .hash(.wrongByteCount(expected: 32, found: 1)),
      "the link names no transaction: expected 32 bytes (64 hexadecimal digits), found 1"
    ),
    (.request(.tooLong(max: 9)), request("it is too long; expected at most 9 bytes")),
    (.request(.malformed(position: 3)), request("the character at 3 is not allowed there")),
    (
      .request(.name),
      request("it names its recipient by a name; expected an address that begins with 0x")
    ),
    (
      .request(.recipient(.missingPrefix)),
      request("the recipient is not an address: expected an address that begins with 0x")
    ),
    (.request(.chain), request("its chain is not a number; expected one such as 1 after the @")),
    (
      .request(.call(function: "transfer")),
      request(
        "it calls the function 'transfer' of a contract; expected a plain payment of ether")
    ),
    (
      .request(.parameter(name: "gas")),
      request("it asks for 'gas', which this wallet does not support; expected value only")
    ),
    (.request(.repeatedValue), request("it gives its value twice")),
    (
      .request(.value(.overflow)),
      request("its value can't be paid: expected an amount below 2^256 wei")
    ),
  ]

  private static func request(_ text: String) -> String {
    "the payment request can't be paid: " + text
  }

  @Test(arguments: failures)
  func everyFailureHasItsSentence(error: WalletLinkError, message: String) {
    #expect(FailureText.failure(error) == CommandFailure(said: message, .usage))
  }
}
