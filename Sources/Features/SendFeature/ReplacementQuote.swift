package import ActivityClient
package import EthereumPrimitives
package import EthereumTransactions
package import NodeClient

/// The maximum cost of a transaction that replaces a payment's: a tenth more than every one of the
/// family, or what the market pays if that is higher.
package struct ReplacementQuote: Codable, Hashable, Sendable {
  /// Whether it pays faster or cancels.
  package let role: PaymentTransaction.Role
  /// The payment as it was at the time of the quote.
  package let payment: Payment
  /// What the account owned.
  package let balance: Wei
  /// The part of it that other payments may take, which the balance does not show yet.
  package let reserved: Wei
  /// The offer for the gas.
  package let offer: FeeOffer
  /// The maximum cost of all gas.
  package let maxCost: Wei
  /// The maximum that is taken from the account.
  package let maxTotal: Wei
  /// What runs at the recipient: the payee, or for a cancellation the payer.
  package let code: RecipientCode
  /// The warnings without which nothing is signed until the owner has agreed to each.
  package let questions: [SendWarning]

  /// The minimum that the account owns after the payment.
  package var remaining: Wei {
    balance.subtractingToZero(reserved).subtractingToZero(maxTotal)
  }

  /// Asks for balance, fees and gas.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - verifier: The second node, whose base fee must be near; nil if there is none.
  ///   - activity: The journal.
  ///   - payment: A payment without an end.
  ///   - role: `.speedUp` or `.cancel`.
  ///   - speed: Whose tip the market is measured by.
  ///   - policy: The ceilings, which also apply to replacements.
  /// - Throws: `FeeRefusal` past a ceiling, `SendMoneyFailure.notEnough`, `ReplaceRefusal.notOpen`
  ///   or `.cancelling`, `SubmissionRefusal.nonceUsed`, or what asking threw.
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
    // Payments with a later nonce come after this one, and can't take anything from it.
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

  /// The least offer that replaces a family, or the market's if that is higher.
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

  /// The least tip that replaces a family; nil if that exceeds the range of wei.
  private static func leastTip(above family: [PaymentTransaction]) -> Wei? {
    ReplacementFee.minimum(above: family.map(\.maxPriorityFeePerGas).max() ?? .zero)
  }

  /// The tip that the owner has accepted: a tenth more than was signed before.
  var tipAccepted: Wei { Self.leastTip(above: payment.transactions) ?? .zero }

  /// The transaction to sign: what was reviewed, and nothing else.
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
