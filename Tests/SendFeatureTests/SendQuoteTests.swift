import ActivityClient
import EthereumPrimitives
import EthereumTransactions
import Foundation
import JSONRPC
import NodeClient
import SendFeature
import Testing
import VaultClient

@Suite("SendQuote")
struct SendQuoteTests {
  /// The balance required to pay a quarter of an ether at a fee of 202 wei for each gas.
  private static let total = Wei(UInt64(250_000_000_000_000_000 + 202 * 21_000))

  private static let bench = SendBench()

  private func quote(
    _ speed: FeeSpeed = .normal, amount: String = "0.25", balance: Wei = .max,
    policy: FeePolicy = .standard, activity: ActivityClient = bench.makeActivity(),
    at date: Date = SendBench.date, verifier: NodeClient? = nil,
    _ change: (inout NodeClient) -> Void = { _ in }
  ) async throws -> SendQuote {
    var node = SendBench().node.client(balance: balance)
    change(&node)
    let draft = try SendDraft(
      recipientText: SendBench.recipient, amountText: amount, account: SendBench.account,
      chainID: SendBench.chainID, speed: speed, policy: policy)
    return try await SendQuote(
      QuoteInquiry(
        node: node, verifier: verifier, activity: activity, now: date,
        ownAddresses: [SendBench.account.address]), for: draft)
  }

  @Test(arguments: [(FeeSpeed.slow, 1), (.normal, 2), (.fast, 3)] as [(FeeSpeed, Wei)])
  func theFeeIsTwiceTheBaseFeeAndTheTipOfTheSpeed(speed: FeeSpeed, tip: Wei) async throws {
    let quote = try await quote(speed)
    let maxFeePerGas = try Wei(200).adding(tip)
    #expect(quote.maxPriorityFeePerGas == tip)
    #expect(quote.maxFeePerGas == maxFeePerGas)
    #expect(quote.gasLimit == 21_000)
    #expect(quote.maxCost == (try maxFeePerGas.multiplied(by: 21_000)))
    #expect(quote.maxTotal == (try quote.maxCost.adding(Wei(ether: "0.25"))))
    #expect(quote.balance == .max)
  }

  /// Signing is deterministic: the same bytes would be the ended payment, whose name is spent, and
  /// whose owner was told that its hash never pays.
  @Test(arguments: [nil, "rent"])
  func aPaymentThatWasEndedIsNotSignedAgain(name: String?) async throws {
    let bench = SendBench()
    let activity = bench.makeActivity()
    let payment = SendBench.payment(try SendBench.draft(), try await quote())
    var intent = payment.intent
    intent.key = try name.map { try PaymentKey($0) }
    _ = try await activity.record(intent, payment.current)
    _ = try await activity.update(payment.id, .abandoned)
    let quote = try await quote(activity: activity)
    #expect(quote.maxPriorityFeePerGas == 3)
    let again = SendBench.payment(try SendBench.draft(), quote)
    _ = try await activity.record(again.intent, again.current)
    #expect(try await activity.payment(.transaction(payment.hash))?.state == .abandoned)
    #expect(try await activity.unresolved().map(\.hash) == [again.hash])
  }

  /// No transaction of the family is signed again: the journal refused the first one's bytes until
  /// fees changed.
  @Test func noTransactionOfAPaymentThatWasEndedIsSignedAgain() async throws {
    let bench = SendBench()
    let activity = bench.makeActivity()
    let payment = try await bench.recorded()
    let faster = try await bench.faster(payment)
    #expect(payment.current.maxPriorityFeePerGas == 2 && faster.maxPriorityFeePerGas == 3)
    _ = try await activity.replace(payment.id, faster)
    _ = try await activity.update(payment.id, .abandoned)
    let quote = try await quote(activity: activity)
    #expect(quote.maxPriorityFeePerGas == 4)
    let again = SendBench.payment(try SendBench.draft(), quote)
    #expect(try await activity.record(again.intent, again.current).state == .signed)
  }

