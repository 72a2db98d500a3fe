import ActivityClient
import DevChain
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import Testing

@testable import SendFeature

/// One followed payment, and those that must come before it.
@Suite struct FollowPaymentTests {
  let bench = SendBench()

  private func following(
    _ payment: Payment, at date: Date = SendBench.date
  ) -> TestStore<FollowPayment.State, FollowPayment.Action> {
    let store = TestStore(initialState: FollowPayment.State(.id(payment.id))) {
      FollowPayment()
    } withDependencies: {
      $0.node = bench.node.client()
      $0.verifier = nil
      $0.activity = bench.makeActivity()
      $0.continuousClock = bench.clock
      $0.date = .constant(date)
    }
    store.exhaustivity = .off
    return store
  }

  /// `make crash-test` found this: a reorganisation removed the block of a payment that had its
  /// end.
  ///
  /// The next payment waited for it, and 'wallet wait' on the next one did so for ever.
  @Test func anEarlierPaymentThatAReorganisationLostIsHandedOverAgain() async throws {
    let first = try await bench.recorded(nonce: 0)
    let activity = bench.makeActivity()
    _ = try await bench.node.client().sendRawTransaction(first.current.rawTransaction)
    _ = try await activity.update(first.id, .handedOver(first.hash))
    _ = try await activity.update(first.id, .taken(first.hash))
    await bench.node.chain.mine()
    let inclusion = try #require(await bench.inclusion(of: first.hash))
    _ = try await activity.update(first.id, .settled(inclusion, isFinal: false))
    let second = try await bench.recorded(nonce: 1)
    await bench.node.chain.reorganise(depth: 1, transactions: .drop)

    let store = following(second)
    await store.followBehindAnotherUntilItEnds(bench)
    let (one, two) = (first.current.rawTransaction, second.current.rawTransaction)
    #expect(bench.node.sent == [one, two, one])
    #expect(await bench.inclusion(of: first.hash) != nil)
    #expect(await bench.inclusion(of: second.hash) != nil)
  }

