package import ActivityClient
package import EthereumPrimitives
package import EthereumTransactions
package import Foundation
package import NodeClient
import VaultClient

/// The sources of a quote, and its time.
package struct QuoteInquiry: Sendable {
  /// The node.
  package let node: NodeClient
  /// The second node, which must agree; nil if there is none.
  package let verifier: NodeClient?
  /// The journal.
  package let activity: ActivityClient
  /// The current time.
  package let now: Date
  /// The wallet's accounts.
  package let ownAddresses: [Address]
  /// The addresses of the contacts.
  package let contactAddresses: [Address]

  /// Creates an inquiry.
  package init(
    node: NodeClient, verifier: NodeClient? = nil, activity: ActivityClient, now: Date,
    ownAddresses: [Address] = [], contactAddresses: [Address] = []
  ) {
    self.node = node
    self.verifier = verifier
    self.activity = activity
    self.now = now
    self.ownAddresses = ownAddresses
    self.contactAddresses = contactAddresses
  }

  /// Returns the code that runs when an address is paid, according to all nodes.
  fileprivate func code(of address: Address) async throws -> RecipientCode {
    let code = try await node.code(of: address, at: .latest)
    if let verifier, try await verifier.code(of: address, at: .latest) != code {
      throw SecondOpinion.code(address)
    }
    return RecipientCode(code)
  }
}

