package import ActivityClient
package import EthereumPrimitives
package import EthereumTransactions
package import NodeClient

/// The maximum cost of a replacement transaction: a tenth more than each one of the family, or the
/// market price if that is higher.
package struct ReplacementQuote: Codable, Hashable, Sendable {
  /// The purpose of the replacement: to speed the payment up or to cancel it.
  package let role: PaymentTransaction.Role
  /// The payment as it was at the time of the quote.
  package let payment: Payment
  /// The account's balance.
  package let balance: Wei
  /// The part of the balance that other payments may take and that it does not reflect yet.
  package let reserved: Wei
  /// The offer for the gas.
  package let offer: FeeOffer
  /// The maximum cost of all gas.
  package let maxCost: Wei
  /// The maximum amount that is taken from the account.
  package let maxTotal: Wei
  /// The code that runs at the recipient: the payee, or for a cancellation the payer.
  package let code: RecipientCode
  /// The warnings that the owner must agree to, each one, before anything is signed.
  package let questions: [SendWarning]

  /// The minimum balance after the payment.
  package var remaining: Wei {
    balance.subtractingToZero(reserved).subtractingToZero(maxTotal)
  }

  /// Asks for balance, fees and gas.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - verifier: The second node, whose base fee must be close; nil if there is none.
  ///   - activity: The journal.
  ///   - payment: A payment without an end.
  ///   - role: `.speedUp` or `.cancel`.
  ///   - speed: The speed whose tip represents the market.
  ///   - policy: The ceilings, which also apply to replacements.
  /// - Throws: `FeeRefusal` above a ceiling, `SendMoneyFailure.notEnough`, `ReplaceRefusal.notOpen`
  ///   or `.cancelling`, `SubmissionRefusal.nonceUsed`, or the error of a request.
  package init(
    asking node: NodeClient, verifier: NodeClient? = nil, _ activity: ActivityClient,
    toReplace payment: Payment,
    as role: PaymentTransaction.Role, speed: FeeSpeed, policy: FeePolicy
  ) async throws {
    guard payment.state == .signed || payment.state == .broadcast else {
      throw ReplaceRefusal.notOpen(payment.state)
    }
    guard role == .cancel || !payment.isCancelling else { throw ReplaceRefusal.cancelling }
    let intent = payment.intent
    let recipient = role == .cancel ? intent.from : intent.to
    let value = role == .cancel ? Wei.zero : intent.value
    try await node.requireChain(intent.chainID)
    try await payment.requireUnusedNonce(node)
    let market = try await FeeMarket.read(node, verifier, speed)
    let code = RecipientCode(try await node.code(of: recipient, at: .latest))
    var gas = FeePolicy.plainGas
    if code.isPresent {
      gas = try await node.estimateGas(CallRequest(from: intent.from, to: recipient, value: value))
    }
    let limit = try FeePolicy.gasLimit(estimate: gas, code: code)
    offer = try Self.offer(
      above: payment.transactions, gasLimit: limit, baseFee: market.baseFee,
      marketTip: market.tip)
    try policy.check(
      offer, code: code, tipAccepted: Self.leastTip(above: payment.transactions) ?? .zero)
    maxCost = try offer.cost
    do throws(AmountError) {
      maxTotal = try maxCost.adding(value)
    } catch {
      throw FeeRefusal.notANumber
    }
    let payments = try await PaymentHistory(reading: activity, of: intent.chainID)
    let funds = try await AccountFunds.read(of: intent.from, node, payments)
    // Payments with a later nonce come after this one, so they can't take anything from it.
    let before = funds.reserving { $0.nonce < payment.nonce }
    guard before.available >= maxTotal else { throw before.notEnough(for: maxTotal) }
    balance = funds.balance
    reserved = funds.reserving { $0.id != payment.id }.reserved
    let share = SendWarning.feeShare(of: maxCost, in: intent.value, policy)
    questions = share.map { [$0] } ?? []
    self.role = role
    self.payment = payment
    self.code = code
  }

  /// Returns the lowest offer that replaces a family, or the market's if that is higher.
  static func offer(
    above family: [PaymentTransaction], gasLimit: GasUnits, baseFee: Wei, marketTip: Wei
  ) throws(FeeRefusal) -> FeeOffer {
    let highestFee = family.map(\.maxFeePerGas).max() ?? .zero
    guard let leastFee = ReplacementFee.minimum(above: highestFee),
      let leastTip = leastTip(above: family)
    else { throw .notANumber }
    let tip = max(leastTip, marketTip)
    let market = try FeeOffer.standard(gasLimit: gasLimit, baseFee: baseFee, tip: tip)
    return FeeOffer(
      gasLimit: gasLimit, maxFeePerGas: max(leastFee, market.maxFeePerGas), tip: tip,
      baseFee: baseFee)
  }

  /// Returns the lowest tip that replaces a family; nil if that exceeds the range of wei.
  private static func leastTip(above family: [PaymentTransaction]) -> Wei? {
    ReplacementFee.minimum(above: family.map(\.maxPriorityFeePerGas).max() ?? .zero)
  }

  /// The tip that the owner has accepted: a tenth more than was signed before.
  var tipAccepted: Wei { Self.leastTip(above: payment.transactions) ?? .zero }

  /// The transaction to sign, exactly as reviewed.
  package var transaction: UnsignedTransaction {
    let intent = payment.intent
    return .dynamicFee(
      DynamicFeeTransaction(
        chainID: intent.chainID, nonce: payment.nonce, maxPriorityFeePerGas: offer.tip,
        maxFeePerGas: offer.maxFeePerGas, gasLimit: offer.gasLimit,
        to: role == .cancel ? intent.from : intent.to,
        value: role == .cancel ? .zero : intent.value, data: [], accessList: []))
  }
}
