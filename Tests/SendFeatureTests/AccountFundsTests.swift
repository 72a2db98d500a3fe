import ActivityClient
import DevChain
import EthereumPrimitives
import JSONRPC
import NodeClient
import SendFeature
import Testing
import VaultClient

/// The balance of an account less the most that its payments may still take: two cheques on one
/// balance would leave one of them waiting for ever.
@Suite("Account funds")
struct AccountFundsTests {
  private let bench = SendBench()
  /// The most that the payment of a quarter of an ether takes.
  private static let total = Wei(UInt64(250_000_000_000_000_000 + 202 * 21_000))

  private func quote(
    _ amount: String, balance: Wei, count: UInt64 = 0, knownFrom first: UInt64 = 0
  ) async throws -> SendQuote {
    var node = bench.node.client(balance: balance)
    node.nonce = { address, tag in
      // The next nonce comes from the journal; the question here is what the block has.
      guard case .number(let number) = tag else { return 0 }
      guard number >= first else {
        throw NodeError.refused(
          method: "eth_getTransactionCount",
          RPCError(code: -32_000, message: "missing trie node"))
      }
      return address == SendBench.account.address ? count : 0
    }
    return try await SendQuote(
      QuoteInquiry(node: node, activity: bench.makeActivity(), now: SendBench.date),
      for: try SendBench.draft(amount))
  }

  /// The last wei that is enough, and one less.
  @Test func fundsOfAnOpenPaymentAreNotSpentTwice() async throws {
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
    // The balance is too low for the amount alone.
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

  /// The person once read the name of a type.
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
  @Test func minedPaymentsAreNotSubtractedTwice() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    await bench.node.chain.mine()
    let quote = try await quote("0.2", balance: Self.total, count: 1)
    #expect(quote.reserved == .zero)
  }

  /// A simulated world found this: a payment was signed with money that another one takes.
  ///
  /// One of five nodes followed another chain with a larger count. Nor is it known that the balance
  /// is too low: one replica may count a transaction that another has no receipt of.
  @Test func aCountWithoutABlockShowsNothing() async throws {
    let payment = try await bench.recorded()
    let doubt = Self.doubt(about: payment)
    for amount in ["0.2", "0.25", "max"] {
      await #expect(throws: doubt, "\(amount)") {
        try await quote(amount, balance: Self.total, count: 1)
      }
    }
    // An amount that is covered in any case is paid.
    let both = try Self.total.adding(Self.total)
    #expect(try await quote("0.2", balance: both, count: 1).reserved == Self.total)
    // An amount that is not covered in any case is reported.
    await #expect(
      throws: SendMoneyFailure.notEnoughForAmount(
        balance: Self.total, reserved: Self.total, amount: try Wei(ether: "0.3"))
    ) { try await quote("0.3", balance: Self.total, count: 1) }
  }

  private static func doubt(about payment: Payment) -> SendMoneyFailure {
    .fundsInDoubt(payment.hash)
  }

  /// The funds of a replaced payment were kept for ever.
  ///
  /// Its owner replaced it from another wallet, and opened this one when the node had forgotten the
  /// state that shows the replacement.
  @Test(arguments: [(10, 0, true), (11, 1, true), (11, 0, false), (30, 19, false)])
  func aNonceThatWasSpentLongAgoKeepsNoFunds(
    blockCount: Int, first: UInt64, isDoubtful: Bool
  ) async throws {
    let payment = try await bench.recorded()
    _ = try await bench.makeActivity().update(payment.id, .handedOver(payment.hash))
    for _ in 0..<blockCount { await bench.node.chain.mine() }
    func reserved() async throws -> Wei {
      try await quote("0.2", balance: Self.total, count: 1, knownFrom: first).reserved
    }
    if isDoubtful {
      await #expect(throws: Self.doubt(about: payment)) { try await reserved() }
    } else {
      #expect(try await reserved() == .zero)
      let all = try await quote("max", balance: Self.total, count: 1, knownFrom: first)
      #expect(all.amount == (try Wei(ether: "0.25")))
    }
  }

  /// A node that follows another chain counts it, and the node that has it waits for its block.
  @Test func aPaymentThatWaitsInAPoolKeepsItsFundsWhateverIsCounted() async throws {
    let payment = try await bench.recorded()
    for _ in 0..<30 { await bench.node.chain.mine() }
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    await #expect(throws: Self.doubt(about: payment)) {
      try await quote("0.2", balance: Self.total, count: 1)
    }
  }

  /// A node that has dropped the receipts of old blocks, or refuses to look, still has the
  /// transaction: the payment would keep its funds for ever.
  @Test(arguments: [true, false])
  func aReceiptThatIsNoLongerKeptReservesNoFunds(isRefused: Bool) async throws {
    let payment = try await bench.recorded()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    for _ in 0..<30 { await bench.node.chain.mine() }
    var node = bench.node.client(balance: Self.total)
    node.receipt = { _ in
      guard isRefused else { return nil }
      throw NodeError.refused(
        method: "eth_getTransactionReceipt", RPCError(code: 4_444, message: "pruned history"))
    }
    node.nonce = { _, _ in 1 }
    let quote = try await SendQuote(
      QuoteInquiry(node: node, activity: bench.makeActivity(), now: SendBench.date),
      for: try SendBench.draft("0.2"))
    #expect(quote.reserved == .zero)
  }

  /// A node that names the greatest number as the newest block's once ended the program.
  @Test func aHeadWithoutAChainIsNotAnAnswer() async throws {
    _ = try await bench.recorded()
    var node = bench.node.client(balance: Self.total)
    let block = node.block
    node.block = { tag in
      var found = try await block(tag)
      if case .latest = tag { found?.number = .max }
      return found
    }
    node.nonce = { _, _ in 1 }
    let inquiry = QuoteInquiry(
      node: node, activity: bench.makeActivity(), now: SendBench.date)
    await #expect(
      throws: NodeError.malformedAnswer(
        method: "eth_getBlockByNumber",
        MalformedAnswer(
          path: "result.number", expected: "at most 9223372036854775807",
          actual: "18446744073709551615"))
    ) { try await SendQuote(inquiry, for: try SendBench.draft("0.2")) }
  }

  /// Only one transaction of a family counts: the most expensive one.
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

  @Test func paymentsEndedBeforeTheyWereSentReserveNothing() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.makeActivity().update(payment.id, .abandoned)
    #expect(try await quote("0.2", balance: .max).reserved == .zero)
  }

  // MARK: - Replacements

  private func replacement(
    of payment: Payment, balance: Wei, as role: PaymentTransaction.Role = .speedUp,
    count: UInt64? = nil
  ) async throws -> ReplacementQuote {
    try await ReplacementQuote(
      asking: bench.node.client(balance: balance, nonce: count), bench.makeActivity(),
      toReplace: payment, as: role, speed: .normal, policy: .standard)
  }

  /// A later payment is cancelled although the node does not show what spent an earlier nonce.
  @Test func aNonceThatWasSpentLongAgoDoesNotKeepALaterPaymentFromBeingCancelled() async throws {
    let first = try await bench.recorded(nonce: 0)
    let second = try await bench.recorded(nonce: 1)
    await #expect(throws: Self.doubt(about: first)) {
      try await replacement(of: second, balance: Self.total, as: .cancel, count: 1)
    }
    for _ in 0..<12 { await bench.node.chain.mine() }
    let quote = try await replacement(of: second, balance: Self.total, as: .cancel, count: 1)
    #expect(quote.reserved == .zero)
  }

  /// Earlier payments must be paid first; later ones can wait, and are reported.
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
