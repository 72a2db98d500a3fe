import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import NodeClient
import SendFeature
import Testing

@Suite("SendQuote")
struct SendQuoteTests {
  /// What the account must own to pay a quarter of an ether at a fee of 202 wei for each gas.
  private static let total = Wei(UInt64(250_000_000_000_000_000 + 202 * 21_000))

  private func quote(
    _ speed: FeeSpeed = .normal, balance: Wei = .max,
    _ change: (inout NodeClient) -> Void = { _ in }
  ) async throws -> SendQuote {
    var node = ScriptedNode().client(balance: balance)
    change(&node)
    return try await SendQuote(asking: node, for: SendBench.draft("0.25", speed))
  }

  @Test(arguments: [(FeeSpeed.slow, 1), (.normal, 2), (.fast, 3)] as [(FeeSpeed, Wei)])
  func theFeeIsTwiceTheBaseFeeAndTheTipOfTheSpeed(speed: FeeSpeed, tip: Wei) async throws {
    let quote = try await quote(speed)
    let maxFeePerGas = try Wei(200).adding(tip)
    #expect(quote.maxPriorityFeePerGas == tip)
    #expect(quote.maxFeePerGas == maxFeePerGas)
    #expect(quote.gasLimit == 21_000)
    #expect(quote.maxFee == (try maxFeePerGas.multiplied(by: 21_000)))
    #expect(quote.maxTotal == (try quote.maxFee.adding(Wei(ether: "0.25"))))
    #expect(quote.balance == .max)
  }

  /// The most that can be sent is the balance less gas limit × fee: all of it, and not a wei more.
  @Test func whatIsLeftAfterTheFeeCanBeSentAndNotOneWeiMore() async throws {
    #expect(try await quote(balance: Self.total).maxTotal == Self.total)
    let short = try Self.total.subtracting(1)
    await #expect(throws: SendMoneyFailure.notEnough(balance: short, needed: Self.total)) {
      try await quote(balance: short)
    }
  }

  /// An amount above the balance is refused before anybody computes a fee.
  @Test func theAmountAloneIsHeldAgainstTheBalanceFirst() async throws {
    let amount = try Wei(ether: "0.25")
    let short = try amount.subtracting(1)
    await #expect(throws: SendMoneyFailure.notEnough(balance: short, needed: amount)) {
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

  @Test(
    arguments: [
      (20_999, 21_000), (21_000, 21_000), (21_001, 25_201), (50_000, 60_000), (99_999, 119_998),
      (15_372_286_728_091_293_013, GasUnits(.max)),
    ] as [(GasUnits, GasUnits)])
  func anythingButAPlainTransferGetsAFifthMoreGas(estimate: GasUnits, limit: GasUnits) async throws
  {
    #expect(try await quote { $0.estimateGas = { _ in estimate } }.gasLimit == limit)
  }

  /// An estimate near 2⁶⁴ stopped the program where the margin was added.
  @Test(arguments: [15_372_286_728_091_293_014, GasUnits(.max)])
  func anEstimateThatIsNoneIsRefused(estimate: GasUnits) async {
    await #expect(throws: SendMoneyFailure.noFees) {
      try await quote { $0.estimateGas = { _ in estimate } }
    }
  }

  @Test func feesThatOverflowAreRefused() async {
    await #expect(throws: SendMoneyFailure.noFees) {
      try await quote {
        $0.feeHistory = { _ in
          FeeHistory(
            oldestBlock: 1, baseFeesPerGas: [.max], gasUsedRatios: [0.5], rewards: [[1, 2, 3]])
        }
      }
    }
  }

  @Test func aChainWithoutBaseFeesIsRefused() async {
    await #expect(throws: SendMoneyFailure.noFees) {
      try await quote {
        $0.feeHistory = { _ in
          FeeHistory(oldestBlock: 1, baseFeesPerGas: [], gasUsedRatios: [], rewards: [])
        }
      }
    }
  }

  @Test func theNodeIsAskedForATipWhereNobodyPaidOne() async throws {
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
    let quote = try await quote()
    let expected = DynamicFeeTransaction(
      chainID: SendBench.chainID, nonce: 5, maxPriorityFeePerGas: 2, maxFeePerGas: 202,
      gasLimit: 21_000, to: draft.recipient, value: draft.amount, data: [], accessList: [])
    #expect(quote.transaction(for: draft, nonce: 5) == .dynamicFee(expected))
  }

  /// Each question that fails ends the quote with that failure.
  @Test(arguments: 0..<5)
  func whatTheNodeRefusesIsTold(question: Int) async {
    await #expect(throws: NodeError.garbage) {
      try await quote {
        switch question {
        case 0: $0.chainID = { throw NodeError.garbage }
        case 1: $0.balance = { _, _ in throw NodeError.garbage }
        case 2: $0.feeHistory = { _ in throw NodeError.garbage }
        case 3: $0.estimateGas = { _ in throw NodeError.garbage }
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
