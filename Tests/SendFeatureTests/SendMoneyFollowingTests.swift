import ActivityClient
import DevChain
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import SendFeature
import Testing
import VaultClient

/// From the journal to the block, if the node, the journal or the user does not wait.
@Suite("SendMoney: following")
struct SendMoneyFollowingTests: SubmissionSuite {
  let script: SubmissionScript

  init() async throws {
    script = try await SubmissionScript()
  }

  // MARK: - Not known whether the node has it

  @Test(
    arguments: [
      .timedOut(method: "eth_sendRawTransaction", after: .seconds(10)),
      .connectionLost(endpoint: "e", reason: "r"), .down, .httpStatus(503, retryAfter: nil),
    ] as [NodeError])
  func aPaymentWhoseAnswerIsLostIsSentAgainButNeverPaidTwice(error: NodeError) async throws {
    bench.node.answer(.error(error))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveNews(store, signed.handedOver)
    await script.receiveNews(store, signed.handedOver, .nodeFailing(error))
    await bench.clock.advance(by: .milliseconds(999))
    #expect(try await bench.journal() == [.broadcast])
    // Nothing here pays again: the form can't be reached, a passcode is wiped.
    await store.send(.view(.backButtonTapped))
    await store.send(.view(.reviewButtonTapped))
    await store.send(.view(.passcodeEntered(passcode)))
    await bench.clock.advance(by: .milliseconds(1))
    await script.receiveNews(store, broadcast)
    await script.receiveNews(store)
    try await script.mine(store)
    await store.finish()
    #expect(bench.discarded == [passcode])
    let raw = signed.current.rawTransaction
    #expect(bench.node.sent == [raw, raw])
  }

  /// The node has it, and only the answer was lost: it is not even sent again.
  @Test(
    arguments: [
      .timedOut(method: "eth_sendRawTransaction", after: .seconds(10)),
      .httpStatus(504, retryAfter: nil), .garbage,
    ] as [NodeError])
  func aPaymentThatTheNodeHasIsFollowedWhateverItsAnswerWas(error: NodeError) async throws {
    bench.node.answer(.takenAndLost(error))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    let open = signed.handedOver
    await script.receiveNews(store, open)
    await script.receiveNews(store)
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    let inclusion = try #require(await bench.inclusion(of: signed.hash))
    let settled = open.with(.confirmed(inclusion))
    await store.receive(\.inner.settled, settled) {
      $0.end(settled, .confirmed(settled, inclusion))
    }
    await store.receive(\.delegate.confirmed)
    await store.finish()
    #expect(bench.node.sent.count == 1)
  }

  @Test(arguments: [(20, 20), (59, 59), (60, 60), (61, 60), (4_000_000_000, 60)])
  func aServerThatAsksToWaitIsLeftAloneForAMinuteAtMost(asked: Int64, waited: Int64) async throws {
    bench.node.answer(.error(.httpStatus(429, retryAfter: .seconds(asked))))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveNews(store, signed.handedOver)
    await script.receiveNews(store)
    await bench.clock.advance(by: .seconds(waited) - .milliseconds(1))
    #expect(bench.node.sent.count == 1)
    await bench.clock.advance(by: .milliseconds(1))
    await script.receiveNews(store, broadcast)
    await script.receiveNews(store)
    try await script.mine(store)
    await store.finish()
    #expect(bench.node.sent.count == 2)
  }

  @Test(arguments: [NodeError.garbage, .down])
  func aNodeThatFailsWhileAPaymentIsFollowedIsWaitedFor(error: NodeError) async throws {
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveHandingOver(store)
    bench.node.fail(error)
    await bench.clock.advance(by: .seconds(1))
    await script.receiveNews(store, broadcast, .nodeFailing(error))
    await bench.clock.advance(by: .seconds(1))
    bench.node.fail(nil)
    await bench.clock.advance(by: .seconds(2))
    await script.receiveNews(store, broadcast, .waitingForBlock)
    try await script.mine(store)
    await store.finish()
  }

  @Test func aJournalThatIsInUseIsWaitedFor() async throws {
    let store = script.reviewing()
    store.dependencies.activity.update = { _, _ throws(UpdateRefusal) in throw .storage(.busy) }
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveNews(store, signed, .journalBusy)
    await bench.clock.advance(by: .seconds(1))
    // Nothing is sent before the journal has recorded it.
    #expect(bench.node.sent == [])
    await store.skipInFlightEffects()
    #expect(try await bench.makeActivity().unresolved() == [signed])
  }

  @Test func aFullDiskWhileFollowingStopsAndKeepsThePayment() async throws {
    let store = script.reviewing()
    let failure = JournalFailure.diskFull(path: "/wallet/payments.sqlite")
    store.dependencies.activity.update = { _, _ throws(UpdateRefusal) in throw .storage(failure) }
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await store.receive(\.inner.stopped) {
      $0.phase = .unsettled(signed, .journalUpdate(.storage(failure)))
    }
    await store.finish()
    #expect(bench.node.sent == [])
    #expect(try await bench.makeActivity().unresolved() == [signed])
  }

  // MARK: - Closing

  @Test func closingWhileSigningWaitsUntilThePaymentIsWrittenDown() async throws {
    let store = script.reviewing()
    store.dependencies.vault = bench.makeVault(delay: .seconds(1))
    await script.submit(store)
    await store.send(.view(.closeButtonTapped)) { $0.isClosing = true }
    await store.send(.view(.closeButtonTapped))
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.recorded) {
      $0.follow(signed)
      $0.isClosing = false
    }
    await store.receive(\.delegate.recorded)
    await store.receive(\.delegate.closed)
    // A parent that keeps the screen sees the payment until its end.
    await script.receiveHandingOver(store)
    try await script.mine(store)
    await store.finish()
  }

  @Test func closingWhileSigningClosesWhenThePasscodeIsRefused() async throws {
    let store = script.reviewing()
    store.dependencies.vault = bench.makeVault(delay: .seconds(1), refusal: .locked)
    await script.submit(store)
    await store.send(.view(.closeButtonTapped)) { $0.isClosing = true }
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .authorization(.locked))
      $0.isClosing = false
    }
    await store.receive(\.delegate.unlockRequired)
    await store.receive(\.delegate.closed)
    await store.finish()
  }

  @Test func aSecondPasscodeWhileSigningIsWiped() async throws {
    let store = script.reviewing()
    store.dependencies.vault = bench.makeVault(delay: .seconds(1))
    await script.submit(store)
    await store.send(.view(.passcodeEntered(SecretHandle(id: 10))))
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.recorded) { $0.follow(signed) }
    await store.receive(\.delegate.recorded)
    await script.receiveHandingOver(store)
    try await script.mine(store)
    await store.finish()
    #expect(bench.discarded == [SecretHandle(id: 10)])
    #expect(try await bench.journal().count == 1)
  }
}
