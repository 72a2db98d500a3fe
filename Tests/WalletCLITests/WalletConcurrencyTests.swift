import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive
import Testing

/// Effects on each other of commands that run concurrently in one home.
@Suite struct WalletConcurrencyTests {
  private static let recipient = DevChainAccounts.addresses[1]

  /// A command that does not report a payment has not paid, and says so.
  @Test(arguments: ["1", "2"])
  func concurrentSendsPayAsOftenAsTheySay(secondAmount: String) async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      let node = NodeClient.live(url: try #require(URL(string: url)))
      let before = try await node.balance(of: Self.recipient, at: .latest)
      let passcode = try WalletFixture.passcodeOption(home)
      let processes = try ["1", secondAmount].map { amount in
        try WalletProcess(
          [
            "send", "--to", Self.recipient.checksummed, "--amount", amount, "--yes", "--again",
            "--rpc-url", url,
          ]
            + passcode, home: home, watching: .nothing)
      }
      var expected = before
      for (process, amount) in zip(processes, ["1", secondAmount]) {
        let outcome = try await process.outcome()
        if outcome.status == 0 {
          expected = try expected.adding(Wei(ether: amount))
          continue
        }
        #expect(outcome.status == 75, "\(outcome.stderr)")
        #expect(outcome.stdout == "")
        // The refusal depends on the progress of the other command.
        let refusals = [
          "nothing was sent: another wallet made or ended the payment 0x",
          "nothing was signed: the nonce is 1 now, and was 0 at the review; review again",
          "another wallet is writing at this moment",
        ]
        #expect(refusals.contains { outcome.stderr.contains($0) }, "\(outcome.stderr)")
      }
      #expect(expected > before)
      #expect(try await node.balance(of: Self.recipient, at: .latest) == expected)
    }
  }
}
