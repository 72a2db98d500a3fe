import ActivityClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import NodeClient
import NodeClientLive
import SendFeature
import Synchronization
import Testing
import VaultClientLive

@testable import WalletCLI

/// Frame #1673: a payment was mined while its owner read the review of its cancellation. The
/// command said "nonce too low", but the owner needs to know that the payment was made.
@Suite struct Frame1673Tests {
  private static let recipient = DevChainAccounts.addresses[1].checksummed

  /// The moment when a block includes the payment.
  enum Moment: CaseIterable, Sendable {
    case beforeTheQuote, duringTheReview, beforeTheBroadcast
  }

  private func session(
    _ home: TemporaryHome, _ node: NodeClient, _ terminal: FakeTerminal
  ) -> WalletSession {
    WalletSession(
      home: home.path + "/.headrace", deviceKeyPath: nil, chainID: 31_337, node: node,
      scrypt: .testing, terminal: terminal.terminal)
  }

  private static func passcode() -> SecretBytes {
    SecretBytes(Array(WalletFixture.passcode.utf8))
  }

  @Test(
    arguments: Moment.allCases, [PaymentTransaction.Role.cancel, .speedUp])
  func paymentsMinedInTheMeantimeAreReportedAsPaid(
    moment: Moment, role: PaymentTransaction.Role
  ) async throws {
    let home = try await WalletFixture.home()
    let chain = DevChain(DevChainConfiguration(isAutomining: false))
    let live = NodeClient.jsonRPC(over: chain.transport)
    let terminal = FakeTerminal { _, _ in nil }
    var request = PaymentRequest(
      recipientText: Self.recipient, amountText: "1", speed: .normal)
    request.patience = PaymentPatience(waitsForEnd: false)
    let payment = try await session(home, live, terminal).pay(request) { _, _ in true }
    if moment == .beforeTheQuote { await chain.mine() }
    var node = live
    node.sendRawTransaction = { raw in
      if moment == .beforeTheBroadcast { await chain.mine() }
      return try await live.sendRawTransaction(raw)
    }
    let mined = Mutex<Task<Void, Never>?>(nil)
    node.code = { address, tag in
      // The first question after the passcode.
      if let mining = mined.withLock({ $0 }) { await mining.value }
      return try await live.code(of: address, at: tag)
    }
    node.nonce = { address, tag in
      if let mining = mined.withLock({ $0 }) { await mining.value }
      return try await live.nonce(of: address, at: tag)
    }
    let replacement = ReplacementRequest(
      reference: .id(payment.id), role: role, speed: .normal, policy: .standard,
      patience: PaymentPatience(seconds: 20), json: false)
    var failure: CommandFailure?
    do throws(CommandFailure) {
      let end = try await session(home, node, terminal).replace(
        replacement, opening: { Self.passcode() },
        isAgreed: { _ in
          if moment == .duringTheReview {
            mined.withLock { $0 = Task { await chain.mine() } }
          }
          return true
        }, isMeant: { _ in true }, signing: { Self.passcode() })
      guard case .confirmed = end.state else { return #expect(Bool(false), "\(end.state)") }
    } catch {
      failure = error
    }
    let said = ([failure?.message ?? ""] + terminal.notes).joined(separator: "\n")
    #expect(!said.contains("nonce too low"), "\(said)")
    if role == .cancel {
      #expect(failure?.status == .refused, "\(said)")
      #expect(failure?.message.contains("was not cancelled") == true, "\(said)")
      #expect(failure?.message.contains("paid") == true, "\(said)")
    } else {
      #expect(failure == nil, "\(said)")
    }
    #expect(await chain.state.ledger[DevChainAccounts.addresses[0]].nonce == 1)
  }
}
