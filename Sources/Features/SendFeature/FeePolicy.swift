package import EthereumPrimitives

/// What a payment may cost, independently of any node.
///
/// Fees, tips, gas estimates and even the balance that limits them come from one node, which may
/// lie. These ceilings are in the reducer: each quote is checked against them, and so is what is
/// about to be signed. Only the owner can change them.
package struct FeePolicy: Codable, Hashable, Sendable {
  /// The maximum cost of all gas of a payment; the owner sets it.
  package var feeCeiling: Wei
  /// Above this share of the amount, in percent, the owner must confirm the fee.
  package var percentAskedAbove: UInt64

  /// The default if the owner sets nothing: 0.05 ether, and 10 % of the amount.
  ///
  /// A plain transfer costs 0.05 ether at 2,381 gwei per gas; the main chain has had that only for
  /// a few blocks.
  package static let standard = FeePolicy(
    feeCeiling: 50_000_000_000_000_000, percentAskedAbove: 10)

  /// A tip up to this is accepted on any chain: 3 gwei.
  package static let tipAlwaysAccepted: Wei = 3_000_000_000
  /// A higher tip is accepted up to this multiple of the base fee.
  ///
  /// The tip decides only the order in a block, so it has a natural size beside the base fee.
  /// Blocks that are fought over pay a few times the base fee; a node that names hundreds of times
  /// the base fee is wrong or lies.
  package static let tipToBaseFeeMax: UInt64 = 10
  /// What a transfer to an account without code uses, exactly; the estimate is not asked for.
  package static let plainGas: GasUnits = 21_000
  /// The maximum gas that a transfer to an account with code may use, margin included.
  ///
  /// Accounts that are contracts (a wallet with several owners, say) take ether with 30,000 to
  /// 100,000 gas.
  package static let codeGasMax: GasUnits = 1_000_000

  /// Sets the owner's part of the policy.
  package init(feeCeiling: Wei, percentAskedAbove: UInt64 = 10) {
    self.feeCeiling = feeCeiling
    self.percentAskedAbove = percentAskedAbove
  }
}

/// Why a fee is not paid. Each case carries what was found and what is accepted.
package enum FeeRefusal: Error, Codable, Hashable, Sendable {
  /// All gas together may cost more than the owner allows.
  case feeTooHigh(fee: Wei, ceiling: Wei)
  /// The tip is too high beside the base fee.
  case tipTooHigh(tip: Wei, ceiling: Wei)
  /// The recipient has code, and needs more gas than the maximum.
  case gasTooHigh(gas: GasUnits, ceiling: GasUnits)
  /// The recipient has no code, so that a transfer uses exactly the plain gas.
  case gasNotPlain(gas: GasUnits, expected: GasUnits)
  /// The numbers of the node are too large to be fees.
  case notANumber
}

// MARK: - Deciding

extension FeePolicy {
  /// Decides the gas limit of a transfer.
  ///
  /// - Parameters:
  ///   - estimate: The node's estimate for a recipient with code; otherwise it is ignored.
  ///   - code: The recipient's code.
  /// - Returns: The plain gas, or a fifth more than estimated.
  /// - Throws: `FeeRefusal.gasTooHigh` past the ceiling.
  package static func gasLimit(
    estimate: GasUnits, code: RecipientCode
  ) throws(FeeRefusal) -> GasUnits {
    guard code.isPresent else { return plainGas }
    let least = Swift.max(estimate.rawValue, plainGas.rawValue)
    let (limit, overflow) = least.addingReportingOverflow(least / 5)
    let gas = GasUnits(rawValue: overflow ? .max : limit)
    guard gas <= codeGasMax else { throw .gasTooHigh(gas: gas, ceiling: codeGasMax) }
    return gas
  }

  /// The highest tip that is paid at a base fee.
  package static func tipCeiling(baseFee: Wei) -> Wei {
    do throws(AmountError) {
      return Swift.max(tipAlwaysAccepted, try baseFee.multiplied(by: tipToBaseFeeMax))
    } catch {
      return .max
    }
  }

  /// Refuses a fee that is past a ceiling.
  ///
  /// - Parameters:
  ///   - fee: What a transaction offers.
  ///   - code: The recipient's code.
  ///   - tipAccepted: A tip that the owner has accepted already, whatever the base fee is now.
  /// - Throws: `FeeRefusal`, the first of gas, tip and fee that is past its ceiling.
  package func check(
    _ fee: FeeOffer, code: RecipientCode, tipAccepted: Wei = .zero
  ) throws(FeeRefusal) {
    if code.isPresent {
      guard fee.gasLimit <= Self.codeGasMax else {
        throw .gasTooHigh(gas: fee.gasLimit, ceiling: Self.codeGasMax)
      }
    } else {
      guard fee.gasLimit == Self.plainGas else {
        throw .gasNotPlain(gas: fee.gasLimit, expected: Self.plainGas)
      }
    }
    let tipCeiling = Swift.max(Self.tipCeiling(baseFee: fee.baseFee), tipAccepted)
    guard fee.tip <= tipCeiling else { throw .tipTooHigh(tip: fee.tip, ceiling: tipCeiling) }
    let cost = try fee.cost
    guard cost <= feeCeiling else { throw .feeTooHigh(fee: cost, ceiling: feeCeiling) }
  }

  /// Whether a fee is so large a part of the amount that the owner must confirm it.
  package func isAskedAbout(fee: Wei, amount: Wei) -> Bool {
    guard let parts = fee.quantity.multiplied(by: 100) else { return true }
    guard let allowed = amount.quantity.multiplied(by: percentAskedAbove) else { return false }
    return parts > allowed
  }
}

/// A transaction's offer for its gas.
package struct FeeOffer: Codable, Hashable, Sendable {
  /// The maximum gas that it may use.
  package var gasLimit: GasUnits
  /// The maximum price of a unit of gas, tip included.
  package var maxFeePerGas: Wei
  /// The part of it that goes to the block's proposer.
  package var tip: Wei
  /// The base fee that the offer was made for.
  package var baseFee: Wei

  /// Describes an offer.
  package init(gasLimit: GasUnits, maxFeePerGas: Wei, tip: Wei, baseFee: Wei) {
    self.gasLimit = gasLimit
    self.maxFeePerGas = maxFeePerGas
    self.tip = tip
    self.baseFee = baseFee
  }

  /// The offer that is made at a base fee: twice the base fee, which can't be passed for six full
  /// blocks, and the tip.
  ///
  /// - Throws: `FeeRefusal.notANumber` if that exceeds the range of wei.
  package static func standard(
    gasLimit: GasUnits, baseFee: Wei, tip: Wei
  ) throws(FeeRefusal) -> FeeOffer {
    do throws(AmountError) {
      return FeeOffer(
        gasLimit: gasLimit, maxFeePerGas: try baseFee.multiplied(by: 2).adding(tip), tip: tip,
        baseFee: baseFee)
    } catch {
      throw .notANumber
    }
  }

  /// The maximum cost of all gas.
  package var cost: Wei {
    get throws(FeeRefusal) {
      do throws(AmountError) {
        return try maxFeePerGas.cost(of: gasLimit)
      } catch {
        throw .notANumber
      }
    }
  }
}
