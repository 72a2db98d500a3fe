import ActivityClient
import DevChain
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import Testing
import VaultClient

@testable import SendFeature

/// status-web #1314, boltz #1201: a node forgets a payment, and all later ones wait behind the gap
/// for ever.
@Suite struct StatusWeb1314Tests {
  private let bench = SendBench()

  /// Makes a payment that the node accepted.
  private func taken(nonce: UInt64) async throws -> Payment {
    let payment = try await bench.recorded(nonce: nonce)
    let activity = bench.makeActivity()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    return try await activity.update(payment.id, .taken(payment.hash))
  }

  /// The node's pool has the later payments, but has lost the first one.
  private func forgetFirst() async throws -> [Payment] {
    let payments = [
      try await taken(nonce: 0), try await taken(nonce: 1), try await taken(nonce: 2),
    ]
    await bench.node.chain.forgetPool()
    for payment in payments.dropFirst() {
      _ = try await bench.live().sendRawTransaction(payment.current.rawTransaction)
    }
    await bench.node.chain.mine()
    #expect(await bench.inclusion(of: payments[1].hash) == nil)
    return payments
  }

  /// Following the last payment sends the first one's bytes again.
  @Test func theSameBytesGoOutAgainWhenALaterPaymentIsFollowed() async throws {
    let payments = try await forgetFirst()
    let store = TestStore(initialState: FollowPayment.State(.id(payments[2].id))) {
      FollowPayment()
    } withDependencies: {
      $0.node = bench.live()
      $0.verifier = nil
      $0.activity = bench.makeActivity()
      $0.continuousClock = bench.clock
      $0.date = .constant(SendBench.date)
    }
    store.exhaustivity = .off
    await store.followBehindAnotherUntilItEnds(bench)
    for payment in payments { #expect(await bench.inclusion(of: payment.hash) != nil) }
  }

  /// An open wallet does the same on its own.
  @Test func theSameBytesGoOutAgainWhenTheWalletOpens() async throws {
    let payments = try await forgetFirst()
    let store = bench.resuming()
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.resumed)
    await bench.clock.advance()
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    for _ in payments { await store.receive(\.delegate.settled) }
    await store.finish()
    for payment in payments { #expect(await bench.inclusion(of: payment.hash) != nil) }
  }

  /// The nonce of the gap belongs to a payment that may still pay, so a new payment gets the nonce
  /// after all of them.
  @Test func aNewPaymentDoesNotTakeTheNonceOfTheForgottenOne() async throws {
    _ = try await forgetFirst()
    let choice = NonceChoice(node: bench.live(), verifier: nil, activity: bench.makeActivity())
    let nonce = try await choice.next(
      chainID: SendBench.chainID, from: SendBench.account.address)
    #expect(nonce == 3)
  }

  /// The next payment fills a gap that belongs to no payment of the journal.
  @Test func aGapWithoutAPaymentIsFilledByTheNextOne() async throws {
    _ = try await taken(nonce: 1)
    let choice = NonceChoice(node: bench.live(), verifier: nil, activity: bench.makeActivity())
    let nonce = try await choice.next(
      chainID: SendBench.chainID, from: SendBench.account.address)
    #expect(nonce == 0)
  }
}
