import ActivityClient
import EthereumPrimitives
import EthereumTransactions
import Headrace
import HeadraceTesting
import NodeClient
import Testing
import VaultClient

@testable import SendFeature

/// A fee that the owner sets: the input, the checks during typing, and the signed fee.
///
/// The scripted node names a base fee of 100 wei and a median tip of 2 wei.
@Suite("OwnFee")
struct OwnFeeTests {
  private let bench = SendBench()

  @Test(arguments: [
    ("", "1", OwnFeeRefusal.maxFeePerGas(.notANumber)),
    ("-1", "1", .maxFeePerGas(.notANumber)),
    ("1.0000000001", "1", .maxFeePerGas(.tooManyFractionDigits(found: 10, max: 9))),
    ("2", "", .tip(.notANumber)),
    ("2", "1,5", .tip(.notANumber)),
    (
      "2", "2.000000001",
      .tipAboveMaxFee(tip: 2_000_000_001, maxFeePerGas: 2_000_000_000)
    ),
  ])
  func invalidFeesAreRejected(maxFee: String, tip: String, refusal: OwnFeeRefusal) {
    #expect(throws: refusal) { try OwnFee(OwnFeeText(maxFeePerGas: maxFee, tip: tip)) }
  }

  @Test func theTipMayBeAllOfTheFee() throws {
    let fee = try OwnFee(OwnFeeText(maxFeePerGas: "2", tip: "2"))
    #expect(fee.maxFeePerGas == 2_000_000_000)
    #expect(fee.tip == fee.maxFeePerGas)
  }

  /// Both sides of the base fee, of the ceiling of all gas, and of the ceiling of the tip.
  @Test func theCeilingsAreCheckedWhileItIsTyped() throws {
    func refusal(
      _ maxFee: String, _ tip: String, baseFee: Wei?, ceiling: Wei = 50_000_000_000_000_000
    ) -> OwnFeeRefusal? {
      var state = SendBench.state("0.25")
      state.policy = FeePolicy(feeCeiling: ceiling)
      state.ownFee = OwnFeeText(maxFeePerGas: maxFee, tip: tip)
      state.currentFees = baseFee.map { CurrentFees(baseFee: $0, tip: 1) }
      return state.ownFeeRefusal
    }
    #expect(refusal("1", "0", baseFee: 1_000_000_000) == nil)
    #expect(
      refusal("0.999999999", "0", baseFee: 1_000_000_000)
        == .belowBaseFee(maxFeePerGas: 999_999_999, baseFee: 1_000_000_000))
    #expect(refusal("1", "0", baseFee: nil, ceiling: 21_000_000_000_000) == nil)
    #expect(
      refusal("1", "0", baseFee: nil, ceiling: 20_999_999_999_999)
        == .ceiling(.feeTooHigh(fee: 21_000_000_000_000, ceiling: 20_999_999_999_999)))
    #expect(refusal("20", "10", baseFee: 1_000_000_000) == nil)
    #expect(
      refusal("20", "10.000000001", baseFee: 1_000_000_000)
        == .ceiling(.tipTooHigh(tip: 10_000_000_001, ceiling: 10_000_000_000)))
    #expect(refusal("20", "10.000000001", baseFee: nil) == nil, "the quote knows the base fee")
  }

  @Test func aSpeedHasNoFeeOfTheOwner() {
    #expect(SendBench.state("0.25").ownFeeRefusal == nil)
  }

  @Test func currentGasPriceIsProposed() async {
    let store = bench.store(SendBench.state("0.25"))
    await store.send(.view(.ownFeeChosen)) { $0.ownFee = OwnFeeText() }
    await store.receive(\.inner.feesRead) {
      $0.currentFees = CurrentFees(baseFee: 100, tip: 2)
      $0.ownFee = OwnFeeText(maxFeePerGas: "0.000000202", tip: "0.000000002")
    }
    await store.send(.view(.ownFeeChosen))
    await store.send(.view(.speedChanged(.fast))) {
      $0.speed = .fast
      $0.ownFee = nil
    }
    await store.send(.view(.ownFeeChanged(OwnFeeText(maxFeePerGas: "1", tip: "1"))))
    await store.finish()
  }

  @Test func textTypedWhileLoadingIsKept() async {
    var state = SendBench.state("0.25")
    state.ownFee = OwnFeeText(maxFeePerGas: "7", tip: "")
    let store = bench.store(state)
    await store.send(.inner(.feesRead(CurrentFees(baseFee: 100, tip: 2)))) {
      $0.currentFees = CurrentFees(baseFee: 100, tip: 2)
    }
    await store.finish()
  }

  @Test func aNodeThatDoesNotAnswerLeavesTheFieldsEmpty() async {
    let store = bench.store(SendBench.state("0.25"))
    store.dependencies.node.feeHistory = { _ in throw NodeError.cancelled }
    await store.send(.view(.ownFeeChosen)) { $0.ownFee = OwnFeeText() }
    await store.receive(\.inner.feesUnknown)
    await store.finish()
  }

  @Test func theQuoteHasTheOwnersFeeToTheWei() async throws {
    let quote = try await quote("0.0000003", "0.000000005")
    #expect(quote.maxFeePerGas == 300)
    #expect(quote.maxPriorityFeePerGas == 5)
    #expect(quote.maxCost == 6_300_000)
    let draft = try draft("0.0000003", "0.000000005")
    guard case .dynamicFee(let transaction) = quote.transaction(for: draft) else {
      Issue.record("expected a transaction of EIP-1559")
      return
    }
    #expect(transaction.maxFeePerGas == 300)
    #expect(transaction.maxPriorityFeePerGas == 5)
  }

  @Test func theQuoteHoldsItAgainstTheBaseFeeAndTheCeilings() async throws {
    #expect(try await quote("0.0000001", "0").maxFeePerGas == 100)
    await #expect(
      throws: SendMoneyFailure.ownFee(.belowBaseFee(maxFeePerGas: 99, baseFee: 100))
    ) { try await quote("0.000000099", "0") }
    await #expect(
      throws: SendMoneyFailure.ownFee(
        .ceiling(.tipTooHigh(tip: 3_000_000_001, ceiling: 3_000_000_000)))
    ) { try await quote("4", "3.000000001") }
  }

  @Test func invalidFeesAreNotQuoted() async {
    var state = SendBench.state("0.25")
    state.ownFee = OwnFeeText(maxFeePerGas: "x", tip: "1")
    let store = bench.store(state)
    await store.send(.view(.reviewButtonTapped)) {
      $0.phase = .failed(.ownFee(.maxFeePerGas(.notANumber)))
    }
    await store.finish()
  }

  private func draft(_ maxFee: String, _ tip: String) throws -> SendDraft {
    try SendDraft(
      recipientText: SendBench.recipient, amountText: "0.25", account: SendBench.account,
      chainID: SendBench.chainID, speed: .normal, ownFee: OwnFeeText(maxFeePerGas: maxFee, tip: tip)
    )
  }

  private func quote(_ maxFee: String, _ tip: String) async throws -> SendQuote {
    try await SendQuote(
      QuoteInquiry(
        node: bench.node.client(), activity: bench.makeActivity(), now: SendBench.date),
      for: try draft(maxFee, tip))
  }
}