/// A payment and its maximum cost, according to node and journal at the time of the quote.
///
/// With the draft, it has everything that is signed, and everything shown to the owner before
/// signing.
package struct SendQuote: Codable, Hashable, Sendable {
  /// The amount to pay.
  package let amount: Wei
  /// The account's balance.
  package let balance: Wei
  /// The part of the balance that other payments may take and that it does not reflect yet.
  package let reserved: Wei
  /// The gas that the payment may use, with a margin if the recipient has code.
  package let gasLimit: GasUnits
  /// The base fee of the next block.
  package let baseFee: Wei
  /// The maximum price of a unit of gas.
  package let maxFeePerGas: Wei
  /// The part of it that goes to the block's proposer.
  package let maxPriorityFeePerGas: Wei
  /// The maximum cost of all gas.
  package let maxCost: Wei
  /// The maximum amount that the payment takes from the account.
  package let maxTotal: Wei
  /// The payment's position among the account's transactions.
  package let nonce: UInt64
  /// The recipient.
  package let recipient: RecipientFacts
  /// The warnings for the owner, gravest first.
  package let warnings: [SendWarning]

  /// The minimum balance after the payment.
  package var remaining: Wei {
    balance.subtractingToZero(reserved).subtractingToZero(maxTotal)
  }

  /// The warnings that the owner must agree to, each one, before anything is signed.
  package var questions: [SendWarning] { warnings.filter(\.needsConsent) }

  /// Asks for balance, fees, gas, the nonce and the recipient.
  ///
  /// - Parameters:
  ///   - inquiry: The sources to ask, and the time.
  ///   - draft: The payment to quote.
  /// - Throws: `SendMoneyFailure.behindStale` if an old payment with an earlier nonce waits for a
  ///   decision, `.notEnough` or `.notEnoughForAmount` if the account can't pay, `FeeRefusal` above
  ///   a ceiling, or the error of a request.
  package init(_ inquiry: QuoteInquiry, for draft: SendDraft) async throws {
    let (node, activity) = (inquiry.node, inquiry.activity)
    let from = draft.account.address
    try await node.requireChain(draft.chainID)
    let history = try await PaymentHistory(reading: activity, of: draft.chainID)
    let funds = try await AccountFunds.read(of: from, node, history)
    guard funds.available >= draft.amount else { throw funds.notEnough(forAmount: draft.amount) }
    let nonce = try await NonceChoice(
      node: node, verifier: inquiry.verifier, activity: activity
    ).next(chainID: draft.chainID, from: from, acceptedGap: draft.acceptedGap)
    let stale = history.stalePayments(of: from, at: inquiry.now)
    if let first = stale.first, first.payment.nonce < nonce {
      throw SendMoneyFailure.behindStale(first)
    }
    let market = try await FeeMarket.read(node, inquiry.verifier, draft.speed)
    let baseFee = market.baseFee
    try draft.checkOwnFee(baseFee: baseFee)
    let tip = try history.unusedTip(from: draft.ownFee?.tip ?? market.tip, for: draft)
    let code = try await inquiry.code(of: draft.recipient)
    let plain = try draft.offer(gasLimit: FeePolicy.plainGas, baseFee: baseFee, tip: tip)
    var estimate = FeePolicy.plainGas
    if code.isPresent {
      let value = draft.isEverything ? try Self.everything(funds, plain) : draft.amount
      estimate = try await node.estimateGas(
        CallRequest(from: from, to: draft.recipient, value: value))
    }
    let gasLimit = try FeePolicy.gasLimit(estimate: estimate, code: code)
    let offer = try draft.offer(gasLimit: gasLimit, baseFee: baseFee, tip: tip)
    try draft.policy.check(offer, code: code)
    let maxCost = try offer.cost
    let amount = draft.isEverything ? try Self.everything(funds, offer) : draft.amount
    let maxTotal: Wei
    do {
      maxTotal = try maxCost.adding(amount)
    } catch {
      throw SendMoneyFailure.fee(.notANumber)
    }
    guard funds.available >= maxTotal else { throw funds.notEnough(for: maxTotal) }
    self.amount = amount
    balance = funds.balance
    reserved = funds.reserved
    self.gasLimit = gasLimit
    self.baseFee = baseFee
    maxFeePerGas = offer.maxFeePerGas
    maxPriorityFeePerGas = tip
    self.maxCost = maxCost
    self.maxTotal = maxTotal
    self.nonce = nonce
    recipient = RecipientFacts(
      code: code, sentCount: try await node.nonce(of: draft.recipient, at: .latest),
      paidCount: history.paidCount(to: draft.recipient))
    var circumstances = SendCircumstances(
      recipient: draft.recipient, code: code, amount: amount, maxCost: maxCost,
      policy: draft.policy, ownAddresses: inquiry.ownAddresses, paidAddresses: history.recipients)
    circumstances.contactAddresses = inquiry.contactAddresses
    circumstances.isPublished = draft.account.isUnsafe(on: draft.chainID)
    circumstances.released = stale
    // The journal can't confirm the node's count; a second node that agrees does.
    let isKnown = history.holders.contains { $0.intent.from == from }
    if nonce > 0, inquiry.verifier == nil, !isKnown {
      // Read again: another wallet may have paid since, and the node counts that payment.
      let latest = try await PaymentHistory(reading: activity, of: draft.chainID)
      let isFirst = !latest.holders.contains { $0.intent.from == from }
      circumstances.unknownEarlierCount = isFirst ? nonce : 0
    }
    circumstances.equalPayment = history.equalPayment(to: draft, amount: amount, at: inquiry.now)
    warnings = circumstances.warnings
  }

  /// Returns everything that can be sent, to the wei; only gas that costs less than quoted is left.
  private static func everything(_ funds: AccountFunds, _ offer: FeeOffer) throws -> Wei {
    if let doubt = funds.doubt { throw doubt }
    let cost = try offer.cost
    guard funds.available > cost else { throw funds.notEnough(for: try cost.adding(1)) }
    return try funds.available.subtracting(cost)
  }

  /// The offer for the gas.
  package var offer: FeeOffer {
    FeeOffer(
      gasLimit: gasLimit, maxFeePerGas: maxFeePerGas, tip: maxPriorityFeePerGas, baseFee: baseFee)
  }

  /// Returns the transaction to sign, exactly as reviewed.
  package func transaction(for draft: SendDraft) -> UnsignedTransaction {
    .dynamicFee(
      DynamicFeeTransaction(
        chainID: draft.chainID, nonce: nonce, maxPriorityFeePerGas: maxPriorityFeePerGas,
        maxFeePerGas: maxFeePerGas, gasLimit: gasLimit, to: draft.recipient, value: draft.amount,
        data: [], accessList: []))
  }
}
