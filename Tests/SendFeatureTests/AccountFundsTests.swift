import ActivityClient
import DevChain
import EthereumPrimitives
import NodeClient
import SendFeature
import Testing
import VaultClient

/// What an account owns less what its payments may still take: two cheques on one balance would
/// leave one of them waiting for ever.
@Suite("Account funds")
struct AccountFundsTests {
  private let bench = SendBench()
  /// What the payment of a quarter of an ether takes at most.
  private static let total = Wei(UInt64(250_000_000_000_000_000 + 202 * 21_000))

  private func quote(
    _ amount: String, balance: Wei, count: UInt64 = 0
  ) async throws -> SendQuote {
    var node = bench.node.client(balance: balance)
    node.nonce = { address, tag in
      // The next nonce is the journal's matter; what the block has is the question here.
      if case .number = tag { return address == SendBench.account.address ? count : 0 }
      return 0
    }
    return try await SendQuote(
      QuoteInquiry(node: node, activity: bench.makeActivity(), now: SendBench.date),
      for: try SendBench.draft(amount))
  }

  /// The last wei that is enough, and one less.
  @Test func whatAnOpenPaymentMayTakeIsNotPaidTwice() async throws {
    _ = try await bench.recorded()
    let both = try Self.total.adding(Wei(UInt64(200_000_000_000_000_000 + 202 * 21_000)))
    let enough = try await quote("0.2", balance: both.adding(3))
    #expect(enough.reserved == Self.total)
    #expect(enough.remaining == 3)
    _ = try await quote("0.2", balance: both)
    let short = try both.subtracting(1)
    await #expect(
      throws: SendMoneyFailure.notEnough(
        balance: short, reserved: Self.total, needed: try both.subtracting(Self.total))
    ) { try await quote("0.2", balance: short) }
    // Of the amount alone there is too little already.
    await #expect(
      throws: SendMoneyFailure.notEnoughForAmount(
        balance: Self.total, reserved: Self.total, amount: try Wei(ether: "0.2"))
    ) { try await quote("0.2", balance: Self.total) }
  }

  @Test func everythingIsWhatOpenPaymentsLeave() async throws {
    _ = try await bench.recorded()
    let quote = try await quote("max", balance: Self.total.adding(Wei(UInt64(202 * 21_000 + 7))))
    #expect(quote.amount == 7)
    #expect(quote.remaining == .zero)
  }

  /// The person was told the name of a type.
  @Test func aNodeWithoutANewestBlockAnswersWrongly() async throws {
    var node = bench.node.client(balance: Self.total)
    node.block = { _ in nil }
    let failure = NodeError.malformedAnswer(
      method: "eth_getBlockByNumber",
      MalformedAnswer(path: "result", expected: "the newest block", actual: "null"))
    await #expect(throws: failure) {
      try await SendQuote(
        QuoteInquiry(node: node, activity: bench.makeActivity(), now: SendBench.date),
        for: try SendBench.draft("0.2"))
    }
  }

  /// The balance of that block shows it.
  @Test func whatTheBlockHasIsNotTakenTwice() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    await bench.node.chain.mine()
    let quote = try await quote("0.2", balance: Self.total, count: 1)
    #expect(quote.reserved == .zero)
  }

  /// A simulated world found it: one of five nodes followed another chain, where the count is
  /// larger, and a payment was signed of what another one takes.
  @Test func aCountWithoutABlockShowsNothing() async throws {
    _ = try await bench.recorded()
    await #expect(
      throws: SendMoneyFailure.notEnoughForAmount(
        balance: Self.total, reserved: Self.total, amount: try Wei(ether: "0.2"))
    ) { try await quote("0.2", balance: Self.total, count: 1) }
  }

  /// Of a family one transaction counts: the dearest one.
  @Test func aFamilyTakesWhatItsDearestTransactionTakes() async throws {
    let payment = try await bench.recorded()
    let faster = try await bench.faster(payment)
    _ = try await bench.makeActivity().replace(payment.id, faster)
    let quote = try await quote("0.2", balance: .max)
    let fee = try faster.maxFeePerGas.cost(of: 21_000)
    #expect(quote.reserved == (try fee.adding(Wei(ether: "0.25"))))
    // A cancellation may come too late.
    let cancelling = try #require(try await bench.makeActivity().payment(.id(payment.id)))
    _ = try await bench.makeActivity().replace(
      payment.id, try await bench.faster(cancelling, as: .cancel))
    #expect(try await self.quote("0.2", balance: .max).reserved >= quote.reserved)
  }

  @Test func whatWasEndedBeforeItWasSentTakesNothing() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.makeActivity().update(payment.id, .abandoned)
    #expect(try await quote("0.2", balance: .max).reserved == .zero)
  }

  // MARK: - Replacements

  private func replacement(
    of payment: Payment, balance: Wei
  ) async throws -> ReplacementQuote {
    try await ReplacementQuote(
      asking: bench.node.client(balance: balance), bench.makeActivity(), toReplace: payment,
      as: .speedUp, speed: .normal, policy: .standard)
  }

  /// What comes before must be paid first; what comes after can wait, and is told.
  @Test func aReplacementKeepsWhatEarlierPaymentsTake() async throws {
    let first = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    let maxTotal = try await replacement(of: first, balance: .max).maxTotal
    let early = try await replacement(of: first, balance: maxTotal)
    #expect(early.reserved == Self.total)
    #expect(early.remaining == .zero)
    let both = try maxTotal.adding(Self.total)
    #expect(try await replacement(of: second, balance: both).remaining == .zero)
    let short = try both.subtracting(1)
    await #expect(
      throws: SendMoneyFailure.notEnough(
        balance: short, reserved: Self.total, needed: maxTotal)
    ) { try await replacement(of: second, balance: short) }
  }
}
