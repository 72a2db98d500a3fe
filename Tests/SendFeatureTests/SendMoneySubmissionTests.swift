import ActivityClient
import DevChain
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import Testing
import VaultClient

@testable import SendFeature

/// From the passcode to the block, and every refusal in between.
@Suite("SendMoney: submission")
struct SendMoneySubmissionTests: SubmissionSuite {
  let script: SubmissionScript

  init() async throws {
    script = try await SubmissionScript()
  }

  @Test func aPaymentIsWrittenDownThenSentThenFollowedIntoItsBlock() async throws {
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveHandingOver(store)
    await bench.node.chain.mine()
    await bench.clock.advance(by: .milliseconds(999))
    #expect(try await bench.journal() == [.broadcast])
    await bench.clock.advance(by: .milliseconds(1))
    let settled = try await script.settled()
    let inclusion = try #require(settled.state.inclusion)
    await store.receive(\.inner.settled, settled) {
      $0.end(settled, .confirmed(settled, inclusion))
    }
    await store.receive(\.delegate.confirmed, settled)
    await store.finish()
    #expect(bench.node.sent == [signed.current.rawTransaction])
    #expect(try await bench.thePayment() == settled)
  }

  @Test func aPaymentThatIsUndoneInItsBlockFails() async throws {
    let store = script.reviewing()
    let live = bench.node.client()
    store.dependencies.node.receipt = { hash in
      var receipt = try await live.receipt(hash)
      receipt?.outcome = .failed
      return receipt
    }
    store.dependencies.node.code = { _, _ in [0xfe] }
    store.dependencies.verifier = store.dependencies.node
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveHandingOver(store)
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    var inclusion = try #require(await bench.inclusion(of: signed.hash))
    inclusion.outcome = .undone
    await script.receiveNews(store, broadcast.with(.included(inclusion)), .waitingForBlock)
    let reverted = broadcast.with(.reverted(inclusion))
    await store.receive(\.inner.settled, reverted) {
      $0.end(reverted, .failed(.executionFailed(signed.hash, isVerified: true)))
    }
    await store.finish()
    #expect(try await bench.journal() == [reverted.state])
  }

  // MARK: - Refused before anything is written

