import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import SendFeature
import Testing
import VaultClient

/// Money, invariant 7: the signed transaction was shown.
///
/// The passcode is asked after that, for that one transaction.
@Suite("SendMoney: the review")
struct SendMoneyReviewTests: SubmissionSuite {
  let script: SubmissionScript

  init() async throws {
    script = try await SubmissionScript()
  }

  private func review(
    _ state: SendMoney.State, balance: Wei = 1_000_000_000_000_000_000
  ) async -> TestStore<SendMoney.State, SendMoney.Action> {
    let store = bench.store(state)
    store.exhaustivity = .off
    store.dependencies.node = bench.node.client(balance: balance)
    await store.send(.view(.reviewButtonTapped))
    await store.skipReceivedActions(strict: false)
    return store
  }

  // MARK: - Agreeing

  @Test func aWarningThatNeedsConsentIsAgreedToByItselfOrNothingIsSigned() async throws {
    let earlier = try await bench.recorded()
    let warning = SendWarning.equalPayment(earlier.hash, secondsAgo: 0)
    let store = await review(SendBench.state("0.25"))
    guard case .reviewing(let draft, let quote) = store.state.phase else {
      Issue.record("\(store.state.phase)")
      return
    }
    #expect(quote.questions == [warning])
    store.exhaustivity = .on
    await store.send(.view(.passcodeEntered(script.passcode))) {
      $0.phase = .refused(draft, quote, .notAgreed([warning]))
    }
    #expect(bench.discarded == [script.passcode])
    // A warning that was not given can't be agreed to.
    await store.send(.view(.warningAgreed(.feeShare(percent: 11))))
    await store.send(.view(.warningAgreed(warning))) { $0.agreedWarnings = [warning] }
    store.dependencies.node.sendRawTransaction = { _ in throw NodeError.down }
    await store.send(.view(.passcodeEntered(script.passcode))) {
      $0.phase = .submitting(draft, quote)
    }
    store.exhaustivity = .off
    await store.receive(\.delegate.recorded)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func anAgreementEndsWithItsReview() async throws {
    _ = try await bench.recorded()
    let store = await review(SendBench.state("0.25"))
    let warning = SendWarning.equalPayment(script.signed.hash, secondsAgo: 0)
    await store.send(.view(.warningAgreed(warning)))
    #expect(store.state.agreedWarnings == [warning])
    await store.send(.view(.backButtonTapped))
    #expect(store.state.agreedWarnings == [])
    await store.send(.view(.reviewButtonTapped))
    await store.skipReceivedActions(strict: false)
    await store.send(.view(.passcodeEntered(script.passcode)))
    #expect(store.state.failure == .notAgreed([warning]))
    await store.finish()
  }

  @Test func aFeeAboveATenthOfTheAmountIsAskedAbout() async {
    let store = await review(SendBench.state("0.000000000042419999"))
    #expect(store.state.quote?.questions == [.feeShare(percent: 10)])
    await store.send(.view(.passcodeEntered(script.passcode)))
    #expect(store.state.failure == .notAgreed([.feeShare(percent: 10)]))
    await store.finish()
    let enough = await review(SendBench.state("0.00000000004242"))
    #expect(enough.state.quote?.questions == [])
  }

  // MARK: - Typing

  @Test func theMaxButtonMeansEverything() async throws {
    let store = bench.store(SendBench.state("0.25"))
    await store.send(.view(.maxButtonTapped)) { $0.amountText = "max" }
    let policy = FeePolicy(feeCeiling: 4_242_000)
    await store.send(.view(.policyChanged(policy))) { $0.policy = policy }
    let typed = try SendDraft(
      recipientText: SendBench.recipient, amountText: "max", account: SendBench.account,
      chainID: SendBench.chainID, speed: .normal, policy: policy)
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(typed) }
    let everything = Wei(1_000_000_000_000_000_000 - 4_242_000)
    let quote = try await SendQuote(
      QuoteInquiry(
        node: bench.node.client(), activity: bench.makeActivity(), now: SendBench.date),
      for: typed)
    await store.receive(\.inner.quoted) {
      $0.phase = .reviewing(typed.paying(everything), quote)
    }
    await store.finish()
  }

  // MARK: - Signing what was reviewed

  /// The nonce of the review is signed, or nothing.
  @Test func aNonceThatChangedSinceTheReviewIsReviewedAgain() async throws {
    let store = script.reviewing()
    store.dependencies.node = bench.node.client(nonce: 1)
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .failed(.submission(.nonceChanged(reviewed: 0, found: 1)))
    }
    #expect(bench.discarded == [script.passcode])
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    let later = try await SendBench.quote(draft, nonce: 1)
    await store.receive(\.inner.quoted) { $0.phase = .reviewing(draft, later) }
    await store.finish()
    #expect(try await bench.journal() == [])
  }

  /// The signed transaction is compared with the ceiling, too, not only the quote.
  @Test func theCeilingIsCheckedAgainRightBeforeSigning() async throws {
    let strict = try SendDraft(
      recipientText: SendBench.recipient, amountText: "0.25", account: SendBench.account,
      chainID: SendBench.chainID, speed: .normal, policy: FeePolicy(feeCeiling: 4_241_999))
    let store = bench.store(SendBench.state("0.25", phase: .reviewing(strict, quote)))
    store.dependencies.vault.authorize = { _, _ throws(AuthorizationRefusal) in
      Issue.record("What is not paid asks for no passcode")
      throw .locked
    }
    await store.send(.view(.passcodeEntered(script.passcode))) {
      $0.phase = .submitting(strict, quote)
    }
    await store.receive(\.inner.refused) {
      $0.phase = .failed(.fee(.feeTooHigh(fee: 4_242_000, ceiling: 4_241_999)))
    }
    await store.finish()
    #expect(bench.discarded == [script.passcode])
    #expect(try await bench.journal() == [])
  }

  // MARK: - Locking

  @Test func theVaultIsLockedWhenThePaymentIsRecordedAndBeforeItIsHandedOver() async throws {
    let store = script.reviewing()
    store.exhaustivity = .off
    store.dependencies.node.sendRawTransaction = { [bench] _ in
      #expect(bench.lockCount == 1)
      throw NodeError.down
    }
    await script.submit(store)
    await store.receive(\.delegate.recorded)
    #expect(bench.lockCount == 1)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func aRefusalLeavesTheVaultOpenAndALockedVaultIsReported() async throws {
    let store = script.reviewing()
    store.dependencies.vault = bench.makeVault(refusal: .locked)
    await script.submit(store)
    await store.receive(\.inner.refused) {
      $0.phase = .refused(draft, quote, .authorization(.locked))
    }
    await store.receive(\.delegate.unlockRequired)
    await store.finish()
    #expect(bench.lockCount == 0)
  }
}