  /// Nodes accepted it and answered that they did not; a block had it, and a reorganisation removed
  /// that block.
  ///
  /// Ten minutes later it counted as one that no node ever had, and was left to its owner.
  @Test func anEarlierPaymentThatEachNodeRefusedAndABlockHadIsHandedOverAgain() async throws {
    let first = try await bench.recorded(nonce: 0)
    let activity = bench.makeActivity()
    _ = try await bench.node.client().sendRawTransaction(first.current.rawTransaction)
    _ = try await activity.update(first.id, .handedOver(first.hash))
    _ = try await activity.update(
      first.id, .refused(first.hash, NodeRefusal(code: -32_000, message: "txpool is full")))
    await bench.node.chain.mine()
    let inclusion = try #require(await bench.inclusion(of: first.hash))
    _ = try await activity.update(first.id, .settled(inclusion, isFinal: false))
    let second = try await bench.recorded(nonce: 1)
    await bench.node.chain.reorganise(depth: 1, transactions: .drop)

    let store = following(second, at: SendBench.date.addingTimeInterval(900))
    await store.send(.view(.followed))
    await store.receive(\.inner.earlierFound)
    #expect(store.state.earlier.map(\.payment.id) == [first.id])
    #expect(store.state.earlier.map(\.age) == [.seconds(900)])
    await bench.clock.advance()
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.delegate.ended)
    await store.finish()
    #expect(await bench.inclusion(of: first.hash) != nil)
    #expect(await bench.inclusion(of: second.hash) != nil)
  }

  /// The owner's decision is about the followed payment, not about an old one before it.
  @Test(arguments: [(599, true), (600, false)])
  func anEarlierPaymentThatIsOldAndWasNeverTakenStaysHere(
    seconds: Double, isSent: Bool
  ) async throws {
    let first = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    let store = following(second, at: SendBench.date.addingTimeInterval(seconds))
    await store.send(.view(.followed))
    if isSent {
      let earlier = OldPayment(
        payment: first, at: SendBench.date.addingTimeInterval(seconds))
      await store.receive(\.inner.earlierFound, [earlier])
      #expect(store.state.earlier == [earlier])
    }
    await bench.clock.advance(by: .seconds(5))
    await store.skipInFlightEffects()
    let (one, two) = (first.current.rawTransaction, second.current.rawTransaction)
    #expect(bench.node.sent == (isSent ? [two, one] : [two]))
  }

  /// A pool took it weeks ago, and no block has it: its owner is notified before it is sent again.
  @Test func anEarlierPaymentThatAPoolHadIsReportedWithItsAge() async throws {
    let first = try await bench.recorded(nonce: 0)
    let activity = bench.makeActivity()
    _ = try await activity.update(first.id, .handedOver(first.hash))
    let taken = try await activity.update(first.id, .taken(first.hash))
    let second = try await bench.recorded(nonce: 1)
    let store = following(second, at: SendBench.date.addingTimeInterval(1_814_400))
    await store.send(.view(.followed))
    await store.receive(\.inner.earlierFound)
    #expect(store.state.earlier.map(\.payment) == [taken])
    #expect(store.state.earlier.map(\.age) == [.seconds(1_814_400)])
    await bench.clock.advance(by: .seconds(1))
    #expect(bench.node.sent == [second, first].map(\.current.rawTransaction))
    await store.skipInFlightEffects()
  }

  // MARK: - Earlier payments

  @Test func anEarlierPaymentIsFoundOnce() async throws {
    let first = try await bench.recorded(nonce: 0)
    let store = following(try await bench.recorded(nonce: 1))
    await store.send(.view(.followed))
    await store.receive(\.inner.earlierFound)
    await bench.clock.advance(by: .seconds(3))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.earlier.map(\.payment.id) == [first.id])
    await store.skipInFlightEffects()
  }

  /// It was listed and followed twice after the node had not answered for a moment.
  @Test func anEarlierPaymentIsListedOnceThoughTheNodeFailsInBetween() async throws {
    let first = try await bench.recorded(nonce: 0)
    let store = following(try await bench.recorded(nonce: 1))
    await store.send(.view(.followed))
    await store.receive(\.inner.earlierFound)
    bench.node.fail(.down)
    await bench.clock.advance(by: .seconds(1))
    bench.node.fail(nil)
    await bench.clock.advance(by: .seconds(5))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.phase.is(\.following))
    #expect(store.state.earlier.map(\.payment.id) == [first.id])
    await store.skipInFlightEffects()
  }

  /// The earlier payments were still sent, and the journal was still searched.
  @Test func lookingEndsWhatFollowingStarted() async throws {
    _ = try await bench.recorded(nonce: 0)
    let store = following(try await bench.recorded(nonce: 1))
    await store.send(.view(.followed))
    await store.receive(\.inner.earlierFound)
    await store.send(.view(.looked))
    await store.receive(\.inner.seen)
    #expect(store.state.earlier == [])
    await store.finish()
  }

  /// A payment that waits for something else is behind no other one.
  @Test func theJournalIsSearchedOnlyWhileAnEarlierPaymentIsWaitedFor() async throws {
    _ = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    // The first is so old that it stays here.
    let store = following(second, at: SendBench.date.addingTimeInterval(600))
    let searchCount = LockIsolated(0)
    store.dependencies.activity.unresolved = {
      [activity = bench.makeActivity()] () throws(JournalFailure) in
      searchCount.withValue { $0 += 1 }
      return try await activity.unresolved()
    }
    await store.send(.view(.followed))
    await store.receive(
      \.inner.changed,
      PaymentNews(payment: second.taken, progress: .waitingForEarlier(accountNonce: 0)))
    await bench.clock.advance(by: .seconds(1))
    bench.node.fail(.down)
    await bench.clock.advance(by: .seconds(1))
    await store.receive(
      \.inner.changed, PaymentNews(payment: second.taken, progress: .nodeFailing(.down)))
    let count = searchCount.value
    #expect(count > 0)
    await bench.clock.advance(by: .seconds(10))
    #expect(searchCount.value == count)
    await store.skipInFlightEffects()
  }

  @Test func noEarlierPaymentIsFollowedAfterTheEnd() async throws {
    let first = try await bench.recorded(nonce: 0)
    let store = following(try await bench.recorded(nonce: 1))
    // The node says nothing about the first, which would be asked about for ever.
    store.dependencies.node.receipt = { [node = bench.node.client()] hash in
      if hash == first.hash { throw NodeError.down }
      return try await node.receipt(hash)
    }
    await store.followBehindAnotherUntilItEnds(bench)
  }

  // MARK: - Ends that are read again

  /// Makes a payment that a block has, and that has its end in the journal.
  private func ended() async throws -> Payment {
    let payment = try await bench.recorded()
    let activity = bench.makeActivity()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    await bench.node.chain.mine()
    let inclusion = try #require(await bench.inclusion(of: payment.hash))
    return try await activity.update(payment.id, .settled(inclusion, isFinal: false))
  }

  /// The journal's record alone does not prove an end that can still change.
  @Test func anEndIsReportedOnceTheNodeWasAsked() async throws {
    let payment = try await ended()
    bench.node.fail(.down)
    let store = following(payment)
    await store.send(.view(.followed))
    let waiting = PaymentNews(payment: payment, progress: .nodeFailing(.down))
    await store.receive(\.inner.changed, waiting)
    await bench.clock.advance(by: .seconds(3))
    #expect(store.state.phase == .following(payment, .nodeFailing(.down)))
    bench.node.fail(nil)
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.delegate.ended, payment)
    await store.finish()
  }

  /// Each node is asked for a final end again.
  @Test(arguments: [false, true])
  func aFinalEndIsReadAgain(hasVerifier: Bool) async throws {
    var payment = try await ended()
    let inclusion = try #require(payment.state.inclusion)
    payment = try await bench.makeActivity().update(
      payment.id, .settled(inclusion, isFinal: true))
    let store = following(payment)
    // Another chain, without the payment.
    if hasVerifier { store.dependencies.verifier = SendBench().live() }
    await store.send(.view(.looked))
    let progress: PaymentProgress? = hasVerifier ? .verifierDisagreeing : nil
    await store.receive(\.inner.seen, PaymentStatus(payment: payment, progress: progress))
    await store.finish()
  }
}
