import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceTesting
import SendFeature
import Testing
import VaultClient

/// A payment of a quarter of an ether at the review, and what becomes of it.
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

  var broadcast: Payment { signed.with(.broadcast) }
  var confirmed: Payment { signed.with(.confirmed(SendBench.inclusion)) }

  /// A store of the screen at the review.
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
