import ActivityClient
import DurableFiles
import DurableFilesTesting
import EthereumPrimitives
import Headrace
import HeadraceTesting
import JSONRPC
import NodeClient
import SendFeature
import Testing
import VaultClient

/// From the passcode to the block, and everything that refuses in between.
@Suite("SendMoney: submission")
struct SendMoneySubmissionTests {
  private let script: SubmissionScript
  private var bench: SendBench { script.bench }
  private var draft: SendDraft { script.draft }
  private var quote: SendQuote { script.quote }
  private var signed: Payment { script.signed }
  private var broadcast: Payment { script.broadcast }
  private var confirmed: Payment { script.confirmed }
  private var passcode: SecretHandle { script.passcode }

  init() async throws {
    script = try await SubmissionScript()
  }

  @Test func aPaymentIsWrittenDownThenSentThenFollowedIntoItsBlock() async throws {
    bench.node.answer(.taken, .noReceipt, .waiting, .receipt(.succeeded))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.phase = .following(signed) }
    await store.receive(\.inner.changed, broadcast) { $0.phase = .following(broadcast) }
    await bench.clock.advance(by: .milliseconds(999))
    #expect(bench.node.answersLeft == 1)
    await bench.clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.settled, confirmed) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await store.receive(\.delegate.confirmed, confirmed)
    await store.finish()
    let hash = signed.intent.hash
    #expect(
      bench.node.questions == [
        .send(signed.intent.rawTransaction), .receipt(hash), .transaction(hash), .receipt(hash),
      ])
    #expect(try await bench.journal() == [confirmed.state])
  }

  @Test func aPaymentThatIsUndoneInItsBlockFails() async throws {
    bench.node.answer(.taken, .receipt(.failed))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.phase = .following(signed) }
    await store.receive(\.inner.changed, broadcast) { $0.phase = .following(broadcast) }
    let reverted = signed.with(.failed(.reverted(SendBench.inclusion)))
    await store.receive(\.inner.settled, reverted) {
      $0.phase = .failed(.executionFailed(signed.intent.hash))
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
    bench.node.answer(.taken, .receipt(.succeeded))
    let store = script.reviewing()
    store.dependencies.vault = bench.makeVault(refusal: refusal)
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .authorization(refusal))
    }
    #expect(try await bench.journal() == [])
    store.dependencies.vault = bench.makeVault()
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.phase = .following(signed) }
    await store.receive(\.inner.changed) { $0.phase = .following(broadcast) }
    await store.receive(\.inner.settled) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await store.receive(\.delegate.confirmed)
    await store.finish()
  }

  @Test func anExpiredAuthorizationCanBeGivenAgain() async throws {
    let store = script.reviewing()
    store.dependencies.vault.sign = { _, _, _ throws(SigningRefusal) in throw .authorizationGone }
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .signing(.authorizationGone))
    }
    await store.send(.view(.backButtonTapped)) { $0.phase = .editing }
    await store.finish()
    #expect(try await bench.journal() == [])
  }

  @Test func anUnansweredNonceWipesThePasscode() async throws {
    let store = script.reviewing()
    store.dependencies.node.nonce = { _, _ in throw NodeError.down }
    await script.submit(store)
    await store.receive(\.inner.refused) { $0.phase = .refused(draft, quote, .node(.down)) }
    await store.finish()
    #expect(bench.discarded == [passcode])
    #expect(bench.node.questions == [])
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
    bench.disk.setCapacity(0)
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(
        draft, quote, .notRecorded(.storage(.diskFull(path: "/wallet/payments.jsonl"))))
    }
    await store.finish()
    #expect(bench.node.questions == [])
    #expect(try await bench.journal() == [])
  }

  @Test func aNonceThatAnotherWalletTookMeanwhileSendsNothing() async throws {
    let other = try await bench.recorded()
    let store = script.reviewing()
    store.dependencies.activity.nextNonce = { _, _, _ throws(RecordRefusal) in 0 }
    let taken = try SendBench.draft("0.5")
    store.dependencies.vault.sign = {
      [vault = bench.makeVault()] authorization, id, transaction
        throws(SigningRefusal) in
      try await vault.sign(authorization, id, quote.transaction(for: taken, nonce: 0))
    }
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .notRecorded(.mismatch(.value)))
    }
    store.dependencies.vault = bench.makeVault()
    store.dependencies.activity.record = { _ throws(RecordRefusal) in
      throw .nonceTaken(by: other.id)
    }
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .notRecorded(.nonceTaken(by: other.id)))
    }
    await store.finish()
    #expect(bench.node.questions == [])
  }

  @Test func aNodeThatDoesNotKnowWhatABlockHadIsSentNothing() async throws {
    let paid = try await bench.recorded()
    _ = try await bench.makeActivity().update(paid.id, .confirmed(SendBench.inclusion))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .notRecorded(.chainBehind(paid.id)))
    }
    await store.finish()
    #expect(bench.node.questions == [])
    #expect(bench.discarded == [passcode])
  }

  /// Both signed the same bytes, since signing is deterministic; the second one was answered with
  /// the payment of the first, and both said that they had paid.
  @Test func twoWalletsThatPayTheSameAtOncePayOnce() async throws {
    bench.node.answer(.taken, .receipt(.succeeded))
    let (first, second) = (script.reviewing(), script.reviewing())
    for store in [first, second] {
      // Either asked for its nonce before the other one wrote its payment down.
      store.dependencies.activity.nextNonce = { _, _, _ throws(RecordRefusal) in 0 }
      await script.submit(store)
    }
    await first.receive(\.inner.recorded, signed) { $0.phase = .following(signed) }
    await first.receive(\.inner.changed, broadcast) { $0.phase = .following(broadcast) }
    await first.receive(\.inner.settled, confirmed) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await first.receive(\.delegate.confirmed, confirmed)
    await second.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .notRecorded(.nonceTaken(by: signed.id)))
    }
    await first.finish()
    await second.finish()
    #expect(
      bench.node.questions == [.send(signed.intent.rawTransaction), .receipt(signed.intent.hash)])
    #expect(try await bench.journal() == [confirmed.state])
  }

  // MARK: - Refused by the node after it is written

  @Test(arguments: [
    "insufficient funds for gas * price + value", "replacement transaction underpriced",
    "transaction underpriced", "invalid sender", "some words of another node",
  ])
  func aPaymentThatTheNodeRefusesIsRejectedInTheJournalAndGivesItsNonceBack(
    message: String
  ) async throws {
    bench.node.answer(.refused(message), .noReceipt, .unknown)
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.phase = .following(signed) }
    let rejected = signed.with(.failed(.rejected(code: -32_000, message: message)))
    await store.receive(\.inner.settled, rejected) {
      $0.phase = .failed(
        .node(
          .refused(
            method: "eth_sendRawTransaction", RPCError(code: -32_000, message: message))))
    }
    await store.finish()
    #expect(try await bench.journal() == [rejected.state])
    let activity = bench.makeActivity()
    #expect(try await activity.nextNonce(SendBench.chainID, SendBench.account.address, 0) == 0)
  }

  /// The same draft, quote and nonce sign the same bytes: the journal must open the payment again.
  @Test func aRejectedPaymentCanBePaidAgainUnchanged() async throws {
    bench.node.answer(.refused("insufficient funds"), .noReceipt, .unknown)
    bench.node.answer(.taken, .receipt(.succeeded))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await store.receive(\.inner.settled) {
      $0.phase = .failed(
        .node(
          .refused(
            method: "eth_sendRawTransaction",
            RPCError(code: -32_000, message: "insufficient funds"))))
    }
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    await store.receive(\.inner.quoted) { $0.phase = .reviewing(draft, quote) }
    await script.submit(store)
    await store.receive(\.inner.recorded, signed) { $0.phase = .following(signed) }
    await store.receive(\.inner.changed) { $0.phase = .following(broadcast) }
    await store.receive(\.inner.settled) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await store.receive(\.delegate.confirmed)
    await store.finish()
    #expect(try await bench.journal() == [confirmed.state])
  }

  @Test func aSpentNonceFailsAfterThreeLooks() async throws {
    let store = script.reviewing()
    for _ in 1...3 { bench.node.answer(.refused("nonce too low"), .noReceipt, .unknown) }
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await bench.clock.advance(by: .milliseconds(1_999))
    #expect(try await bench.journal() == [.signed])
    await bench.clock.advance(by: .milliseconds(1))
    let replaced = signed.with(.failed(.replaced(by: nil)))
    await store.receive(\.inner.settled, replaced) {
      $0.phase = .failed(.replaced(signed.intent.hash))
    }
    await store.finish()
    #expect(try await bench.journal() == [replaced.state])
  }

  @Test func aSpentNonceWhoseReceiptComesLateIsConfirmed() async throws {
    for _ in 1...2 { bench.node.answer(.refused("nonce too low"), .noReceipt, .unknown) }
    bench.node.answer(.refused("nonce too low"), .receipt(.succeeded))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await bench.clock.advance(by: .seconds(2))
    await store.receive(\.inner.settled, confirmed) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await store.receive(\.delegate.confirmed)
    await store.finish()
  }
}