  @Test(
    arguments: [
      .passcode(.wrongPasscode(triesLeft: 4)), .passcode(.backedOff(until: SendBench.date)),
      .passcode(.secretGone), .locked,
    ] as [AuthorizationRefusal])
  func aRefusedPasscodeCanBeGivenAgainFromTheReview(refusal: AuthorizationRefusal) async throws {
    let store = script.reviewing()
    store.dependencies.vault = bench.makeVault(refusal: refusal)
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .authorization(refusal))
    }
    if refusal == .locked { await store.receive(\.delegate.unlockRequired) }
    #expect(try await bench.journal() == [])
    store.dependencies.vault = bench.makeVault()
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveHandingOver(store)
    try await script.mine(store)
    await store.finish()
  }

  @Test func anExpiredAuthorizationCanBeGivenAgain() async throws {
    let store = script.reviewing()
    store.dependencies.vault.sign = { _, _, _ throws(SigningRefusal) in
      throw .authorization(.gone)
    }
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .signing(.authorization(.gone)))
    }
    await store.send(.view(.backButtonTapped)) { $0.phase = .editing }
    await store.finish()
    #expect(try await bench.journal() == [])
  }

  /// A passcode opens a locked vault for one payment; without that payment it is locked again.
  @Test(arguments: [false, true], [false, true])
  func aVaultThatWasOpenedForAPaymentAloneIsLockedWithoutIt(
    hasOpenedVault: Bool, isSigned: Bool
  ) async throws {
    let store = script.reviewing()
    store.dependencies.vault.authorize = { _, _ throws(AuthorizationRefusal) in
      Authorization(id: 1, hasOpenedVault: hasOpenedVault)
    }
    let failure: SendMoneyFailure
    if isSigned {
      store.dependencies.activity.record = { _, _ throws(RecordRefusal) in throw .storage(.busy) }
      failure = .notRecorded(.storage(.busy))
    } else {
      store.dependencies.vault.sign = { _, _, _ throws(SigningRefusal) in
        throw .storage(.busy)
      }
      failure = .signing(.storage(.busy))
    }
    await script.submit(store)
    await store.receive(\.inner.refused) { $0.phase = .refused(draft, quote, failure) }
    await store.finish()
    #expect(bench.lockCount == (hasOpenedVault ? 1 : 0))
  }

  @Test func anUnansweredNonceWipesThePasscode() async throws {
    let store = script.reviewing()
    store.dependencies.node.nonce = { _, _ in throw NodeError.down }
    await script.submit(store)
    await store.receive(\.inner.refused) { $0.phase = .refused(draft, quote, .node(.down)) }
    await store.finish()
    #expect(bench.discarded == [passcode])
    #expect(bench.node.sent == [])
  }

  /// The count of another chain would make a payment that waits for ever, or that can't be mined.
  @Test func aNodeThatMovedToAnotherChainIsRefusedBeforeSigning() async throws {
    bench.node.answerChainID(.success(1))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(
        draft, quote, .node(.wrongChain(expected: SendBench.chainID, actual: 1)))
    }
    await store.finish()
    #expect(bench.discarded == [passcode])
    #expect(try await bench.journal() == [])
  }

  @Test func aFullDiskSendsNothing() async throws {
    let store = script.reviewing()
    let failure = JournalFailure.diskFull(path: "/wallet/payments.sqlite")
    store.dependencies.activity.record = { _, _ throws(RecordRefusal) in throw .storage(failure) }
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .notRecorded(.storage(failure)))
    }
    await store.finish()
    #expect(bench.node.sent == [])
    #expect(try await bench.journal() == [])
  }

  @Test func aNonceThatAnotherWalletTookInTheMeantimeSendsNothing() async throws {
    let other = try await bench.recorded()
    let store = script.reviewing()
    store.dependencies.activity.nextNonce = { _ throws(NonceRefusal) in 0 }
    let taken = try SendBench.draft("0.5")
    store.dependencies.vault.sign = {
      [vault = bench.makeVault()] authorization, id, transaction
        throws(SigningRefusal) in
      try await vault.sign(authorization, id, quote.transaction(for: taken))
    }
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .notRecorded(.mismatch(.value)))
    }
    store.dependencies.vault = bench.makeVault()
    store.dependencies.activity.record = { _, _ throws(RecordRefusal) in
      throw .nonceTaken(by: other.id)
    }
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .failed(.notRecorded(.nonceTaken(by: other.id)))
    }
    await store.finish()
    #expect(bench.node.sent == [])
  }

  @Test func aNodeThatDoesNotKnowWhatABlockHadForGoodIsSentNothing() async throws {
    let paid = try await bench.recorded()
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = paid.hash
    _ = try await bench.makeActivity().update(paid.id, .settled(inclusion, isFinal: true))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .nonce(.chainBehind(paid.id)))
    }
    await store.finish()
    #expect(bench.node.sent == [])
    #expect(bench.discarded == [passcode])
  }

  /// One forged receipt made every honest node count as late, for ever.
  @Test func anEndThatIsNotFinalDoesNotMakeHonestNodesCountAsBehind() async throws {
    let paid = try await bench.recorded()
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = paid.hash
    _ = try await bench.makeActivity().update(paid.id, .settled(inclusion, isFinal: false))
    let quote = try await SendQuote(
      QuoteInquiry(
        node: bench.node.client(), activity: bench.makeActivity(),
        now: SendBench.date.addingTimeInterval(43_200)), for: draft)
    #expect(quote.nonce == 1)
    let store = bench.store(SendBench.state("0.25", phase: .reviewing(draft, quote)))
    store.exhaustivity = .off
    await store.send(.view(.passcodeEntered(passcode)))
    await store.receive(\.inner.recorded)
    #expect(try await bench.makeActivity().unresolved().map(\.nonce) == [1])
    await store.skipInFlightEffects(strict: false)
  }

  /// Both signed the same bytes, since signing is deterministic.
  ///
  /// The second one was answered with the first one's payment, and both reported that they had
  /// paid.
  @Test func twoWalletsThatPayTheSameConcurrentlyPayOnce() async throws {
    let (first, second) = (script.reviewing(), script.reviewing())
    for store in [first, second] {
      // Each asked for its nonce before the other one recorded its payment.
      store.dependencies.activity.nextNonce = { _ throws(NonceRefusal) in 0 }
      await script.submit(store)
    }
    await first.receive(\.inner.recorded, signed) { $0.follow(signed) }
    await first.receive(\.delegate.recorded)
    await script.receiveHandingOver(first)
    await second.receive(\.inner.refused) {
      $0.phase = .failed(.notRecorded(.nonceTaken(by: signed.id)))
    }
    try await script.mine(first)
    await first.finish()
    await second.finish()
    #expect(bench.node.sent == [signed.current.rawTransaction])
    #expect(try await bench.journal().count == 1)
  }

  /// Another wallet signed exactly the same payment, and its owner ended it: its hash never pays.
  @Test func aPaymentThatWasEndedInTheMeantimeIsNotSent() async throws {
    let store = script.reviewing()
    let activity = bench.makeActivity()
    _ = try await activity.record(signed.intent, signed.current)
    _ = try await activity.update(signed.id, .abandoned)
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .failed(.notRecorded(.nonceTaken(by: signed.id)))
    }
    await store.finish()
    #expect(bench.node.sent == [])
    #expect(try await bench.journal() == [.abandoned])
  }

  // MARK: - Refused by the node after it is written

  /// Whatever a node says: another one may have the payment, and a block may include it.
  @Test(arguments: [
    "insufficient funds for gas * price + value", "replacement transaction underpriced",
    "transaction underpriced", "invalid sender", "nonce too low", "nonce too high",
    "txpool is full", "some words of another node",
  ])
  func aPaymentThatTheNodeRefusesStaysOpenAndHoldsItsNonce(message: String) async throws {
    bench.node.answer(.refused(message))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveNews(store, signed.handedOver)
    let refused = signed.refused(message)
    await script.receiveNews(store, refused, .handingOver)
    await script.receiveNews(store, refused, .refused(NodeRefusal(code: -32_000, message: message)))
    let question = NonceQuestion(
      chainID: SendBench.chainID, from: SendBench.account.address, latest: 0, pending: 0)
    #expect(try await bench.makeActivity().nextNonce(question) == 1)
    // The next look sends the same bytes again.
    await bench.clock.advance(by: .seconds(1))
    await script.receiveNews(store, broadcast)
    await script.receiveNews(store)
    try await script.mine(store)
    await store.finish()
    let raw = signed.current.rawTransaction
    #expect(bench.node.sent == [raw, raw])
  }

  /// A gateway that gives up after it forwarded: the payment counted as rejected, was mined anyway,
  /// and the retry got the next nonce.
  @Test(arguments: ["some words of another node", "internal error", "gateway time-out"])
  func aPaymentThatTheNodeTakesAndRefusesIsPaidOnce(message: String) async throws {
    bench.node.answer(.takenAndRefused(message))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveNews(store, signed.handedOver)
    let refused = signed.refused(message)
    await script.receiveNews(store, refused)
    await script.receiveNews(store, refused, .waitingForBlock)
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    let inclusion = try #require(await bench.inclusion(of: signed.hash))
    let settled = refused.with(.confirmed(inclusion))
    await store.receive(\.inner.settled, settled) {
      $0.end(settled, .confirmed(settled, inclusion))
    }
    await store.receive(\.delegate.confirmed)
    await store.finish()
    #expect(bench.node.sent.count == 1)
  }

  /// Three looks a second apart ended a payment; now blocks do, at the required depth.
  @Test func aNonceThatABlockSpentOtherwiseEndsThePayment() async throws {
    let rival = SendBench.payment(try SendBench.draft("0.125"), quote)
    _ = try await bench.node.client().sendRawTransaction(rival.current.rawTransaction)
    let store = script.reviewing()
    store.dependencies.activity.nextNonce = { _ throws(NonceRefusal) in 0 }
    bench.node.answer(.refused("replacement transaction underpriced"))
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveNews(store, signed.handedOver)
    let refused = signed.refused("replacement transaction underpriced")
    await script.receiveNews(store, refused)
    await script.receiveNews(store)
    #expect(try await bench.journal() == [.broadcast])
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    let head = await bench.node.chain.state.head
    let replaced = refused.with(
      .replaced(
        NonceSpent(by: rival.hash, blockNumber: head.header.number, blockHash: head.hash)))
    await store.receive(\.inner.settled, replaced) {
      $0.end(replaced, .failed(.replaced(signed.hash, by: rival.hash)))
    }
    await store.finish()
    #expect(try await bench.journal() == [replaced.state])
  }
}
