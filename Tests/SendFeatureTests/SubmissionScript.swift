import ActivityClient
import DevChain
import EthereumPrimitives
import Headrace
import HeadraceTesting
import SendFeature
import Testing
import VaultClient

/// A payment of a quarter of an ether at the review, and the events after it.
struct SubmissionScript {
  let bench = SendBench()
  let draft: SendDraft
  let quote: SendQuote
  let signed: Payment
  let passcode = SecretHandle(id: 9)

  init() async throws {
    draft = try SendBench.draft()
    quote = try await SendBench.quote(draft)
    signed = SendBench.payment(draft, quote)
  }

  var broadcast: Payment { signed.taken }
  var confirmed: Payment { signed.taken.with(.confirmed(SendBench.inclusion)) }

  /// Returns the payment with the block that contains it.
  func settled() async throws -> Payment {
    let inclusion = try #require(await bench.inclusion(of: signed.hash))
    return signed.taken.with(.confirmed(inclusion))
  }

  /// Receives the actions while a payment is handed over and waits for its block.
  nonisolated(nonsending)
    func receiveHandingOver(
      _ store: TestStore<SendMoney.State, SendMoney.Action>
    ) async
  {
    await receiveNews(store, signed.handedOver, .handingOver)
    await receiveNews(store, broadcast, .handingOver)
    await receiveNews(store, broadcast, .waitingForBlock)
  }

  /// Receives news of the payment, after which the state has the given one.
  nonisolated(nonsending)
    func receiveNews(
      _ store: TestStore<SendMoney.State, SendMoney.Action>, _ payment: Payment? = nil,
      _ progress: PaymentProgress? = nil
    ) async
  {
    store.exhaustivity = .off
    await store.receive(\.inner.changed)
    store.exhaustivity = .on
    if let payment { #expect(store.state.phase == .following(payment)) }
    if let progress { #expect(store.state.progress == progress) }
    #expect(store.state.payment.map { .following($0) } == store.state.phase)
  }

  /// Mines a block, lets the wallet look, and receives the end.
  nonisolated(nonsending)
    func mine(_ store: TestStore<SendMoney.State, SendMoney.Action>) async throws
  {
    await bench.node.chain.mine()
    await bench.clock.advance(by: .seconds(1))
    let settled = try await settled()
    let inclusion = try #require(settled.state.inclusion)
    await store.receive(\.inner.settled, settled) {
      $0.end(settled, .confirmed(settled, inclusion))
    }
    await store.receive(\.delegate.confirmed, settled)
  }

  /// Returns a store of the screen at the review.
  func reviewing() -> TestStore<SendMoney.State, SendMoney.Action> {
    bench.store(SendBench.state("0.25", phase: .reviewing(draft, quote)))
  }

  /// Enters the passcode.
  nonisolated(nonsending)
    func submit(_ store: TestStore<SendMoney.State, SendMoney.Action>) async
  {
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .submitting(draft, quote) }
  }
}

/// A suite about the payment of one script, with short names for the script's parts.
protocol SubmissionSuite {
  var script: SubmissionScript { get }
}

extension SubmissionSuite {
  var bench: SendBench { script.bench }
  var draft: SendDraft { script.draft }
  var quote: SendQuote { script.quote }
  var signed: Payment { script.signed }
  var broadcast: Payment { script.broadcast }
  var passcode: SecretHandle { script.passcode }
}

extension SendMoney.State {
  /// Records that a payment is followed.
  mutating func follow(_ payment: Payment) {
    phase = .following(payment)
    self.payment = payment
  }

  /// Records that the payment has its end.
  mutating func end(_ payment: Payment, _ phase: SendMoney.Phase) {
    self.phase = phase
    self.payment = payment
    progress = nil
  }
}
