import ActivityClient
import DevChain
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import SendFeature
import Testing

/// Money, invariant 8: no old payment is sent unasked, even if a node had it once.
@Suite("Old payments that nodes have forgotten")
struct ForgottenPaymentTests {
  private let bench = SendBench()
  private let now = SendBench.date.addingTimeInterval(3_600)

  /// Makes a payment that a node took an hour ago.
  private func taken(nonce: UInt64 = 0) async throws -> Payment {
    let payment = try await bench.recorded(nonce: nonce)
    let activity = bench.makeActivity()
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    return try await activity.update(payment.id, .taken(payment.hash))
  }

  private func findings(_ open: [Payment], at date: Date) -> ResumePayments.Findings {
    ResumePayments.Findings(open: open, reviewable: [], date: date)
  }

  /// It was sent whenever the wallet opened, however old it was.
  @Test func anOldPaymentThatNoNodeHasAnyMoreWaitsForADecision() async throws {
    let payment = try await taken()
    let store = bench.resuming(at: now)
    await store.send(.view(.started)) { $0.phase = .loading }
    await store.receive(\.inner.loaded, findings([payment], at: now)) {
      $0.phase = .idle
      $0.payments = [payment]
    }
    let forgotten = PaymentNews(payment: payment, progress: .forgotten)
    await store.receive(\.inner.changed, forgotten) { $0.progress = [payment.id: .forgotten] }
    await store.receive(\.delegate.stale, [OldPayment(payment: payment, at: now)])
    // The owner is notified once; the chain is read continuously.
    await bench.clock.advance(by: .seconds(100))
    #expect(bench.node.sent == [])
    await store.send(.view(.resendButtonTapped(payment.id))) { $0.progress = [:] }
    await store.receive(\.delegate.resumed, [payment])
    await store.receive(\.inner.changed) { $0.progress = [payment.id: .waitingForBlock] }
    #expect(bench.node.sent == [payment.current.rawTransaction])
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    let inclusion = try #require(await bench.inclusion(of: payment.hash))
    await store.receive(\.inner.settled, payment.with(.confirmed(inclusion))) {
      $0.payments = []
      $0.progress = [:]
    }
    await store.receive(\.delegate.settled)
    await store.finish()
  }

  @Test func aYoungerPaymentIsSentAgain() async throws {
    let payment = try await taken()
    let store = bench.resuming(at: now.addingTimeInterval(-1))
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.resumed, [payment])
    await store.receive(\.inner.changed, PaymentNews(payment: payment, progress: .waitingForBlock))
    await store.skipInFlightEffects()
    #expect(bench.node.sent == [payment.current.rawTransaction])
  }

  /// While a node has it, there is nothing to decide.
  @Test func anOldPaymentInAPoolIsFollowedUntilTheNodeForgetsIt() async throws {
    let payment = try await taken()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    let store = bench.resuming(at: now)
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.inner.changed, PaymentNews(payment: payment, progress: .waitingForBlock))
    await bench.node.chain.forgetPool()
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.delegate.stale, [OldPayment(payment: payment, at: now)])
    await bench.clock.advance(by: .seconds(10))
    #expect(bench.node.sent.count == 1)
    await store.send(.view(.abandonButtonTapped(payment.id)))
    await store.receive(\.delegate.cancellationRequired, payment)
    await store.skipInFlightEffects()
  }

  /// A new payment can't be in a block before it, and its owner agreed to that one.
  @Test func anOldPaymentGoesOutBeforeOneThatWasJustMade() async throws {
    let old = try await taken()
    let new = try await bench.recorded(nonce: 1)
    let store = bench.resuming(at: now, excluding: [new.id])
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.resumed, [old])
    await store.receive(\.inner.changed)
    await store.skipInFlightEffects()
    #expect(bench.node.sent == [old.current.rawTransaction])
  }
}
