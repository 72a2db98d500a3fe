import ActivityClient
import EthereumPrimitives
import Foundation
import NodeClient
import SendFeature
import Testing
import VaultClient

/// The questions about a payment because another one is equal.
@Suite("Equal payments")
struct EqualPaymentTests {
  private func quote(
    amount: String = "0.25", balance: Wei = .max, activity: ActivityClient,
    at date: Date = SendBench.date,
    _ change: (inout NodeClient) -> Void = { _ in }
  ) async throws -> SendQuote {
    var node = SendBench().node.client(balance: balance)
    change(&node)
    return try await SendQuote(
      QuoteInquiry(
        node: node, activity: activity, now: date, ownAddresses: [SendBench.account.address]),
      for: try SendBench.draft(amount))
  }

  /// For half a day, or for as long as it may still be mined.
  @Test func anEqualPaymentIsReportedForTwelveHoursOrWhileItIsOpen() async throws {
    let bench = SendBench()
    let payment = try await bench.recorded()
    _ = try await bench.makeActivity().update(payment.id, .handedOver(payment.hash))
    _ = try await bench.makeActivity().update(payment.id, .taken(payment.hash))
    func warnings(after seconds: Double, _ amount: String = "0.25") async throws -> [SendWarning] {
      try await quote(
        amount: amount, activity: bench.makeActivity(),
        at: SendBench.date.addingTimeInterval(seconds)
      ) { $0.nonce = { _, _ in 1 } }.warnings
    }
    let hash = payment.hash
    #expect(try await warnings(after: 5) == [.equalPayment(hash, secondsAgo: 5)])
    #expect(try await warnings(after: 86_400) == [.equalPayment(hash, secondsAgo: 86_400)])
    #expect(try await warnings(after: -5) == [.equalPayment(hash, secondsAgo: 0)])
    #expect(try await warnings(after: 5, "0.26") == [])
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = payment.hash
    _ = try await bench.makeActivity().update(payment.id, .settled(inclusion, isFinal: false))
    #expect(try await warnings(after: 43_199) == [.equalPayment(hash, secondsAgo: 43_199)])
    #expect(try await warnings(after: 43_200) == [])
  }

