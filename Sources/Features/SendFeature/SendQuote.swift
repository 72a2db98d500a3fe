package import EthereumPrimitives
package import EthereumTransactions
package import NodeClient
import VaultClient

/// What a payment costs at most, as the node said when it was asked.
package struct SendQuote: Hashable, Sendable {
  /// What the account owned.
  package let balance: Wei
  /// The gas that the payment may use, with a margin where the recipient has code.
  package let gasLimit: GasUnits
  /// The most that is paid for each gas.
  package let maxFeePerGas: Wei
  /// What of that goes to the block's proposer.
  package let maxPriorityFeePerGas: Wei
  /// The most that all gas costs.
  package let maxFee: Wei
  /// The most that the payment takes from the account.
  package let maxTotal: Wei

  /// Asks for balance, fees and gas.
  ///
  /// The fee is twice the next block's base fee, which can't be passed for six full blocks, and the
  /// tip of the draft's speed.
  ///
  /// - Throws: `SendMoneyFailure.notEnough` where the account can't pay, or what asking threw.
  package init(asking node: NodeClient, for draft: SendDraft) async throws {
    try await node.requireChain(draft.chainID)
    balance = try await node.balance(of: draft.account.address)
    guard balance >= draft.amount else {
      throw SendMoneyFailure.notEnough(balance: balance, needed: draft.amount)
    }
    let history = try await node.feeHistory(FeeHistoryQuery())
    guard let baseFee = history.nextBaseFeePerGas else { throw SendMoneyFailure.noFees }
    var tip = history.medianReward(at: draft.speed.percentileIndex) ?? .zero
    if tip == .zero { tip = try await node.maxPriorityFeePerGas() }
    let estimate = try await node.estimateGas(
      CallRequest(from: draft.account.address, to: draft.recipient, value: draft.amount))
    guard let gasLimit = Self.withMargin(estimate) else { throw SendMoneyFailure.noFees }
    self.gasLimit = gasLimit
    do {
      maxPriorityFeePerGas = tip
      maxFeePerGas = try baseFee.multiplied(by: 2).adding(tip)
      maxFee = try maxFeePerGas.multiplied(by: gasLimit.rawValue)
      maxTotal = try maxFee.adding(draft.amount)
    } catch {
      throw SendMoneyFailure.noFees
    }
    guard balance >= maxTotal else {
      throw SendMoneyFailure.notEnough(balance: balance, needed: maxTotal)
    }
  }

  /// A plain transfer needs exactly 21,000; anything else gets a fifth more than estimated. Nil
  /// where that is no number of gas any more: the node decides what the estimate is.
  private static func withMargin(_ estimate: GasUnits) -> GasUnits? {
    let plain = GasUnits(rawValue: 21_000)
    guard estimate > plain else { return plain }
    let (limit, overflow) = estimate.rawValue.addingReportingOverflow(estimate.rawValue / 5)
    return overflow ? nil : GasUnits(rawValue: limit)
  }

  /// The transaction to sign.
  package func transaction(for draft: SendDraft, nonce: UInt64) -> UnsignedTransaction {
    .dynamicFee(
      DynamicFeeTransaction(
        chainID: draft.chainID, nonce: nonce, maxPriorityFeePerGas: maxPriorityFeePerGas,
        maxFeePerGas: maxFeePerGas, gasLimit: gasLimit, to: draft.recipient, value: draft.amount,
        data: [], accessList: []))
  }
}
