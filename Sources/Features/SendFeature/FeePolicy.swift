package import EthereumPrimitives

/// The limits on a payment's cost, independent of any node.
///
/// Fees, tips, gas estimates and even the balance that limits them come from one node, which may
/// lie. The reducer checks each quote against these ceilings, and again what is about to be signed.
/// Only the owner can change them.
package struct FeePolicy: Codable, Hashable, Sendable {
  /// The maximum cost of all gas of a payment, set by the owner.
  package var feeCeiling: Wei
  /// The share of the amount, in percent, above which the owner must confirm the fee.
  package var percentAskedAbove: UInt64

  /// The default if the owner sets nothing: 0.05 ether, and 10 % of the amount.
  ///
  /// At 0.05 ether, a plain transfer costs 2,381 gwei per gas; the main chain has reached that in
  /// only a few blocks.
  package static let standard = FeePolicy(
    feeCeiling: 50_000_000_000_000_000, percentAskedAbove: 10)

  /// The maximum tip that is accepted on any chain: 3 gwei.
  package static let tipAlwaysAccepted: Wei = 3_000_000_000
  /// The multiple of the base fee up to which a higher tip is accepted.
  ///
  /// The tip decides only the order in a block, so its natural size depends on the base fee. In
  /// contested blocks tips are a few times the base fee; a node that reports hundreds of times the
  /// base fee is wrong or lies.
  package static let tipToBaseFeeMax: UInt64 = 10
  /// The exact gas of a transfer to an account without code; no estimate is requested.
  package static let plainGas: GasUnits = 21_000
  /// The maximum gas that a transfer to an account with code may use, including the margin.
  ///
  /// Accounts that are contracts (such as a wallet with several owners) accept ether with 30,000 to
  /// 100,000 gas.
  package static let codeGasMax: GasUnits = 1_000_000

  /// Creates a policy with the owner's settings.
  package init(feeCeiling: Wei, percentAskedAbove: UInt64 = 10) {
    self.feeCeiling = feeCeiling
    self.percentAskedAbove = percentAskedAbove
  }
}

/// The reason a fee is refused; each case has the value found and the limit.
package enum FeeRefusal: Error, Codable, Hashable, Sendable {
  /// The maximum cost of all gas exceeds the owner's limit.
  case feeTooHigh(fee: Wei, ceiling: Wei)
  /// The tip is too high for the base fee.
  case tipTooHigh(tip: Wei, ceiling: Wei)
  /// The recipient has code, and needs more gas than the maximum.
  case gasTooHigh(gas: GasUnits, ceiling: GasUnits)
  /// The recipient has no code, so a transfer uses exactly the plain gas.
  case gasNotPlain(gas: GasUnits, expected: GasUnits)
  /// The node's numbers are too large to be fees.
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

  /// Returns the highest tip accepted at a base fee.
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
  ///   - fee: The transaction's offer.
  ///   - code: The recipient's code.
  ///   - tipAccepted: A tip that the owner has already accepted, whatever the base fee is now.
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

  /// Returns true if the fee is so large a share of the amount that the owner must confirm it.
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

  /// Returns the offer at a base fee: twice the base fee, which can't be exceeded for six full
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