  /// An end that can change may be a lie, or reverted: the payment pays after all, and a second one
  /// would, too.
  @Test func aFailedPaymentIsReportedWhileThatCanChange() async throws {
    for end in UndoneEnd.allCases {
      for isFinal in [false, true] {
        let bench = SendBench()
        let payment = try await bench.recorded()
        let ended = try await end.end(payment, bench, isFinal: isFinal)
        func warnings(after seconds: Double) async throws -> [SendWarning] {
          try await quote(
            activity: bench.makeActivity(), at: SendBench.date.addingTimeInterval(seconds)
          ) { $0.nonce = { _, _ in 1 } }.warnings
        }
        let told = SendWarning.undonePayment(ended.hash, secondsAgo: 43_199)
        let isTold = !isFinal || end == .reverted
        #expect(
          try await warnings(after: 43_199) == (isTold ? [told] : []) + [.firstPayment], "\(end)")
        #expect(
          try await warnings(after: 43_200)
            == (isFinal ? [] : [.undonePayment(ended.hash, secondsAgo: 43_200)]) + [.firstPayment],
          "\(end)")
      }
    }
  }

  /// An end that did not pay.
  private enum UndoneEnd: CaseIterable {
    case reverted, cancelled, replaced

    func end(_ payment: Payment, _ bench: SendBench, isFinal: Bool) async throws -> Payment {
      let activity = bench.makeActivity()
      var inclusion = SendBench.inclusion
      switch self {
      case .reverted:
        (inclusion.transactionHash, inclusion.outcome) = (payment.hash, .undone)
      case .cancelled:
        let cancellation = try await bench.faster(payment, as: .cancel)
        _ = try await activity.replace(payment.id, cancellation)
        inclusion.transactionHash = cancellation.hash
      case .replaced:
        let spent = NonceSpent(by: .zero, blockNumber: 7, blockHash: .zero)
        return try await activity.update(payment.id, .replaced(spent, isFinal: isFinal))
      }
      return try await activity.update(payment.id, .settled(inclusion, isFinal: isFinal))
    }
  }

  /// Returns the quote of a payment with a name, an hour after the others were recorded.
  private func namedQuote(_ bench: SendBench) async throws -> SendQuote {
    let draft = try SendDraft(
      recipientText: SendBench.recipient, amountText: "0.25", account: SendBench.account,
      chainID: SendBench.chainID, speed: .normal, key: PaymentKey("rent"))
    return try await SendQuote(
      QuoteInquiry(
        node: bench.node.client(balance: .max, nonce: 1), activity: bench.makeActivity(),
        now: SendBench.date.addingTimeInterval(3_600)), for: draft)
  }

  /// A separate name states that the payment is intended besides all others.
  @Test func aNamedPaymentIsNotComparedWithOthers() async throws {
    let bench = SendBench()
    let payment = try await bench.recorded()
    _ = try await bench.makeActivity().update(payment.id, .handedOver(payment.hash))
    _ = try await bench.makeActivity().update(payment.id, .taken(payment.hash))
    #expect(try await namedQuote(bench).questions == [])
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = payment.hash
    _ = try await bench.makeActivity().update(payment.id, .settled(inclusion, isFinal: false))
    #expect(try await namedQuote(bench).questions == [])
  }

  /// Its owner may intend it instead of the cancelled one, which a block may include anyway.
  @Test func aNamedPaymentIsAskedAboutWhileACancelledOneMayPay() async throws {
    let bench = SendBench()
    let activity = bench.makeActivity()
    let payment = try await bench.recorded()
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    _ = try await activity.update(payment.id, .taken(payment.hash))
    let cancellation = try await bench.faster(payment, as: .cancel)
    _ = try await activity.replace(payment.id, cancellation)
    let hash = cancellation.hash
    #expect(
      try await namedQuote(bench).questions == [.equalPayment(hash, secondsAgo: 3_600)])
    var inclusion = SendBench.inclusion
    inclusion.transactionHash = hash
    _ = try await activity.update(payment.id, .settled(inclusion, isFinal: false))
    #expect(
      try await namedQuote(bench).questions == [.undonePayment(hash, secondsAgo: 3_600)])
    _ = try await activity.update(payment.id, .settled(inclusion, isFinal: true))
    #expect(try await namedQuote(bench).questions == [])
  }

  /// The base fee moves, and with it the amount that is the whole balance: two commands signed two
  /// cheques.
  @Test func everythingIsTheSameAsEverything() async throws {
    let bench = SendBench()
    let activity = bench.makeActivity()
    let everything = try SendBench.draft("max")
    let first = try await self.quote(amount: "max", balance: Self.ether, activity: activity)
    let payment = SendBench.payment(everything.paying(first.amount), first)
    _ = try await activity.record(payment.intent, payment.current)
    func second(balance: Wei = .max, after seconds: Double = 5) async throws -> SendQuote {
      try await self.quote(
        amount: "max", balance: balance, activity: activity,
        at: SendBench.date.addingTimeInterval(seconds)
      ) { $0.feeHistory = { _ in .dearer } }
    }
    // The whole balance is already the first one's.
    await #expect(
      throws: SendMoneyFailure.notEnough(
        balance: Self.ether, reserved: Self.ether, needed: Wei(UInt64(302 * 21_000 + 1)))
    ) { try await second(balance: Self.ether) }
    // More has arrived since.
    let quote = try await second()
    #expect(quote.amount != first.amount)
    #expect(quote.questions == [.equalPayment(payment.hash, secondsAgo: 5)])
    // A fixed amount is a different payment.
    let other = try await self.quote(activity: activity)
    #expect(other.questions.isEmpty)
  }

  private static let ether: Wei = 1_000_000_000_000_000_000
}

extension FeeHistory {
  /// Blocks with a base fee of 150 wei.
  fileprivate static let dearer = FeeHistory(
    oldestBlock: 1, baseFeesPerGas: [150, 150], gasUsedRatios: [0.5], rewards: [[1, 2, 3]])
}
