import DevChain
import EthereumCrypto
import Foundation
import TestEffort
import Testing

@testable import WalletCLI

/// Money, invariant 13: one passcode for each signature, asked after everything to sign was shown.
///
/// `send` used to ask twice, the first time before anything was shown.
@Suite(.serialized) struct OnePasscodeTests {
  private static let recipient = DevChainAccounts.addresses[1].checksummed
  private static let question = "Passcode, to sign this payment: "

  private func converse(
    _ arguments: [String], _ home: TemporaryHome
  ) async throws -> (WalletProcess.Outcome, [String]) {
    let process = try WalletProcess(arguments, home: home, watching: .terminal)
    var person = PersonAtTerminal(passcode: WalletFixture.passcode)
    var pieces: [String] = []
    for await piece in process.pieces {
      pieces.append(piece)
      if let answer = person.answer(to: piece) { try process.type(answer) }
    }
    return (try await process.outcome(), pieces)
  }

  private func asked(_ pieces: [String]) -> [String] {
    pieces.filter { $0.hasSuffix("no) ") || $0.hasPrefix("Passcode") }
  }

  @Test func aPaymentAsksOnceAfterTheReview() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let (outcome, pieces) = try await converse(
        ["send", "--to", Self.recipient, "--amount", "0.25", "--rpc-url", url], home)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(asked(pieces) == ["Send it? (yes/no) ", Self.question])
      let review = try #require(pieces.firstIndex(of: "Send 0.25 ETH"))
      let passcode = try #require(pieces.firstIndex(of: Self.question))
      #expect(review < passcode)
    }
    #expect(await chain.books.isBalanced)
  }

  @Test(arguments: Effort.cases(["speed-up", "cancel"]))
  func aReplacementAsksOnceAfterTheReview(command: String) async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let sent = try await WalletProcess.run(
        [
          "send", "--to", Self.recipient, "--amount", "1", "--yes", "--no-wait", "--id", "rent",
          "--rpc-url", url,
        ] + WalletFixture.passcodeOption(home), home: home)
      try #require(sent.status == 0, "\(sent)")
      let (outcome, pieces) = try await converse(
        [command, "rent", "--no-wait", "--rpc-url", url], home)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(asked(pieces) == ["Sign it? (yes/no) ", Self.question])
    }
  }

  /// A program that can write to the home may change an address in the list; then the account that
  /// was shown is not the one that would pay.
  @Test func aFalseListOfAddressesSignsNothing() async throws {
    let home = try await WalletFixture.home()
    let list = home.path + "/.headrace/settings/accounts.json"
    let text = try String(contentsOfFile: list, encoding: .utf8)
    let other = DevChainAccounts.addresses[2].checksummed
    let changed = text.replacing(WalletFixture.address, with: other)
    try #require(changed != text)
    try Data(changed.utf8).write(to: URL(filePath: list))
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let arguments = ["send", "--to", Self.recipient, "--amount", "0.25", "--rpc-url", url]
      let (refused, pieces) = try await converse(arguments, home)
      #expect(refused.status == 1 && refused.stdout == "", "\(refused)")
      #expect(pieces.contains { $0.contains(other) }, "the review showed what the list says")
      #expect(pieces.contains { $0.contains("named another address for this account") })
      #expect(await chain.state.blocks.count == 1)
      // The false list was removed, and the vault gives the right address.
      let (paid, again) = try await converse(arguments, home)
      #expect(paid.status == 0, "\(paid)")
      #expect(again.contains { $0.contains(WalletFixture.address) })
    }
  }

  /// A payment to "one's own account" went to any address that the list had for that name.
  @Test func aFalseAccountOfTheListIsNotPaid() async throws {
    let home = try await WalletFixture.home()
    let list = home.path + "/.headrace/settings/accounts.json"
    let text = try String(contentsOfFile: list, encoding: .utf8)
    let entry =
      #"{"address":"\#(Self.recipient)","id":1,"isPublished":false,"name":"Account 2","#
      + #""path":"m/44'/60'/0'/0/1"},"#
    let changed = text.replacing(#""accounts":["#, with: #""accounts":["# + entry)
    try #require(changed != text)
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let arguments = [
        "send", "--to", "Account 2", "--from", WalletFixture.address, "--amount", "0.25",
        "--rpc-url", url,
      ]
      try Data(changed.utf8).write(to: URL(filePath: list))
      let (refused, pieces) = try await converse(arguments, home)
      #expect(refused.status == 1 && refused.stdout == "", "\(refused)")
      #expect(pieces.contains { $0.contains("named another address for this account") })
      // A passcode in a file opens the vault before the review.
      try Data(changed.utf8).write(to: URL(filePath: list))
      let other = try await WalletProcess.run(
        arguments + ["--yes"] + WalletFixture.passcodeOption(home), home: home)
      #expect(other.status == 1 && other.stdout == "", "\(other)")
      #expect(other.stderr.contains("named another address for this account"))
      #expect(await chain.state.blocks.count == 1)
    }
  }
}
