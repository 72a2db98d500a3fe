import ActivityClient
import EthereumPrimitives
import Foundation
import VaultClient

/// The payments of the wallet on a chain, as far as a new one is compared with them.
struct PaymentHistory: Sendable {
  /// The user is asked about an equal payment for twelve hours, and for as long as its end is not
  /// known.
  ///
  /// It is long, because a command that was stopped before it printed anything may be repeated much
  /// later. It is under a day, so that a daily payment is not asked about, even some hours early.
  static let secondsRemembered: TimeInterval = 43_200

  /// All that have a nonce.
  let holders: [Payment]
  private let payments: [Payment]
  /// Those that did not pay, if that can still change, or is only a node's statement.
  private let undone: [Payment]
  /// Those that were ended before any part of them was sent; they keep their names and hashes.
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

  /// The least tip from one on by which no transaction of an ended payment was signed that paid
  /// the same.
  ///
  /// Signing is deterministic: the same bytes would be that payment, whose name is spent, and of
  /// whose hash the owner was told that it never pays.
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

  /// The old payments of an account that wait for a decision, by nonce. A new payment waits for
  /// those with an earlier nonce, and those with a later one wait for it.
  func stalePayments(of account: Address, at now: Date) -> [OldPayment] {
    payments.filter { $0.intent.from == account }.sorted { $0.nonce < $1.nonce }
      .map { OldPayment(payment: $0, at: now) }.filter(\.isStale)
  }

  /// The recipients that the wallet has paid or is paying.
  var recipients: [Address] { payments.map(\.intent.to) }

  /// How many payments an address has received.
  func paidCount(to address: Address) -> Int {
    payments.count { $0.intent.to == address }
  }

  /// The latest payment of the same amount by the same account to the same recipient that paid a
  /// short time ago, or may still pay: because it has no end, or one that can change.
  ///
  /// Two payments of the whole balance count as equal, whatever their amounts were, because fees
  /// change. A payment with a name of its own is meant in addition to others. For it, only payments
  /// count that were cancelled or did not pay, and that may still pay: it may be meant in their
  /// place.
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

  /// Whether the owner may believe that a payment will not pay, although it may: the owner is
  /// cancelling it, or it has ended without paying and its end can change.
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
