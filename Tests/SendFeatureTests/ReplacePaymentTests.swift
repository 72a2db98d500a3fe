import ActivityClient
import DevChain
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import Testing
import VaultClient

@testable import SendFeature

/// Speeding a payment up and cancelling it, until the block.
@Suite("ReplacePayment")
struct ReplacePaymentTests {
  private let bench = SendBench()
  private let passcode = SecretHandle(id: 3)

  private func store(
    _ payment: Payment, _ role: PaymentTransaction.Role, policy: FeePolicy = .standard
  ) -> TestStore<ReplacePayment.State, ReplacePayment.Action> {
    var state = ReplacePayment.State(account: SendBench.account, payment: payment, role: role)
    state.policy = policy
    return TestStore(initialState: state) {
      ReplacePayment()
    } withDependencies: {
      $0.node = bench.node.client()
      $0.vault = bench.makeVault()
      $0.activity = bench.makeActivity()
    }
  }

  private func delivery() -> PaymentDelivery {
    PaymentDelivery(
      node: bench.node.client(), activity: bench.makeActivity(), clock: bench.clock,
      policy: .standard(for: SendBench.chainID))
  }

  /// Makes a payment that waits in the node's pool.
  private func waiting() async throws -> Payment {
    let end = try await delivery().deliver(try await bench.recorded(), deadline: .zero) { _ in }
    return end.payment
  }

