import DevChain
import EthereumCrypto
import Testing

@testable import WalletCLI

/// The remedy for a false end that is final, by the executable itself.
@Suite struct RepairTests {
  private func send(
    _ home: TemporaryHome, _ url: String, _ amount: String
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(
      [
        "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", amount, "--yes",
        "--rpc-url", url,
      ] + WalletFixture.passcodeOption(home), home: home)
  }

  /// Every honest node reports the nonce as free, and every payment was refused permanently: the
  /// sentence named a remedy for development chains alone.
  @Test func aFalseEndThatIsFinalIsRepairedAsItsSentenceSays() async throws {
    let home = try await WalletFixture.home()
    var hash = ""
    let lying = DevChain()
    try await DevChainServer.serving(lying) { url in
      let paid = try await send(home, url, "0.5")
      hash = String(paid.stdout.prefix(66))
      for _ in 1...12 { await lying.mine() }
      let final = try await WalletProcess.run(["status", hash, "--rpc-url", url], home: home)
      #expect(final.status == 0)
    }
    try await DevChainServer.serving(DevChain()) { url in
      let refused = try await send(home, url, "0.25")
      #expect(refused.status == 1 && refused.stdout == "")
      #expect(
        refused.stderr.hasSuffix(
          "wallet: nothing was sent: a block had the payment \(hash), but the node reports its"
            + " nonce as unused; expected a node that has caught up with the chain. After a"
            + " development chain was restarted, or a node lied, see wallet repair\n"))
      let repaired = try await WalletProcess.run(["repair", "--rpc-url", url], home: home)
      #expect(repaired.status == 0)
      let sent = try await send(home, url, "0.25")
      #expect(sent.status == 0, "\(sent)")
    }
  }

  /// 'cancel --no-wait' sent the payment again, and ended with 0.
  @Test(arguments: ["cancel", "speed-up"])
  func aPaymentWhoseEndAReorganisationRemovedIsReplaced(command: String) async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    try await DevChainServer.serving(chain) { url in
      let paid = try await send(home, url, "0.5")
      #expect(paid.status == 0)
      await chain.reorganise(depth: 1, transactions: .pool)
      let replaced = try await WalletProcess.run(
        [command, String(paid.stdout.prefix(66)), "--no-wait", "--yes", "--rpc-url", url]
          + WalletFixture.passcodeOption(home), home: home)
      #expect(replaced.status == 0, "\(replaced)")
      await chain.mine()
      let balance = await chain.state.ledger[DevChainAccounts.addresses[1]].balance
      #expect(
        balance.description
          == "10000" + (command == "cancel" ? "0" : "5") + String(repeating: "0", count: 17))
      let activity = try await WalletProcess.run(
        ["activity", "--json", "--rpc-url", url], home: home)
      let role = command == "cancel" ? "cancel" : "speedUp"
      #expect(activity.stdout.contains("\"transaction\":\"\(role)\""), "\(activity)")
    }
  }
}