  /// The most that can be sent is the balance less gas limit × fee: all of it, and not a wei more.
  @Test func balanceLessTheFeeCanBeSentAndNotOneWeiMore() async throws {
    #expect(try await quote(balance: Self.total).maxTotal == Self.total)
    let short = try Self.total.subtracting(1)
    await #expect(throws: SendMoneyFailure.notEnough(balance: short, needed: Self.total)) {
      try await quote(balance: short)
    }
  }

  /// An amount above the balance is refused before a fee is computed.
  @Test func theAmountAloneIsHeldAgainstTheBalanceFirst() async throws {
    let amount = try Wei(ether: "0.25")
    let short = try amount.subtracting(1)
    await #expect(throws: SendMoneyFailure.notEnoughForAmount(balance: short, amount: amount)) {
      try await quote(balance: short) {
        $0.feeHistory = { _ in
          Issue.record("There is nothing to compute a fee for")
          return .sample
        }
      }
    }
    await #expect(throws: SendMoneyFailure.notEnough(balance: amount, needed: Self.total)) {
      try await quote(balance: amount)
    }
  }

  // MARK: - Gas

  /// Money, invariant 6: the kind of transaction determines the gas.
  ///
  /// A node that estimates more for a plain transfer is not even asked.
  @Test func aRecipientWithoutCodeGetsThePlainGasAndNoEstimateIsAskedFor() async throws {
    let quote = try await quote {
      $0.estimateGas = { _ in
        Issue.record("There is nothing to estimate")
        return 5_000_000
      }
    }
    #expect(quote.gasLimit == 21_000)
    #expect(quote.recipient == RecipientFacts(code: .none, sentCount: 0, paidCount: 0))
  }

  @Test func aRecipientWithCodeGetsAFifthMoreThanTheEstimateUpToACeiling() async throws {
    let quote = try await quote {
      $0.code = { _, _ in [0x60] }
      $0.estimateGas = { _ in 50_000 }
    }
    #expect(quote.gasLimit == 60_000)
    #expect(quote.recipient.code == .contract)
    #expect(quote.warnings == [.contract, .firstPayment])
    await #expect(
      throws: FeeRefusal.gasTooHigh(gas: 1_000_002, ceiling: 1_000_000)
    ) {
      try await self.quote {
        $0.code = { _, _ in [0x60] }
        $0.estimateGas = { _ in 833_335 }
      }
    }
  }

  // MARK: - Ceilings

  @Test func aFeeAtTheCeilingIsQuotedAndAboveItIsRefused() async throws {
    let fee: Wei = 4_242_000
    #expect(try await quote(policy: FeePolicy(feeCeiling: fee)).maxCost == fee)
    let ceiling = try fee.subtracting(1)
    await #expect(throws: FeeRefusal.feeTooHigh(fee: fee, ceiling: ceiling)) {
      try await quote(policy: FeePolicy(feeCeiling: ceiling))
    }
  }

  /// From the audit: a node that names a large tip made a payment of 0.001 ether cost 0.9 of fees.
  @Test func aNodeThatNamesALargeTipIsRefused() async {
    let tip: Wei = 3_000_000_001
    await #expect(throws: FeeRefusal.tipTooHigh(tip: tip, ceiling: 3_000_000_000)) {
      try await quote {
        $0.feeHistory = { _ in
          FeeHistory(
            oldestBlock: 1, baseFeesPerGas: [90, 100], gasUsedRatios: [0.5],
            rewards: [[tip, tip, tip]])
        }
      }
    }
  }

  @Test func feesThatOverflowAreRefused() async {
    await #expect(throws: FeeRefusal.notANumber) {
      try await quote {
        $0.feeHistory = { _ in
          FeeHistory(
            oldestBlock: 1, baseFeesPerGas: [.max], gasUsedRatios: [0.5], rewards: [[1, 2, 3]])
        }
      }
    }
  }

  // MARK: - Everything

  @Test func everythingIsTheBalanceLessTheFeeToTheWei() async throws {
    let balance: Wei = 1_000_000_000_000_000_007
    let quote = try await quote(amount: "max", balance: balance)
    #expect(quote.amount == (try balance.subtracting(4_242_000)))
    #expect(quote.maxTotal == balance)
    #expect(quote.remaining == .zero)
    #expect(try SendBench.draft("max").paying(quote.amount).amount == quote.amount)
  }

  @Test func oneWeiAboveTheFeeCanBeSentAndTheFeeAloneCanNot() async throws {
    let fee: Wei = 4_242_000
    let policy = FeePolicy(feeCeiling: .max)
    #expect(try await quote(amount: "max", balance: fee.adding(1), policy: policy).amount == 1)
    await #expect(
      throws: SendMoneyFailure.notEnough(balance: fee, needed: try fee.adding(1))
    ) {
      try await quote(amount: "max", balance: fee)
    }
  }

  @Test func everythingToAContractLeavesItsGas() async throws {
    let balance: Wei = 1_000_000_000_000
    let quote = try await quote(amount: "max", balance: balance) {
      $0.code = { _, _ in [0x60] }
      $0.estimateGas = { call in
        #expect(call.value == (try? balance.subtracting(4_242_000)))
        return 30_000
      }
    }
    #expect(quote.gasLimit == 36_000)
    #expect(quote.amount == (try balance.subtracting(7_272_000)))
    #expect(quote.remaining == .zero)
  }

  // MARK: - What the review shows

  @Test func theNonceIsThatOfNodeAndJournalTogether() async throws {
    let bench = SendBench()
    #expect(try await quote(activity: bench.makeActivity()).nonce == 0)
    _ = try await bench.recorded()
    let quote = try await quote(activity: bench.makeActivity())
    #expect(quote.nonce == 1)
    #expect(quote.recipient.paidCount == 1)
    #expect(quote.transaction(for: try SendBench.draft()).nonce == 1)
  }

  /// An empty journal has nothing to compare a count with, and a count that is too high leaves the
  /// payment waiting, perhaps for ever.
  ///
  /// One node's answer needs the owner's agreement. It was a mere note.
  @Test func transactionsThatTheWalletDoesNotKnowAreAskedAbout() async throws {
    let bench = SendBench()
    let activity = bench.makeActivity()
    let first = try await quote(activity: activity) { $0.nonce = { _, _ in 7 } }
    #expect(first.nonce == 7)
    #expect(first.warnings == [.unknownEarlier(count: 7), .firstPayment])
    #expect(first.questions == [.unknownEarlier(count: 7)])
    #expect(try await quote(activity: activity).warnings == [.firstPayment])
    let agreeing = try await quote(
      activity: activity, verifier: SendBench().node.client(nonce: 7)
    ) { $0.nonce = { _, _ in 7 } }
    #expect(agreeing.nonce == 7)
    #expect(agreeing.warnings == [.firstPayment])
    _ = try await bench.recorded(nonce: 7)
    let second = try await quote(amount: "0.26", activity: activity) { $0.nonce = { _, _ in 8 } }
    #expect(second.warnings.isEmpty)
  }

  @Test func remainderIsTheBalanceLessTheHighestCost() async throws {
    let quote = try await quote(balance: Self.total.adding(5))
    #expect(quote.remaining == 5)
  }

  /// The new one would wait for it, and it would be sent unasked.
  @Test func nothingIsPaidBehindAnOldPaymentThatNoNodeTook() async throws {
    let bench = SendBench()
    let payment = try await bench.recorded()
    func quote(after seconds: Double) async throws -> SendQuote {
      try await self.quote(
        amount: "0.26", activity: bench.makeActivity(),
        at: SendBench.date.addingTimeInterval(seconds)
      ) { $0.nonce = { _, _ in 1 } }
    }
    #expect(try await quote(after: 599).nonce == 1)
    let date = SendBench.date.addingTimeInterval(600)
    let stale = OldPayment(payment: payment, at: date)
    await #expect(throws: SendMoneyFailure.behindStale(stale)) { try await quote(after: 600) }
    _ = try await bench.makeActivity().update(payment.id, .abandoned)
    #expect(try await quote(after: 600).nonce == 1)
  }

  /// A node that named too high a nonce leaves a payment behind a gap, which the next one fills.
  @Test func anOldPaymentBehindAGapIsReportedAndBlocksNothing() async throws {
    let bench = SendBench()
    let payment = try await bench.recorded(nonce: 1)
    let date = SendBench.date.addingTimeInterval(600)
    let quote = try await quote(amount: "0.26", activity: bench.makeActivity(), at: date)
    #expect(quote.nonce == 0)
    #expect(quote.warnings == [.releases(OldPayment(payment: payment, at: date))])
    #expect(quote.questions.isEmpty)
  }

  // MARK: - A Second Opinion

  @Test func aSecondNodeThatKnowsOtherCodeIsRefused() async throws {
    let address = try SendBench.draft().recipient
    var verifier = SendBench().node.client()
    verifier.code = { _, _ in [0x60] }
    await #expect(throws: SecondOpinion.code(address)) { try await quote(verifier: verifier) }
  }

  @Test func aSecondNodeThatCountsOtherNoncesIsRefused() async throws {
    let verifier = SendBench().node.client(nonce: 1)
    await #expect(throws: SecondOpinion.nonce(first: 0, second: 1)) {
      try await quote(verifier: verifier)
    }
    #expect(try await quote(verifier: SendBench().node.client()).nonce == 0)
  }

  // MARK: - Refusals

  @Test func aChainWithoutBaseFeesIsRefused() async {
    await #expect(throws: SendMoneyFailure.noFees) {
      try await quote {
        $0.feeHistory = { _ in
          FeeHistory(oldestBlock: 1, baseFeesPerGas: [], gasUsedRatios: [], rewards: [])
        }
      }
    }
  }

  @Test func theNodeIsAskedForATipWhereNoneWasPaid() async throws {
    let quote = try await quote {
      $0.feeHistory = { _ in
        FeeHistory(
          oldestBlock: 1, baseFeesPerGas: [100], gasUsedRatios: [0], rewards: [[0, 0, 0]])
      }
      $0.maxPriorityFeePerGas = { 7 }
    }
    #expect(quote.maxPriorityFeePerGas == 7)
    #expect(quote.maxFeePerGas == 207)
  }

  @Test func theTransactionSaysWhatTheQuoteSays() async throws {
    let draft = try SendBench.draft()
    let quote = try await quote { $0.nonce = { _, _ in 5 } }
    let expected = DynamicFeeTransaction(
      chainID: SendBench.chainID, nonce: 5, maxPriorityFeePerGas: 2, maxFeePerGas: 202,
      gasLimit: 21_000, to: draft.recipient, value: draft.amount, data: [], accessList: [])
    #expect(quote.transaction(for: draft) == .dynamicFee(expected))
  }

  /// Each question that fails ends the quote with that failure.
  @Test(arguments: 0..<7)
  func rejectionsOfTheNodeAreReported(question: Int) async {
    await #expect(throws: NodeError.garbage) {
      try await quote {
        switch question {
        case 0: $0.chainID = { throw NodeError.garbage }
        case 1: $0.balance = { _, _ in throw NodeError.garbage }
        case 2: $0.feeHistory = { _ in throw NodeError.garbage }
        case 3: $0.code = { _, _ in throw NodeError.garbage }
        case 4:
          $0.code = { _, _ in [1] }
          $0.estimateGas = { _ in throw NodeError.garbage }
        case 5: $0.nonce = { _, _ in throw NodeError.garbage }
        default:
          $0.feeHistory = { _ in
            FeeHistory(oldestBlock: 1, baseFeesPerGas: [1], gasUsedRatios: [], rewards: [])
          }
          $0.maxPriorityFeePerGas = { throw NodeError.garbage }
        }
      }
    }
  }
}
