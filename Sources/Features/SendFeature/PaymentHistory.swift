import ActivityClient
import EthereumPrimitives
import Foundation
import VaultClient

/// The wallet's payments on a chain, for comparison with a new payment.
struct PaymentHistory: Sendable {
  /// The time for which the user is asked about an equal payment: twelve hours, or longer while its
  /// end is not known.
  ///
  /// It is long because a command that was stopped before it printed anything may be repeated much
  /// later. It is under a day so that a daily payment is not asked about, even if it is some hours
  /// early.
  static let secondsRemembered: TimeInterval = 43_200

  /// All payments that have a nonce.
  let holders: [Payment]
  private let payments: [Payment]
  /// The payments that did not pay, if that can still change or is only one node's claim.
  private let undone: [Payment]
  /// The payments ended before any part of them was sent; they keep their names and hashes.
  private let abandoned: [Payment]

  /// The number of payments in each read.
  private static let pageSize = 500

  /// Reads the payments of a chain that have paid, or may still pay.
  init(reading activity: ActivityClient, of chainID: ChainID) async throws(JournalFailure) {
    var payments: [Payment] = []
    while true {
      let page = try await activity.payments(
        ActivityQuery(chainID: chainID, offset: payments.count, limit: Self.pageSize))
      payments += page
      if page.count < Self.pageSize { break }
    }
    holders = payments.filter(\.state.holdsNonce)
    abandoned = payments.filter { $0.state == .abandoned }
    undone = payments.filter { payment in
      switch payment.state {
      case .reverted: true
      case .cancelled, .replaced: !payment.isFinal
      case .signed, .broadcast, .included, .confirmed, .abandoned: false
      }
    }
    self.payments = payments.filter { payment in
      switch payment.state {
      case .signed, .broadcast, .included, .confirmed: true
      case .reverted, .cancelled, .replaced, .abandoned: false
      }
    }
  }

  /// Returns the lowest tip, starting from one, with which no transaction of an ended payment paid
  /// the same.
  ///
  /// Signing is deterministic: the same bytes would be the ended payment, whose name is used up,
  /// and whose owner was told that its hash never pays.
  ///
  /// - Throws: `FeeRefusal.notANumber` if that exceeds the range of wei.
  func unusedTip(from tip: Wei, for draft: SendDraft) throws(FeeRefusal) -> Wei {
    var tip = tip
    while abandoned.contains(where: { payment in
      payment.intent.from == draft.account.address && payment.intent.to == draft.recipient
        && payment.transactions.contains {
          $0.role != .cancel && $0.maxPriorityFeePerGas == tip
        }
    }) {
      do throws(AmountError) {
        tip = try tip.adding(1)
      } catch {
        throw .notANumber
      }
    }
    return tip
  }

  /// Returns the old payments of an account that wait for a decision, by nonce.
  ///
  /// A new payment waits for those with an earlier nonce, and those with a later one wait for it.
  func stalePayments(of account: Address, at now: Date) -> [OldPayment] {
    payments.filter { $0.intent.from == account }.sorted { $0.nonce < $1.nonce }
      .map { OldPayment(payment: $0, at: now) }.filter(\.isStale)
  }

  /// The recipients that the wallet has paid or is paying.
  var recipients: [Address] { payments.map(\.intent.to) }

  /// Returns the number of payments that an address has received.
  func paidCount(to address: Address) -> Int {
    payments.count { $0.intent.to == address }
  }

  /// Returns the latest payment of the same amount from the same account to the same recipient that
  /// paid a short time ago, or may still pay.
  ///
  /// A payment may still pay if it has no end, or one that can change. Two payments of the whole
  /// balance count as equal, whatever their amounts were, because fees change. A payment with a
  /// name of its own is intended in addition to others. For it, only payments count that were
  /// cancelled or did not pay but may still pay: it may be intended to replace them.
  func equalPayment(to draft: SendDraft, amount: Wei, at now: Date) -> EqualPayment? {
    let equal = (payments + undone).filter { payment in
      payment.intent.to == draft.recipient
        && (payment.intent.value == amount || payment.intent.isEverything && draft.isEverything)
        && payment.intent.from == draft.account.address
        && (draft.key == nil ? isRecent(payment, at: now) : mayPayUnexpectedly(payment))
    }
    guard let latest = equal.max(by: { $0.recordedAt < $1.recordedAt }) else { return nil }
    return EqualPayment(
      hash: latest.hash, secondsAgo: Int(max(0, age(of: latest, at: now))),
      isUndone: undone.contains { $0.id == latest.id })
  }

  private func isRecent(_ payment: Payment, at now: Date) -> Bool {
    mayStillPay(payment) || age(of: payment, at: now) < Self.secondsRemembered
  }

  /// Returns true if the owner may wrongly believe that a payment will not pay: it is being
  /// cancelled, or ended without paying and its end can change.
  private func mayPayUnexpectedly(_ payment: Payment) -> Bool {
    payment.state.isUnresolved ? payment.isCancelling : mayStillPay(payment)
  }

  private func mayStillPay(_ payment: Payment) -> Bool {
    switch payment.state {
    case .signed, .broadcast, .included: true
    case .reverted, .cancelled, .replaced: !payment.isFinal
    case .confirmed, .abandoned: false
    }
  }

  private func age(of payment: Payment, at now: Date) -> TimeInterval {
    now.timeIntervalSince(payment.recordedAt)
  }
}
