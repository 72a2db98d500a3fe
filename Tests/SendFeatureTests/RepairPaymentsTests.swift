import ActivityClient
import BigInt
import DevChain
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import Synchronization
import TestEffort
import Testing
import VaultClient

@testable import SendFeature

/// Reads everything again, trusting the node that its owner names.
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

  /// A restarted chain is shorter than the journal's: every end on it was permanent.
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

  @Test func anEndThatTheChainHasIsKept() async throws {
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

  /// A node that reports that nothing happened is believed only if the second one agrees.
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

  // MARK: - Many Payments

  /// Records payments that are in blocks and final, with the nonces from 0 on.
  private func recordFinal(_ count: UInt64, _ bench: SendBench) async throws -> [Payment] {
    let activity = bench.makeActivity()
    var ends: [Payment] = []
    for nonce in 0..<count {
      let payment = try await bench.recorded(nonce: nonce)
      _ = try await bench.live().sendRawTransaction(payment.current.rawTransaction)
      await bench.node.chain.mine()
      _ = try await activity.update(payment.id, .handedOver(payment.hash))
      let inclusion = try #require(await bench.inclusion(of: payment.hash))
      ends.append(try await activity.update(payment.id, .settled(inclusion, isFinal: true)))
    }
    return ends
  }

  private func store(
    _ bench: SendBench, _ node: NodeClient
  ) -> TestStore<RepairPayments.State, RepairPayments.Action> {
    let store = TestStore(initialState: RepairPayments.State(chainID: SendBench.chainID)) {
      RepairPayments()
    } withDependencies: {
      $0.node = node
      $0.activity = bench.makeActivity()
      $0.continuousClock = bench.clock
    }
    store.exhaustivity = .off
    return store
  }

  /// A slow node repaired nothing, and each run started again.
  ///
  /// The depth of each was proved again, with up to 74 sequential block reads, and all of them
  /// shared ten minutes.
  @Test func endsThatAreFinalAndUnchangedCostAFewQuestionsEach() async throws {
    let bench = SendBench(balance: BigUInt(10).power(21))
    let ends = try await recordFinal(Effort.count(200), bench)
    for _ in 0..<80 { await bench.node.chain.mine() }
    let calls = Mutex(0)
    let live = bench.live()
    var node = live
    node.chainID = {
      calls.withLock { $0 += 1 }
      return try await live.chainID()
    }
    node.nonce = { address, tag in
      calls.withLock { $0 += 1 }
      return try await live.nonce(of: address, at: tag)
    }
    node.block = { tag in
      calls.withLock { $0 += 1 }
      return try await live.block(at: tag)
    }
    node.receipt = { hash in
      calls.withLock { $0 += 1 }
      return try await live.receipt(hash)
    }
    node.transaction = { hash in
      calls.withLock { $0 += 1 }
      return try await live.transaction(hash)
    }
    let store = store(bench, node)
    await store.send(.view(.started))
    await store.receive(\.delegate.finished, timeout: .seconds(30))
    guard case .done(let report) = store.state.phase else {
      Issue.record("The repair is \(store.state.phase)")
      return
    }
    #expect(Set(report.standing.map(\.id)) == Set(ends.map(\.id)))
    #expect(report.reopened == [] && report.unknown == [] && report.leftCount == 0)
    // At two seconds for each answer one payment takes fourteen of its sixty seconds.
    #expect(calls.withLock { $0 } == 7 * ends.count)
  }

  /// A node that never answers about one payment does not prevent the others from being read, and
  /// results are available at any time.
  @Test func eachPaymentHasItsOwnTime() async throws {
    let bench = SendBench()
    let ends = try await recordFinal(3, bench)
    let live = bench.live()
    var node = live
    node.receipt = { hash in
      guard hash == ends[1].hash else { return try await live.receipt(hash) }
      for await _ in AsyncStream<Void>.makeStream().stream {}
      throw NodeError.cancelled
    }
    let store = store(bench, node)
    await store.send(.view(.started))
    await store.receive(\.inner.looked)
    guard case .running(let part) = store.state.phase else {
      Issue.record("The repair is \(store.state.phase)")
      return
    }
    #expect(part.standing.count == 1 && part.leftCount == 2)
    await bench.clock.advance(by: RepairPayments.paymentTimeMax)
    await store.receive(\.delegate.finished)
    guard case .done(let report) = store.state.phase else {
      Issue.record("The repair is \(store.state.phase)")
      return
    }
    #expect(Set(report.standing.map(\.id)) == [ends[0].id, ends[2].id])
    let error = NodeError.timedOut(method: "all questions", after: .seconds(60))
    #expect(
      report.unknown == [PaymentNews(payment: ends[1], progress: .nodeFailing(error))])
    #expect(report.leftCount == 0)
  }
}
