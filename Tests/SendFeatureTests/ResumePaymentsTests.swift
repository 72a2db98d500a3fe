import ActivityClient
import DevChain
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import SendFeature
import Testing
import VaultClient

@Suite("ResumePayments")
struct ResumePaymentsTests {
  private typealias Store = TestStore<ResumePayments.State, ResumePayments.Action>

  private let bench = SendBench()

  private func findings(
    _ open: [Payment], reviewable: [Payment] = [], at date: Date = SendBench.date
  ) -> ResumePayments.Findings {
    ResumePayments.Findings(open: open, reviewable: reviewable, date: date)
  }

  private func start(_ store: Store, _ payments: [Payment]) async {
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, findings(payments)) {
      $0.phase = .idle
      $0.payments = payments
    }
    await store.receive(\.delegate.resumed, payments)
  }

  /// Mines a block, lets the wallet look, and receives the end.
  private func mine(_ store: Store, _ payment: Payment) async throws {
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    let inclusion = try #require(await bench.inclusion(of: payment.hash))
    let settled = payment.with(.confirmed(inclusion))
    await store.receive(\.inner.settled, settled) {
      $0.payments = []
      $0.progress = [:]
    }
    await store.receive(\.delegate.settled, settled)
  }

  private func receive(
    _ store: Store, _ payment: Payment, _ progress: PaymentProgress
  ) async {
    await store.receive(
      \.inner.changed, PaymentNews(payment: payment, progress: progress)
    ) {
      $0.progress = [payment.id: progress]
    }
  }

  @Test func anEmptyJournalAsksNoNode() async {
    let store = bench.resuming()
    store.dependencies.node = .testValue
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, findings([])) { $0.phase = .idle }
    await store.finish()
  }

  @Test func anUnseenPaymentIsSentAsItIsAndFollowed() async throws {
    let signed = try await bench.recorded()
    let store = bench.resuming()
    await start(store, [signed])
    await store.receive(\.inner.handedOver, signed.taken) { $0.payments = [signed.taken] }
    await receive(store, signed.taken, .waitingForBlock)
    try await mine(store, signed.taken)
    await store.finish()
    #expect(bench.node.sent == [signed.current.rawTransaction])
  }

  @Test func aPaymentThatWasBroadcastIsOnlyFollowed() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    let open = try await bench.makeActivity().update(payment.id, .handedOver(payment.hash))
    let store = bench.resuming()
    await start(store, [open])
    await store.receive(\.inner.handedOver, open)
    await receive(store, open, .waitingForBlock)
    try await mine(store, open)
    await store.finish()
    #expect(bench.node.sent.count == 1)
  }

  /// A restarted node has forgotten the waiting payments.
  @Test func aPaymentThatTheNodeForgotIsSentAgain() async throws {
    let payment = try await bench.recorded()
    let activity = bench.makeActivity()
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    let open = try await activity.update(payment.id, .taken(payment.hash))
    bench.node.answer(.refused("txpool is full"))
    let store = bench.resuming()
    await start(store, [open])
    await store.receive(\.inner.handedOver, open)
    var refused = open
    refused.lastRefusal = NodeRefusal(code: -32_000, message: "txpool is full")
    await store.receive(\.inner.changed) {
      $0.payments = [refused]
      $0.progress = [open.id: .handingOver]
    }
    await receive(store, refused, .refused(NodeRefusal(code: -32_000, message: "txpool is full")))
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.changed) { $0.payments = [open] }
    await receive(store, open, .waitingForBlock)
    try await mine(store, open)
    await store.finish()
    let raw = payment.current.rawTransaction
    #expect(bench.node.sent == [raw, raw])
  }

  @Test func aNodeThatIsDownIsAskedUntilItAnswersAndNothingHasLeft() async throws {
    let signed = try await bench.recorded()
    bench.node.answerChainID(.failure(.down), .failure(.down))
    let store = bench.resuming()
    await start(store, [signed])
    await store.receive(\.inner.handedOver, signed)
    await receive(store, signed, .nodeFailing(.down))
    #expect(try await bench.journal() == [.signed])
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.changed) { $0.payments = [signed.handedOver] }
    await store.receive(\.inner.changed) { $0.payments = [signed.taken] }
    await receive(store, signed.taken, .waitingForBlock)
    try await mine(store, signed.taken)
    await store.finish()
  }

  /// Another chain's node would refuse the payment, and could pass it on.
  @Test func aNodeOfAnotherChainIsHandedNothing() async throws {
    let signed = try await bench.recorded()
    let store = bench.resuming()
    store.dependencies.node.chainID = { 1 }
    await start(store, [signed])
    await store.receive(\.inner.handedOver, signed)
    await receive(
      store, signed,
      .nodeFailing(.wrongChain(expected: SendBench.chainID, actual: 1)))
    await store.skipInFlightEffects()
    #expect(bench.node.sent == [])
    #expect(try await bench.journal() == [.signed])
  }

  @Test func paymentsOfOtherChainsAreLeftAlone() async throws {
    _ = try await bench.recorded(chainID: 1)
    let store = bench.resuming()
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, findings([])) { $0.phase = .idle }
    await store.finish()
  }

  @Test func aDamagedJournalIsReportedAndStartingAgainHelps() async throws {
    let store = bench.resuming()
    let failure = JournalFailure.corrupt(path: "/wallet/payments.sqlite")
    store.dependencies.activity.unresolved = { () throws(JournalFailure) in throw failure }
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.failed) { $0.phase = .failed(.journal(failure)) }
    await store.receive(\.delegate.failed, .journal(failure))
    store.dependencies.activity = bench.makeActivity()
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, findings([])) { $0.phase = .idle }
    await store.finish()
  }

  @Test func earlierNoncesAreHandedOverFirst() async throws {
    let first = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    let store = bench.resuming()
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.inner.handedOver)
    await store.receive(\.inner.handedOver)
    await bench.clock.advance()
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    await store.finish()
    #expect(bench.node.sent == [first.current.rawTransaction, second.current.rawTransaction])
    #expect(try await bench.makeActivity().unresolved() == [])
  }

  @Test func startingAgainTakesUpOnlyWhatIsNew() async throws {
    let first = try await bench.recorded(nonce: 0)
    let store = bench.resuming()
    await start(store, [first])
    await store.receive(\.inner.handedOver) { $0.payments = [first.taken] }
    await receive(store, first.taken, .waitingForBlock)
    let second = try await bench.recorded(nonce: 1)
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, findings([first.taken, second])) {
      $0.phase = .idle
      $0.payments = [first.taken, second]
    }
    await store.receive(\.delegate.resumed, [second])
    await store.receive(\.inner.handedOver) { $0.payments = [first.taken, second.taken] }
    await store.receive(\.inner.changed) {
      $0.progress[second.id] = .waitingForEarlier(accountNonce: 0)
    }
    await store.skipInFlightEffects()
  }

  /// Two wallets follow one payment: the later record of the other counts.
  @Test func newsThatAnotherWalletWroteFirstCounts() async throws {
    let signed = try await bench.recorded()
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = signed.hash
    let settled = signed.handedOver.with(.confirmed(inclusion))
    let store = bench.resuming()
    let activity = bench.makeActivity()
    store.dependencies.activity.update = { [inclusion] id, event throws(UpdateRefusal) in
      _ = try await activity.update(id, .settled(inclusion, isFinal: false))
      return try await activity.update(id, event)
    }
    await start(store, [signed])
    await store.receive(\.inner.handedOver, settled) { $0.payments = [settled] }
    await store.receive(\.inner.settled, settled) { $0.payments = [] }
    await store.receive(\.delegate.settled, settled)
    await store.finish()
    #expect(bench.node.sent == [])
  }

  // MARK: - Old payments

  /// The next `send` handed over a payment signed weeks ago, even if it was itself refused.
  @Test(arguments: [(599, false), (600, true), (1_000_000, true)])
  func anOldPaymentThatNoNodeTookWaitsForADecision(seconds: Double, waits: Bool) async throws {
    let signed = try await bench.recorded()
    let now = SendBench.date.addingTimeInterval(seconds)
    let store = bench.resuming(at: now)
    await store.send(.view(.started)) { $0.phase = .loading }
    guard waits else {
      await store.receive(\.inner.loaded, findings([signed], at: now)) {
        $0.phase = .idle
        $0.payments = [signed]
      }
      await store.receive(\.delegate.resumed, [signed])
      await store.receive(\.inner.handedOver) { $0.payments = [signed.taken] }
      await receive(store, signed.taken, .waitingForBlock)
      await store.skipInFlightEffects()
      return
    }
    await store.receive(\.inner.loaded, findings([signed], at: now)) {
      $0.phase = .idle
      $0.stale = [signed]
    }
    await store.receive(\.delegate.stale, [OldPayment(payment: signed, at: now)])
    #expect(OldPayment(payment: signed, at: now).age == .seconds(seconds))
    await bench.clock.advance(by: .seconds(100))
    #expect(bench.node.sent == [])
    await store.send(.view(.resendButtonTapped(signed.id))) {
      $0.stale = []
      $0.payments = [signed]
    }
    await store.receive(\.delegate.resumed, [signed])
    await store.receive(\.inner.handedOver) { $0.payments = [signed.taken] }
    await receive(store, signed.taken, .waitingForBlock)
    try await mine(store, signed.taken)
    await store.finish()
  }

  @Test func anOldPaymentOfWhichNothingLeftCanBeEnded() async throws {
    let signed = try await bench.recorded()
    let store = bench.resuming(at: SendBench.date.addingTimeInterval(3_600))
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.stale)
    await store.send(.view(.abandonButtonTapped(signed.id)))
    var abandoned = signed.with(.abandoned)
    abandoned.transactions[0].rawTransaction = []
    await store.receive(\.delegate.settled, abandoned)
    #expect(store.state.stale == [])
    await store.finish()
    #expect(bench.node.sent == [])
  }

  /// The later one would wait for ever for a nonce that no transaction uses.
  @Test func anOldPaymentBehindWhichAnotherWaitsNeedsATransactionToEnd() async throws {
    let first = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    let store = bench.resuming(at: SendBench.date.addingTimeInterval(3_600))
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.stale)
    await store.send(.view(.abandonButtonTapped(first.id)))
    await store.receive(\.delegate.cancellationRequired, first)
    #expect(store.state.stale == [first, second])
    await store.finish()
  }

  @Test func anOldPaymentThatMayBeKnownNeedsATransactionToEnd() async throws {
    let signed = try await bench.recorded()
    let open = try await bench.makeActivity().update(signed.id, .handedOver(signed.hash))
    let store = bench.resuming(at: SendBench.date.addingTimeInterval(3_600))
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.stale)
    await store.send(.view(.abandonButtonTapped(signed.id)))
    await store.receive(\.delegate.cancellationRequired, open)
    #expect(store.state.stale == [open])
    await store.finish()
  }

  // MARK: - Ends that are read again

  @Test func anEndThatTheChainDoesNotHaveIsOpenAgainAndSentAgain() async throws {
    let ended = try await bench.endedInAForgedBlock()
    let store = bench.resuming()
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, findings([], reviewable: [ended])) { $0.phase = .idle }
    // The network had every transaction that a block had.
    await store.receive(\.inner.reviewed, ended.taken) { $0.payments = [ended.taken] }
    await store.receive(\.delegate.reopened, ended.taken)
    await receive(store, ended.taken, .waitingForBlock)
    try await mine(store, ended.taken)
    await store.finish()
    #expect(bench.node.sent == [ended.current.rawTransaction])
  }

  /// The process that found the end reverted was killed before it reported that; minutes later the
  /// payment continued without a message.
  @Test func aPaymentWhoseRevertedEndWasNotReportedIsReported() async throws {
    let signed = try await bench.recorded()
    let activity = bench.makeActivity()
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = signed.hash
    _ = try await activity.update(signed.id, .handedOver(signed.hash))
    _ = try await activity.update(signed.id, .included(inclusion))
    let shallow = try await activity.update(signed.id, .reorganised())
    let store = bench.resuming(at: SendBench.date.addingTimeInterval(480))
    store.exhaustivity = .off
    // It had no end.
    await store.send(.view(.started))
    await store.receive(
      \.inner.loaded, findings([shallow], at: SendBench.date.addingTimeInterval(480)))
    await store.skipInFlightEffects(strict: false)

    _ = try await activity.update(signed.id, .settled(inclusion, isFinal: false))
    let open = try await activity.update(signed.id, .reorganised())
    let next = bench.resuming(at: SendBench.date.addingTimeInterval(480))
    next.exhaustivity = .off
    await next.send(.view(.started))
    var found = findings([open], at: SendBench.date.addingTimeInterval(480))
    found.reopened = [open.id]
    await next.receive(\.inner.loaded, found)
    await next.receive(\.delegate.reopened, open)
    await next.receive(\.delegate.resumed, [open])
    await next.skipInFlightEffects(strict: false)
  }

  @Test func anEndThatTheChainHasIsKeptAndBecomesFinal() async throws {
    let signed = try await bench.recorded()
    let store = bench.resuming()
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.inner.handedOver)
    await bench.clock.advance()
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.delegate.settled)
    #expect(try await bench.makeActivity().reviewable(SendBench.chainID).count == 1)
    for count in 2...12 {
      #expect(try await bench.thePayment().isFinal == false, "\(count) blocks")
      await bench.node.chain.mine()
      await store.send(.view(.started))
      await store.finish()
    }
    #expect(try await bench.thePayment().isFinal)
    #expect(try await bench.thePayment().state.inclusion?.transactionHash == signed.hash)
    #expect(try await bench.makeActivity().reviewable(SendBench.chainID) == [])
  }

  @Test func aNodeThatDoesNotAnswerLeavesTheEndsAsTheyAre() async throws {
    let signed = try await bench.recorded()
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = signed.hash
    let ended = try await bench.makeActivity().update(
      signed.id, .settled(inclusion, isFinal: false))
    bench.node.fail(.down)
    let store = bench.resuming()
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, findings([], reviewable: [ended])) { $0.phase = .idle }
    await store.finish()
    #expect(try await bench.thePayment() == ended)
  }
}
