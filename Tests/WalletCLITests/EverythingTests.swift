import DevChain
import EthereumCrypto
import EthereumPrimitives
import Testing

@testable import WalletCLI

/// `wallet send --amount max`, by the executable itself.
@Suite struct EverythingTests {
  private func sendEverything(
    _ home: TemporaryHome, _ url: String, _ options: [String]
  ) async throws -> WalletProcess.Outcome {
    try await WalletProcess.run(
      [
        "send", "--to", DevChainAccounts.addresses[1].checksummed, "--amount", "max", "--yes",
        "--rpc-url", url,
      ] + options + WalletFixture.passcodeOption(home), home: home)
  }

  /// The whole balance is a different amount after the base fee has moved.
  ///
  /// Two commands signed two payments: later deposits would have been sent there, too.
  @Test func everythingIsSentOnceWhateverTheBaseFeeIs() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    try await DevChainServer.serving(chain) { url in
      let first = try await sendEverything(home, url, ["--no-wait"])
      #expect(first.status == 0)
      // Blocks are mined without it, and gas gets cheaper.
      await chain.forgetPool()
      for _ in 1...4 { await chain.mine() }
      for options in [["--no-wait"], ["--no-wait", "--again"]] {
        let second = try await sendEverything(home, url, options)
        #expect(second.status == 1 && second.stdout == "", "\(options)")
        #expect(
          second.stderr.contains(
            "\nwallet: the account has 10000 ETH, of which open payments may take 10000 ETH; expected"
              + " at least 0.0000"),
          "\(second.stderr)")
      }
      let listed = try await WalletProcess.run(["activity", "--rpc-url", url], home: home)
      #expect(listed.stdout.split(separator: "\n").count == 1)
    }
  }
}
