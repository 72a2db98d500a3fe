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

/// From the journal to the block, where the node, the journal or the user does not wait.
@Suite("SendMoney: following")
struct SendMoneyFollowingTests {
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

  // MARK: - Not known whether the node has it

  @Test(
    arguments: [
      .timedOut(method: "eth_sendRawTransaction", after: .seconds(10)),
      .connectionLost(endpoint: "e", reason: "r"), .down, .httpStatus(503, retryAfter: nil),
    ] as [NodeError])
  func aPaymentWhoseAnswerIsLostIsSentAgainAndNeverPaidAnew(error: NodeError) async throws {
    bench.node.answer(.error(error))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await bench.clock.advance(by: .milliseconds(999))
    #expect(try await bench.journal() == [.signed])
    // Nothing here pays again: the form can't be reached, a passcode is wiped.
    await store.send(.view(.backButtonTapped))
    await store.send(.view(.reviewButtonTapped))
    await store.send(.view(.passcodeEntered(passcode)))
    bench.node.answer(.refused("already known"), .receipt(.succeeded))
    await bench.clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.changed, broadcast) { $0.phase = .following(broadcast) }
    await store.receive(\.inner.settled, confirmed) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await store.receive(\.delegate.confirmed)
    await store.finish()
    #expect(bench.discarded == [passcode])
    let raw = signed.intent.rawTransaction
    #expect(bench.node.questions.filter { $0 == .send(raw) }.count == 2)
  }

  @Test func aServerThatAsksToWaitIsLeftAlone() async throws {
    bench.node.answer(.error(.httpStatus(429, retryAfter: .seconds(20))))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await bench.clock.advance(by: .milliseconds(19_999))
    #expect(bench.node.questions.count == 1)
    bench.node.answer(.taken, .receipt(.succeeded))
    await bench.clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.changed) { $0.phase = .following(broadcast) }
    await store.receive(\.inner.settled) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await store.receive(\.delegate.confirmed)
  }

  @Test func garbageWhileFollowingStopsAndKeepsThePayment() async throws {
    bench.node.answer(.taken, .error(.garbage))
    let store = script.reviewing()
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await store.receive(\.inner.changed) { $0.phase = .following(broadcast) }
    await store.receive(\.inner.stopped) { $0.phase = .unsettled(broadcast, .node(.garbage)) }
    await store.send(.view(.reviewButtonTapped))
    await store.send(.view(.closeButtonTapped))
    await store.receive(\.delegate.closed)
    await store.finish()
    #expect(try await bench.makeActivity().unresolved() == [broadcast])
  }

  @Test func aJournalThatIsInUseIsWaitedFor() async throws {
    bench.node.answer(.taken)
    let store = script.reviewing()
    store.dependencies.activity.update = { _, _ throws(UpdateRefusal) in throw .storage(.busy) }
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await bench.clock.advance(by: .milliseconds(999))
    #expect(bench.node.questions.count == 1)
    // The node has it, the journal does not say so: it is sent again, which does no harm.
    bench.node.answer(.refused("already known"))
    await bench.clock.advance(by: .milliseconds(1))
    #expect(bench.node.questions.count == 2)
    await store.skipInFlightEffects()
    #expect(try await bench.makeActivity().unresolved() == [signed])
  }

  @Test func aFullDiskWhileFollowingStopsAndKeepsThePayment() async throws {
    bench.node.answer(.taken)
    let store = script.reviewing()
    let failure = JournalFailure.diskFull(path: "/wallet/payments.jsonl")
    store.dependencies.activity.update = { _, _ throws(UpdateRefusal) in throw .storage(failure) }
    await script.submit(store)
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await store.receive(\.inner.stopped) {
      $0.phase = .unsettled(signed, .journalUpdate(.storage(failure)))
    }
    await store.finish()
    #expect(try await bench.makeActivity().unresolved() == [signed])
  }

  // MARK: - Closing

  @Test func closingWhileSigningWaitsUntilThePaymentIsWrittenDown() async throws {
    bench.node.answer(.taken, .receipt(.succeeded))
    let store = script.reviewing()
    store.dependencies.vault = bench.makeVault(delay: .seconds(1))
    await script.submit(store)
    await store.send(.view(.closeButtonTapped)) { $0.isClosing = true }
    await store.send(.view(.closeButtonTapped))
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.recorded) {
      $0.phase = .following(signed)
      $0.isClosing = false
    }
    await store.receive(\.delegate.closed)
    // A parent that keeps the screen sees the payment to its end.
    await store.receive(\.inner.changed) { $0.phase = .following(broadcast) }
    await store.receive(\.inner.settled) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await store.receive(\.delegate.confirmed)
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
    await store.receive(\.delegate.closed)
    await store.finish()
  }

  @Test func aSecondPasscodeWhileSigningIsWiped() async throws {
    bench.node.answer(.taken, .receipt(.succeeded))
    let store = script.reviewing()
    store.dependencies.vault = bench.makeVault(delay: .seconds(1))
    await script.submit(store)
    await store.send(.view(.passcodeEntered(SecretHandle(id: 10))))
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.recorded) { $0.phase = .following(signed) }
    await store.receive(\.inner.changed) { $0.phase = .following(broadcast) }
    await store.receive(\.inner.settled) {
      $0.phase = .confirmed(confirmed, SendBench.inclusion)
    }
    await store.receive(\.delegate.confirmed)
    await store.finish()
    #expect(bench.discarded == [SecretHandle(id: 10)])
    #expect(try await bench.journal() == [confirmed.state])
  }
}
