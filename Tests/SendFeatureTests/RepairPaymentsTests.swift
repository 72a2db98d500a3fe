import ActivityClient
import DevChain
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import Testing
import VaultClient

@testable import SendFeature

/// Reading everything again, on the word of the node that its owner names.
@Suite("RepairPayments")
struct RepairPaymentsTests {
  private let bench = SendBench()

  private func repair(
    _ node: NodeClient? = nil, verifier: NodeClient? = nil
  ) async -> RepairReport? {
    let store = TestStore(initialState: RepairPayments.State(chainID: SendBench.chainID)) {
      RepairPayments()
    } withDependencies: {
      $0.node = node ?? bench.node.client()
      $0.verifier = verifier
      $0.activity = bench.makeActivity()
      $0.continuousClock = bench.clock
    }
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.finished)
    await store.finish()
    guard case .done(let report) = store.state.phase else { return nil }
    return report
  }

  /// A chain that was started anew is shorter than the journal's: every end on it was for good.
  @Test func aFalseEndIsOpenAgainAndAnHonestNodeCountsAgain() async throws {
    let payment = try await bench.recorded()
    let forged = PaymentInclusion(
      transactionHash: payment.hash, blockNumber: 900, blockHash: Hash32(9, 9, 9, 9),
      gasUsed: 21_000, effectiveGasPrice: 102)
    let activity = bench.makeActivity()
    let ended = try await activity.update(payment.id, .settled(forged, isFinal: true))
    let choice = NonceChoice(node: bench.node.client(), verifier: nil, activity: activity)
    await #expect(throws: NonceRefusal.chainBehind(payment.id)) {
      try await choice.next(chainID: SendBench.chainID, from: SendBench.account.address)
    }
    let report = try #require(await repair())
    #expect(report.reopened.map(\.id) == [ended.id])
    #expect(report.standing == [] && report.unknown == [])
    #expect(try await bench.thePayment().state == .broadcast)
    #expect(
      try await choice.next(chainID: SendBench.chainID, from: SendBench.account.address) == 1)
  }

  @Test func anEndThatTheChainHasStands() async throws {
    let payment = try await bench.recorded()
    let delivery = PaymentDelivery(
      node: bench.node.client(), activity: bench.makeActivity(), clock: bench.clock,
      policy: .standard(for: SendBench.chainID))
    _ = try await delivery.deliver(payment, deadline: .zero) { _ in }
    await bench.node.chain.mine()
    let end = try await delivery.deliver(try await bench.thePayment()) { _ in }
    let report = try #require(await repair())
    #expect(report.standing == [end.payment])
    #expect(report.reopened == [])
  }

  @Test func aNodeThatDoesNotAnswerRepairsNothing() async throws {
    let payment = try await bench.recorded()
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = payment.hash
    let ended = try await bench.makeActivity().update(
      payment.id, .settled(inclusion, isFinal: true))
    bench.node.fail(.down)
    let report = try #require(await repair())
    #expect(report.unknown == [PaymentNews(payment: ended, progress: .nodeFailing(.down))])
    #expect(try await bench.thePayment() == ended)
  }

  /// A node that says that nothing happened is believed only where the second one says the same.
  @Test func aSecondNodeThatSeesTheEndIsHeard() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    await bench.node.chain.mine()
    let inclusion = try #require(await bench.inclusion(of: payment.hash))
    let activity = bench.makeActivity()
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    let ended = try await activity.update(payment.id, .settled(inclusion, isFinal: true))
    let honest = bench.live()
    let other = SendBench()
    let empty = other.live()
    let unknown = [PaymentNews(payment: ended, progress: .verifierDisagreeing)]
    #expect(await repair(empty, verifier: honest)?.unknown == unknown)
    #expect(await repair(honest, verifier: empty)?.unknown == unknown)
    var dead = honest
    dead.chainID = { throw NodeError.down }
    let silent = [PaymentNews(payment: ended, progress: .verifierFailing(.down))]
    #expect(await repair(empty, verifier: dead)?.unknown == silent)
    #expect(await repair(honest, verifier: dead)?.unknown == silent)
    #expect(try await bench.thePayment() == ended)
    #expect(await repair(honest, verifier: honest)?.standing == [ended])
    #expect(await repair(empty, verifier: empty)?.reopened.map(\.id) == [ended.id])
  }
}