  /// Signs a replacement, hands it over, and mines a block.
  private func replace(_ payment: Payment, _ role: PaymentTransaction.Role) async throws -> Payment
  {
    let store = store(payment, role)
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.inner.quoted)
    await store.send(.view(.passcodeEntered(passcode)))
    await store.receive(\.delegate.recorded)
    await store.finish()
    let recorded = try await bench.thePayment()
    #expect(recorded.transactions.count == payment.transactions.count + 1)
    #expect(!recorded.current.mayBeKnown, "recorded before it leaves")
    _ = try await delivery().deliver(recorded, deadline: .zero) { _ in }
    await bench.node.chain.mine()
    let end = try await delivery().deliver(
      try await bench.thePayment(), deadline: .zero
    ) { _ in }
    return end.payment
  }

  @Test func aFasterPaymentTakesThePlaceOfTheFirst() async throws {
    let payment = try await waiting()
    let ended = try await replace(payment, .speedUp)
    guard case .confirmed(let inclusion) = ended.state else {
      Issue.record("The payment came to \(ended.state)")
      return
    }
    #expect(inclusion.transactionHash == ended.current.hash)
    #expect(inclusion.transactionHash != payment.hash)
    #expect(await bench.node.chain.state.ledger[SendBench.account.address].nonce == 1)
    #expect(
      await bench.node.chain.state.ledger[payment.intent.to].balance
        == 250_000_000_000_000_000)
    #expect(bench.lockCount == 1)
  }

  @Test func aCancelledPaymentPaysNothing() async throws {
    let payment = try await waiting()
    let ended = try await replace(payment, .cancel)
    guard case .cancelled(let inclusion) = ended.state else {
      Issue.record("The payment came to \(ended.state)")
      return
    }
    #expect(inclusion.transactionHash == ended.current.hash)
    #expect(ended.current.role == .cancel)
    #expect(await bench.node.chain.state.ledger[payment.intent.to].balance == 0)
    #expect(SendMoneyFailure(ended, hasVerifier: false) == .cancelled(ended.current.hash))
  }

  /// Its nonce is spent, whatever a node says about a transfer of nothing.
  @Test func aCancellationThatANodeCallsFailedIsTheSameEnd() async throws {
    let ended = try await replace(try await waiting(), .cancel)
    let honest = bench.node.client()
    var liar = honest
    liar.receipt = { hash in
      var receipt = try await honest.receipt(hash)
      receipt?.outcome = .failed
      return receipt
    }
    liar.code = { _, _ in [0x00] }
    let look = try await ChainSnapshot.take(at: ended, liar, .standard(for: SendBench.chainID))
    #expect(look.inclusion == ended.state.inclusion)
  }

  /// Exactly one transaction of a family counts: the block may have included the first one before.
  @Test func aPaymentThatABlockHasAlreadyIsNotReplaced() async throws {
    let payment = try await waiting()
    await bench.node.chain.mine()
    _ = try await delivery().deliver(payment) { _ in }
    let store = store(payment, .cancel)
    await store.send(.view(.started)) { $0.phase = .quoting }
    let state = try await bench.thePayment().state
    await store.receive(\.inner.quoteFailed) { $0.phase = .failed(.notReplaced(.notOpen(state))) }
    await store.finish()
  }

  @Test func aPaymentOfWhichNothingLeftIsEndedWithoutATransaction() async throws {
    let payment = try await bench.recorded()
    let store = store(payment, .cancel)
    await store.send(.view(.started)) { $0.phase = .quoting }
    var abandoned = payment.with(.abandoned)
    abandoned.transactions[0].rawTransaction = []
    await store.receive(\.inner.abandoned, abandoned) {
      $0.payment = abandoned
      $0.phase = .abandoned(abandoned)
    }
    await store.receive(\.delegate.abandoned, abandoned)
    await store.finish()
    #expect(bench.node.sent == [])
  }

  /// The later one would wait for ever for a nonce that no transaction uses.
  @Test func aPaymentBehindWhichAnotherWaitsIsCancelledByATransaction() async throws {
    let first = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    let store = store(first, .cancel)
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.inner.quoted)
    await store.send(.view(.passcodeEntered(passcode)))
    await store.receive(\.delegate.recorded)
    await store.finish()
    let recorded = try #require(try await bench.makeActivity().payment(.id(first.id)))
    #expect(recorded.transactions.map(\.role) == [.original, .cancel])
    // No payment waits behind the last one.
    let last = ReplacePayment.State(account: SendBench.account, payment: second, role: .cancel)
    let ending = self.store(second, .cancel)
    #expect(ending.state == last)
    ending.exhaustivity = .off
    await ending.send(.view(.started))
    await ending.receive(\.delegate.abandoned)
    await ending.finish()
  }

  @Test func aFeeAboveTheShareIsAgreedToByItselfOrNothingIsSigned() async throws {
    let payment = try await waiting()
    var policy = FeePolicy.standard
    policy.percentAskedAbove = 0
    let store = store(payment, .speedUp, policy: policy)
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.inner.quoted)
    let quote = try #require(store.state.quote)
    #expect(quote.questions == [.feeShare(percent: 0)])
    #expect(store.state.openQuestions == quote.questions)
    await store.send(.view(.passcodeEntered(passcode)))
    #expect(store.state.phase == .refused(quote, .notAgreed(quote.questions)))
    #expect(bench.discarded == [passcode])
    // A different warning is not the one in the question.
    await store.send(.view(.warningAgreed(.contract)))
    #expect(store.state.openQuestions == quote.questions)
    await store.send(.view(.warningAgreed(.feeShare(percent: 0))))
    await store.send(.view(.passcodeEntered(SecretHandle(id: 4))))
    await store.receive(\.delegate.recorded)
    await store.finish()
  }

  @Test func theCeilingHoldsForWhatReplaces() async throws {
    let payment = try await waiting()
    let store = store(payment, .speedUp, policy: FeePolicy(feeCeiling: 1_000))
    await store.send(.view(.started)) { $0.phase = .quoting }
    // A tenth above 202 is 223, for 21,000 of gas.
    let fee = Wei(UInt64(223 * 21_000))
    await store.receive(\.inner.quoteFailed) {
      $0.phase = .failed(.fee(.feeTooHigh(fee: fee, ceiling: 1_000)))
    }
    await store.finish()
  }

  @Test func aRefusedPasscodeCanBeGivenAgain() async throws {
    let payment = try await waiting()
    let store = store(payment, .speedUp)
    store.dependencies.vault = bench.makeVault(refusal: .locked)
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.inner.quoted)
    await store.send(.view(.passcodeEntered(passcode)))
    await store.receive(\.delegate.unlockRequired)
    #expect(store.state.phase.is(\.refused))
    #expect(try await bench.thePayment() == payment)
    store.dependencies.vault = bench.makeVault()
    await store.send(.view(.passcodeEntered(passcode)))
    await store.receive(\.delegate.recorded)
    // A further passcode is wiped, and signs nothing.
    await store.send(.view(.passcodeEntered(SecretHandle(id: 4))))
    await store.finish()
    #expect(bench.discarded.last == SecretHandle(id: 4))
    #expect(try await bench.thePayment().transactions.count == 2)
  }

  /// A passcode opens a locked vault for one transaction; without that one it is locked again.
  @Test(arguments: [false, true], [false, true])
  func aVaultThatWasOpenedForAReplacementAloneIsLockedWithoutIt(
    hasOpenedVault: Bool, isSigned: Bool
  ) async throws {
    let payment = try await waiting()
    let store = store(payment, .speedUp)
    store.dependencies.vault.authorize = { _, _ throws(AuthorizationRefusal) in
      Authorization(id: 1, hasOpenedVault: hasOpenedVault)
    }
    if isSigned {
      store.dependencies.activity.replace = { _, _ throws(ReplaceRefusal) in
        throw .storage(.busy)
      }
    } else {
      store.dependencies.vault.sign = { _, _, _ throws(SigningRefusal) in
        throw .storage(.busy)
      }
    }
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.inner.quoted)
    await store.send(.view(.passcodeEntered(passcode)))
    await store.receive(\.inner.refused)
    await store.finish()
    #expect(store.state.phase.is(\.refused))
    #expect(bench.lockCount == (hasOpenedVault ? 1 : 0))
    #expect(try await bench.thePayment() == payment)
  }

  /// While nodes refuse a family, its transactions are sent in turn; here one would pay after all.
  @Test func noTransactionThatPaysIsSentWhileThePayerCancels() async throws {
    var payment = try await bench.recorded().taken
    var cancellation = try await bench.faster(payment, as: .cancel)
    cancellation.mayBeKnown = true
    payment.transactions.append(cancellation)
    var machine = PaymentDeliveryMachine(
      payment, policy: SendBench.deliveryPolicy, hasVerifier: false)
    let look = ChainSnapshot(head: .init(number: 5, hash: .zero), accountNonce: 0)
    let refusal = NodeRefusal(code: -32_000, message: "txpool is full")
    var step = machine.begin()
    for _ in 1...3 {
      #expect(step == .look)
      #expect(machine.receive(.saw(look)) == .handOver(cancellation))
      _ = machine.receive(.sent(cancellation.hash, refusal))
      #expect(machine.receive(.noted(payment)) == .look)
      #expect(machine.receive(.saw(look)) == .pause(.seconds(1), .refused(refusal)))
      step = machine.receive(.waited(payment))
    }
  }

  @Test func closingWhileQuotingStopsTheQuestion() async throws {
    let store = store(try await waiting(), .speedUp)
    store.dependencies.node.chainID = { [clock = bench.clock] in
      try await clock.sleep(for: .seconds(5))
      Issue.record("The quote is waited for no longer")
      return SendBench.chainID
    }
    await store.send(.view(.started)) { $0.phase = .quoting }
    await store.send(.view(.closeButtonTapped))
    await store.receive(\.delegate.closed)
    await bench.clock.advance(by: .seconds(5))
    await store.finish()
  }

  /// The owner accepted the tip when the payment was signed; a lower base fee does not forbid the
  /// additional tenth that nodes require.
  @Test func aTipThatWasAcceptedBeforeCanBeRaisedByATenth() throws {
    let policy = FeePolicy.standard
    func offer(_ tip: Wei) -> FeeOffer {
      FeeOffer(gasLimit: 21_000, maxFeePerGas: 20_000_000_000, tip: tip, baseFee: 300_000_000)
    }
    try policy.check(offer(9_900_000_000), code: .none, tipAccepted: 9_900_000_000)
    #expect(throws: FeeRefusal.tipTooHigh(tip: 9_900_000_001, ceiling: 9_900_000_000)) {
      try policy.check(offer(9_900_000_001), code: .none, tipAccepted: 9_900_000_000)
    }
    #expect(throws: FeeRefusal.tipTooHigh(tip: 9_900_000_000, ceiling: 3_000_000_000)) {
      try policy.check(offer(9_900_000_000), code: .none)
    }
  }

  /// A tenth more on both, rounded up, or the market's.
  @Test(
    arguments: [
      (100, 2, 223, 3), (200, 2, 403, 3), (100, 50, 250, 50), (10, 2, 223, 3),
    ] as [(Wei, Wei, Wei, Wei)])
  func theOfferIsATenthMoreOrTheMarkets(
    baseFee: Wei, marketTip: Wei, fee: Wei, tip: Wei
  ) async throws {
    let payment = try await bench.recorded()
    #expect(payment.current.maxFeePerGas == 202 && payment.current.maxPriorityFeePerGas == 2)
    let offer = try ReplacementQuote.offer(
      above: payment.transactions, gasLimit: 21_000, baseFee: baseFee, marketTip: marketTip)
    #expect(offer.maxFeePerGas == fee)
    #expect(offer.tip == tip)
  }
}
