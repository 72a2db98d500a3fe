import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import Foundation

/// A payment as a line.
enum PaymentLineText {
  /// Formats the payment for people or for a program.
  ///
  /// - Parameters:
  ///   - payment: The payment.
  ///   - json: True if a program reads it.
  ///   - age: The age of its state in seconds, if the node can't be asked.
  static func text(_ payment: Payment, json: Bool, asOf age: Int? = nil) -> String {
    let intent = payment.intent
    guard json else {
      let asOf = age.map { Phrase(", as of \(AgeText.ago($0))").text } ?? ""
      return "\(payment.hash.hex)  \(amountText(intent))  " + stateText(payment) + asOf
    }
    return JSONText.object(members(payment, asOf: age))
  }

  /// Formats the payment for a list, with the age of its state if the node was not asked.
  ///
  /// - Parameters:
  ///   - payment: The payment.
  ///   - json: True if a program reads it.
  ///   - isAsked: True if the node was just asked for its state.
  ///   - now: The current time.
  static func text(_ payment: Payment, json: Bool, isAsked: Bool, at now: Date) -> String {
    let canChange = payment.state != .abandoned
    let line = text(
      payment, json: json, asOf: isAsked || !canChange ? nil : age(payment.updatedAt, now))
    guard !json, payment.state.isUnresolved else { return line }
    return line + Phrase(" (signed \(AgeText.ago(age(payment.recordedAt, now))))").text
  }

  /// Formats the payment for a terminal: time, amount and recipient, then its state, then its hash;
  /// only long words make a line wider than the terminal.
  static func block(_ payment: Payment, isAsked: Bool, columns: Int, at now: Date) -> String {
    let intent = payment.intent
    let canChange = payment.state != .abandoned
    let asOf =
      isAsked || !canChange
      ? "" : Phrase(", as of \(AgeText.ago(age(payment.updatedAt, now)))").text
    let lines = [
      "\(date(payment.recordedAt))  \(amountText(intent))",
      "  " + stateText(payment) + asOf, "  " + payment.hash.hex,
    ]
    return lines.map { LineFolding.fold($0, columns: columns, indent: 4) }
      .joined(separator: "\n")
  }

  /// Formats the amount and the recipient.
  private static func amountText(_ intent: PaymentIntent) -> String {
    Phrase("\(intent.value.etherText) ETH to \(intent.to.checksummed)").text
  }

  /// Formats a moment in the person's time zone, to the minute.
  static func date(_ date: Date, _ zone: TimeZone = .current) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
      + " \(two(parts.hour)):\(two(parts.minute))"
  }

  private static func age(_ date: Date, _ now: Date) -> Int {
    Int(max(0, now.timeIntervalSince(date)))
  }

  /// Formats the event of a payment for a program; without its state if that was not read again.
  static func event(_ name: String, _ payment: Payment, hasState: Bool = true) -> String {
    var members = members(payment, asOf: nil)
    if !hasState { members.removeAll { ["state", "block", "feeWei"].contains($0.0) } }
    return JSONText.object([("event", .text(name))] + members)
  }

  private static func members(_ payment: Payment, asOf age: Int?) -> [(String, JSONText)] {
    let intent = payment.intent
    var members: [(String, JSONText)] = [
      ("hash", .text(payment.hash.hex)), ("to", .text(intent.to.checksummed)),
      ("wei", .text(intent.value.decimalText)), ("nonce", .number(payment.nonce)),
      ("state", .text(stateName(payment.state))),
    ]
    if payment.current.role != .original {
      members.append(("transaction", .text(payment.current.role.rawValue)))
    }
    let others = payment.transactions.map(\.hash).filter { $0 != payment.hash }
    if !others.isEmpty { members.append(("otherHashes", .texts(others.map(\.hex)))) }
    members.append(("recordedAt", .text(payment.recordedAt.formatted(.iso8601))))
    if let key = intent.key { members.append(("id", .text(key.text))) }
    if let inclusion = payment.state.inclusion {
      members.append(("block", .number(inclusion.blockNumber)))
      if let fee = fee(of: inclusion) { members.append(("feeWei", .text(fee.decimalText))) }
    }
    if let age { members.append(("asOfSeconds", .number(UInt64(age)))) }
    return members
  }

  /// Returns the cost of the payment's gas.
  static func fee(of inclusion: PaymentInclusion) -> Wei? {
    do throws(AmountError) {
      return try inclusion.effectiveGasPrice.cost(of: inclusion.gasUsed)
    } catch {
      return nil
    }
  }

  static func stateText(_ payment: Payment) -> String {
    let isCancelling = payment.state.isUnresolved && payment.isCancelling
    let state =
      isCancelling ? Phrase("cancelling, waiting for a block").text : stateText(payment.state)
    guard payment.state == .broadcast, let refusal = payment.lastRefusal else { return state }
    let reason = PlainText.printable(NodeText.cut(refusal.message))
    return Phrase("\(state); a node refused it: \(reason)").text
  }

  static func stateText(_ state: PaymentState) -> String {
    let phrase =
      switch state {
      case .signed: Phrase("signed, not known to a node yet")
      case .broadcast: Phrase("waiting for a block")
      case .included(let inclusion) where inclusion.outcome == .undone:
        Phrase("failed in block \(inclusion.blockNumber), as reported by one node")
      case .included(let inclusion):
        Phrase("in block \(inclusion.blockNumber), not confirmed yet")
      case .confirmed(let inclusion): Phrase("confirmed in block \(inclusion.blockNumber)")
      case .reverted(let inclusion): Phrase("failed in block \(inclusion.blockNumber)")
      case .cancelled(let inclusion): Phrase("cancelled in block \(inclusion.blockNumber)")
      case .replaced: Phrase("replaced by another payment")
      case .abandoned: Phrase("abandoned; nothing was sent")
      }
    return phrase.text
  }

  static func stateName(_ state: PaymentState) -> String {
    switch state {
    case .signed: "signed"
    case .broadcast: "broadcast"
    case .included: "included"
    case .confirmed: "confirmed"
    case .reverted: "reverted"
    case .cancelled: "cancelled"
    case .replaced: "replaced"
    case .abandoned: "abandoned"
    }
  }
}
