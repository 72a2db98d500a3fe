import ActivityClient
import EthereumPrimitives
import Foundation
import VaultClient

/// The payments of the wallet on a chain, as far as a new one is compared with them.
struct PaymentHistory: Sendable {
  /// An equal payment is told of for ten minutes, and for as long as its end is not known.
  static let secondsRemembered: TimeInterval = 600

  private let payments: [Payment]
  /// Those that were ended before anything of them left, and whose names stay theirs.
  private let abandoned: [Payment]

  /// How many payments are read at once.
  private static let pageSize = 500

  /// Reads the payments of a chain that paid, or may still pay.
  init(reading activity: ActivityClient, of chainID: ChainID) async throws(JournalFailure) {
    var payments: [Payment] = []
    while true {
      let page = try await activity.payments(
        ActivityQuery(chainID: chainID, offset: payments.count, limit: Self.pageSize))
      payments += page
      if page.count < Self.pageSize { break }
    }
    abandoned = payments.filter { $0.state == .abandoned && $0.intent.key != nil }
    self.payments = payments.filter { payment in
      switch payment.state {
      case .signed, .broadcast, .included, .confirmed: true
      case .reverted, .cancelled, .replaced, .abandoned: false
      }
    }
  }

  /// The least tip from one on by which no ended payment with a name was signed that paid the same.
  ///
  /// Signing is deterministic: the same bytes would be that payment, whose name is spent.
  ///
  /// - Throws: `FeeRefusal.notANumber` where that is no number of wei any more.
  func unusedTip(from tip: Wei, for draft: SendDraft) throws(FeeRefusal) -> Wei {
    var tip = tip
    while abandoned.contains(where: { payment in
      payment.intent.from == draft.account.address && payment.intent.to == draft.recipient
        && payment.current.maxPriorityFeePerGas == tip
    }) {
      do throws(AmountError) {
        tip = try tip.adding(1)
      } catch {
        throw .notANumber
      }
    }
    return tip
  }

  /// The earliest old payment of an account that waits for a decision: a new one would wait for it.
  func stalePayment(of account: Address, at now: Date) -> StalePayment? {
    payments.filter { $0.intent.from == account }.sorted { $0.nonce < $1.nonce }.lazy
      .map { StalePayment(payment: $0, at: now) }.first(where: \.isStale)
  }

  /// Whom the wallet has paid, or is paying.
  var recipients: [Address] { payments.map(\.intent.to) }

  /// How many payments an address has got.
  func paidCount(to address: Address) -> Int {
    payments.count { $0.intent.to == address }
  }

  /// The latest payment of the same amount by the same account to the same recipient that paid a
  /// short time ago, or may still pay.
  func equalPayment(to draft: SendDraft, amount: Wei, at now: Date) -> EqualPayment? {
    let equal = payments.filter { payment in
      payment.intent.to == draft.recipient && payment.intent.value == amount
        && payment.intent.from == draft.account.address
        && (payment.state.isUnresolved || age(of: payment, at: now) < Self.secondsRemembered)
    }
    guard let latest = equal.max(by: { $0.recordedAt < $1.recordedAt }) else { return nil }
    return EqualPayment(
      hash: latest.hash, secondsAgo: Int(max(0, age(of: latest, at: now))))
  }

  private func age(of payment: Payment, at now: Date) -> TimeInterval {
    now.timeIntervalSince(payment.recordedAt)
  }
}
