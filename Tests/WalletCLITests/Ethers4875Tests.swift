import ActivityClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import NodeClient
import NodeClientLive
import SendFeature
import Testing
import VaultClientLive

@testable import WalletCLI

/// ethers #4875: waiting for a payment never ended if another wallet's transaction used its nonce.
///
/// Here it ends with the block, and the message names the other transaction.
@Suite struct Ethers4875Tests {
  private func session(
    _ home: TemporaryHome, _ node: NodeClient, _ terminal: FakeTerminal
  ) -> WalletSession {
    WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337, node: node,
      scrypt: .testing, terminal: terminal.terminal)
  }

  @Test(arguments: [false, true])
  func waitingForAPaymentThatAnotherOneReplacedEnds(isTold: Bool) async throws {
    let (home, otherHome) = (try await WalletFixture.home(), try await WalletFixture.home())
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    let node = NodeClient.jsonRPC(over: chain.transport)
    let terminal = FakeTerminal { _, _ in nil }
    var request = PaymentRequest(
      recipientText: DevChainAccounts.addresses[1].checksummed, amountText: "1", speed: .normal)
    request.patience = PaymentPatience(waitsForEnd: false)
    let payment = try await session(home, node, terminal).pay(request) { _, _ in true }
    // The other wallet has the same key, and does not know this payment.
    await chain.forgetPool()
    request.amountText = "2"
    let other = try await session(otherHome, node, terminal).pay(request) { _, _ in true }
    #expect(other.nonce == payment.nonce)
    await chain.mine()
    let waiting = session(home, node, terminal)
    let failure = await #expect(throws: CommandFailure.self) {
      if isTold {
        try await waiting.tellStatus(of: .id(payment.id), json: false)
      } else {
        _ = try await waiting.follow(
          .id(payment.id), PaymentPatience(seconds: 30), json: false)
      }
    }
    // The first look records the end; after that 'status' reports it.
    #expect(failure?.status == .refused, "\(String(describing: failure))")
    #expect(failure?.message.contains(other.hash.hex) == true)
    #expect(failure?.message.contains("did not pay") == true)
  }
}
