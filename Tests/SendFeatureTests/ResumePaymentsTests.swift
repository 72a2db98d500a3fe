import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import SendFeature
import Testing
import VaultClient

@Suite("ResumePayments")
struct ResumePaymentsTests {
  private let bench = SendBench()

  @Test func anEmptyJournalAsksNobody() async {
    let store = bench.resuming()
    store.dependencies.node = .testValue
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, []) { $0.phase = .idle }
    await store.finish()
  }

  @Test func aSettledPaymentIsLeftAlone() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.makeActivity().update(payment.id, .confirmed(SendBench.inclusion))
    let store = bench.resuming()
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, []) { $0.phase = .idle }
    await store.finish()
    #expect(bench.node.questions == [])
  }

  @Test func aPaymentNobodySawIsSentAsItIsAndFollowed() async throws {
    let signed = try await bench.recorded()
    let broadcast = signed.with(.broadcast)
    let confirmed = signed.with(.confirmed(SendBench.inclusion))
    bench.node.answer(.taken, .noReceipt, .waiting, .receipt(.succeeded))
    let store = bench.resuming()
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, [signed]) {
      $0.phase = .idle
      $0.payments = [signed]
    }
    await store.receive(\.delegate.resumed, [signed])
    await store.receive(\.inner.handedOver, broadcast) { $0.payments = [broadcast] }
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.settled, confirmed) { $0.payments = [] }
    await store.receive(\.delegate.settled, confirmed)
    await store.finish()
    let hash = signed.intent.hash
    #expect(
      bench.node.questions == [
        .send(signed.intent.rawTransaction), .receipt(hash), .transaction(hash), .receipt(hash),
      ])
    #expect(try await bench.journal() == [confirmed.state])
  }

  @Test func aPaymentThatWasBroadcastIsOnlyFollowed() async throws {
    let payment = try await bench.recorded()
    let broadcast = try await bench.makeActivity().update(payment.id, .broadcast)
    let confirmed = payment.with(.confirmed(SendBench.inclusion))
    bench.node.answer(.receipt(.succeeded))
    let store = bench.resuming()
    await start(store, [broadcast])
    await store.receive(\.inner.handedOver, broadcast)
    await store.receive(\.inner.settled, confirmed) { $0.payments = [] }
    await store.receive(\.delegate.settled, confirmed)
    await store.finish()
    #expect(bench.node.questions == [.receipt(payment.intent.hash)])
  }

  @Test(arguments: [
    ("already known", [ScriptedNode.Answer.receipt(.succeeded)]),
    ("nonce too low", [.receipt(.succeeded)]),
  ])
  func aRefusalThatMeansTheNodeHasItIsSuccess(
    words: String, answers: [ScriptedNode.Answer]
  ) async throws {
    let signed = try await bench.recorded()
    bench.node.answer(.refused(words))
    for answer in answers { bench.node.answer(answer) }
    let store = bench.resuming()
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.settled, signed.with(.confirmed(SendBench.inclusion)))
    await store.finish()
    #expect(try await bench.journal() == [.confirmed(SendBench.inclusion)])
  }

  /// A node behind a balancer says "nonce too low" of a payment that waits in the pool of another.
  @Test func aRefusedPaymentThatTheNodeKnowsIsFollowed() async throws {
    let signed = try await bench.recorded()
    bench.node.answer(.refused("nonce too low"), .noReceipt, .waiting, .receipt(.succeeded))
    let store = bench.resuming()
    await start(store, [signed])
    await store.receive(\.inner.handedOver, signed.with(.broadcast)) {
      $0.payments = [signed.with(.broadcast)]
    }
    let confirmed = signed.with(.confirmed(SendBench.inclusion))
    await store.receive(\.inner.settled, confirmed) { $0.payments = [] }
    await store.receive(\.delegate.settled, confirmed)
    await store.finish()
  }

  @Test func aPaymentThatTheNodeRefusesIsToldAsRejected() async throws {
    let signed = try await bench.recorded()
    bench.node.answer(.refused("insufficient funds"), .noReceipt, .unknown)
    let rejected = signed.with(.failed(.rejected(code: -32_000, message: "insufficient funds")))
    let store = bench.resuming()
    await start(store, [signed])
    await store.receive(\.inner.handedOver, rejected) { $0.payments = [rejected] }
    await store.receive(\.inner.settled, rejected) { $0.payments = [] }
    await store.receive(\.delegate.settled, rejected)
    await store.finish()
    #expect(try await bench.journal() == [rejected.state])
  }

  /// Another node may still have it: its nonce must not be given to a second payment.
  @Test(arguments: ["insufficient funds", "transaction underpriced", "txpool is full"])
  func aPaymentThatTheNodeForgotIsSentAgainAndNeverRejected(words: String) async throws {
    let payment = try await bench.recorded()
    let broadcast = try await bench.makeActivity().update(payment.id, .broadcast)
    bench.node.answer(.noReceipt, .unknown, .refused(words), .noReceipt, .unknown)
    let store = bench.resuming()
    await start(store, [broadcast])
    await store.receive(\.inner.handedOver, broadcast)
    await bench.clock.advance(by: .milliseconds(999))
    #expect(try await bench.journal() == [.broadcast])
    bench.node.answer(.noReceipt, .unknown, .taken, .receipt(.succeeded))
    await bench.clock.advance(by: .milliseconds(1))
    #expect(bench.node.answersLeft == 1)
    await bench.clock.advance(by: .seconds(1))
    let confirmed = payment.with(.confirmed(SendBench.inclusion))
    await store.receive(\.inner.settled, confirmed) { $0.payments = [] }
    await store.receive(\.delegate.settled, confirmed)
    await store.finish()
  }

  @Test func aPaymentWhoseNonceAnotherSpentIsReplacedAfterThreeLooksInARow() async throws {
    let payment = try await bench.recorded()
    let broadcast = try await bench.makeActivity().update(payment.id, .broadcast)
    func overtaken() {
      bench.node.answer(.noReceipt, .unknown, .refused("nonce too low"), .noReceipt, .unknown)
    }
    // Two looks, one that sees it wait, and two more are not enough.
    overtaken()
    overtaken()
    bench.node.answer(.noReceipt, .waiting)
    overtaken()
    overtaken()
    let store = bench.resuming()
    await start(store, [broadcast])
    await store.receive(\.inner.handedOver, broadcast)
    await bench.clock.advance(by: .milliseconds(4_999))
    #expect(bench.node.answersLeft == 0)
    #expect(try await bench.journal() == [.broadcast])
    overtaken()
    await bench.clock.advance(by: .milliseconds(1))
    let replaced = payment.with(.failed(.replaced(by: nil)))
    await store.receive(\.inner.settled, replaced) { $0.payments = [] }
    await store.receive(\.delegate.settled, replaced)
    await store.finish()
    #expect(try await bench.journal() == [replaced.state])
  }

  @Test func aNodeThatIsDownIsAskedUntilItAnswers() async throws {
    let signed = try await bench.recorded()
    bench.node.answerChainID(.failure(.down), .failure(.timedOut(method: "m", after: .seconds(1))))
    let store = bench.resuming()
    await store.send(.view(.started)) { $0.phase = .loading }
    await bench.clock.advance(by: .milliseconds(1_999))
    bench.node.answer(.error(.down), .error(.down), .taken, .error(.down), .receipt(.succeeded))
    await bench.clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.loaded) {
      $0.phase = .idle
      $0.payments = [signed]
    }
    await store.receive(\.delegate.resumed)
    await store.receive(\.inner.handedOver, signed)
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.changed, signed.with(.broadcast)) {
      $0.payments = [signed.with(.broadcast)]
    }
    await bench.clock.advance(by: .seconds(1))
    let confirmed = signed.with(.confirmed(SendBench.inclusion))
    await store.receive(\.inner.settled, confirmed) { $0.payments = [] }
    await store.receive(\.delegate.settled)
    await store.finish()
  }

  /// The node of another chain would refuse the payment, and it would count as rejected.
  @Test func aNodeOfAnotherChainIsHandedNothing() async throws {
    _ = try await bench.recorded()
    bench.node.answerChainID(.success(1))
    let store = bench.resuming()
    let failure = SendMoneyFailure.node(.wrongChain(expected: SendBench.chainID, actual: 1))
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.failed) { $0.phase = .failed(failure) }
    await store.receive(\.delegate.failed, failure)
    await store.finish()
    #expect(bench.node.questions == [])
    #expect(try await bench.journal() == [.signed])
  }

  @Test func paymentsOfOtherChainsAreLeftAlone() async throws {
    _ = try await bench.recorded(chainID: 1)
    let store = bench.resuming()
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, []) { $0.phase = .idle }
    await store.finish()
  }

  @Test func aDamagedJournalIsToldAndStartingAgainHelps() async throws {
    let store = bench.resuming()
    let failure = JournalFailure.damaged(path: "/wallet/payments.jsonl", line: 3)
    store.dependencies.activity.unresolved = { () throws(JournalFailure) in throw failure }
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.failed) { $0.phase = .failed(.journal(failure)) }
    await store.receive(\.delegate.failed, .journal(failure))
    store.dependencies.activity = bench.makeActivity()
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, []) { $0.phase = .idle }
    await store.finish()
  }

  @Test func earlierNoncesAreHandedOverFirst() async throws {
    let first = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    bench.node.answer(.taken, .taken)
    let store = bench.resuming()
    store.exhaustivity = .off
    store.dependencies.node.receipt = { .sample($0, .succeeded) }
    await store.send(.view(.started))
    await store.finish()
    #expect(
      bench.node.questions == [
        .send(first.intent.rawTransaction), .send(second.intent.rawTransaction),
      ])
    let inclusion = PaymentState.confirmed(SendBench.inclusion)
    #expect(try await bench.journal() == [inclusion, inclusion])
  }

  @Test func startingAgainTakesUpOnlyWhatIsNew() async throws {
    let first = try await bench.recorded(nonce: 0)
    bench.node.answer(.taken, .noReceipt, .waiting)
    let store = bench.resuming()
    await start(store, [first])
    await store.receive(\.inner.handedOver) { $0.payments = [first.with(.broadcast)] }
    let second = try await bench.recorded(nonce: 1)
    bench.node.answer(.taken, .noReceipt, .waiting)
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, [first.with(.broadcast), second]) {
      $0.phase = .idle
      $0.payments = [first.with(.broadcast), second]
    }
    await store.receive(\.delegate.resumed, [second])
    await store.receive(\.inner.handedOver) {
      $0.payments = [first.with(.broadcast), second.with(.broadcast)]
    }
    #expect(bench.node.answersLeft == 0)
    await store.skipInFlightEffects()
  }

  @Test func garbageStopsOnePaymentAndKeepsItInTheJournal() async throws {
    let first = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    bench.node.answer(.error(.garbage), .error(.garbage))
    let store = bench.resuming()
    await start(store, [first, second])
    await store.receive(\.inner.stopped) { $0.payments = [second] }
    await store.receive(\.delegate.stopped)
    await store.receive(\.inner.stopped) { $0.payments = [] }
    await store.receive(\.delegate.stopped)
    await store.finish()
    #expect(try await bench.makeActivity().unresolved() == [first, second])
  }

  /// Two wallets follow one payment: what the other wrote later counts.
  @Test func newsThatAnotherWalletWroteFirstCounts() async throws {
    let signed = try await bench.recorded()
    let confirmed = signed.with(.confirmed(SendBench.inclusion))
    bench.node.answer(.taken)
    let store = bench.resuming()
    let activity = bench.makeActivity()
    store.dependencies.activity.update = { id, event throws(UpdateRefusal) in
      _ = try await activity.update(id, .confirmed(SendBench.inclusion))
      return try await activity.update(id, event)
    }
    await start(store, [signed])
    await store.receive(\.inner.handedOver, confirmed) { $0.payments = [confirmed] }
    await store.receive(\.inner.settled, confirmed) { $0.payments = [] }
    await store.receive(\.delegate.settled, confirmed)
    await store.finish()
  }

  private func start(
    _ store: TestStore<ResumePayments.State, ResumePayments.Action>, _ payments: [Payment]
  ) async {
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, payments) {
      $0.phase = .idle
      $0.payments = payments
    }
    await store.receive(\.delegate.resumed, payments)
  }
}
