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

/// foundry #2033: the command exited with 0 although the transaction failed in its block.
@Suite struct Foundry2033Tests {
  /// The recipient's code accepts the payment in the estimate, and rejects it in the block.
  @Test func aPaymentThatFailedInItsBlockEndsWithOne() async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain()
    let terminal = FakeTerminal { _, _ in nil }
    var node = NodeClient.jsonRPC(over: chain.transport)
    node.estimateGas = { _ in 30_000 }
    let session = WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337, node: node,
      scrypt: .testing, terminal: terminal.terminal)
    var request = PaymentRequest(
      recipientText: DevToken.address.checksummed, amountText: "1", speed: .normal)
    request.patience = PaymentPatience(seconds: 30)
    let before = await chain.state.ledger[DevToken.address].balance
    let failure = await #expect(throws: CommandFailure.self) {
      try await session.pay(request, isMeant: { _ in true }) { _, _ in true }
    }
    #expect(failure?.status == .refused)
    #expect(failure?.status.rawValue == 1)
    #expect(
      failure?.message.contains("failed in its block") == true, "\(String(describing: failure))")
    #expect(await chain.state.ledger[DevToken.address].balance == before)
    // A second 'status' gives the same answer.
    let hash = try #require(failure?.payment)
    let again = await #expect(throws: CommandFailure.self) {
      try await session.tellStatus(of: .transaction(hash), json: false)
    }
    #expect(again?.status.rawValue == 1)
    #expect(terminal.results.last?.contains("failed in block") == true)
  }
}
