package import EthereumPrimitives

/// A fee per unit of gas that the owner sets instead of a speed.
package struct OwnFee: Codable, Hashable, Sendable {
  /// The maximum price of a unit of gas, tip included.
  package let maxFeePerGas: Wei
  /// The part of it that goes to the block's proposer.
  package let tip: Wei

  /// Checks the typed text; nothing is repaired.
  ///
  /// - Throws: `OwnFeeRefusal`, which says what was expected.
  package init(_ text: OwnFeeText) throws(OwnFeeRefusal) {
    do throws(AmountError) {
      maxFeePerGas = try Wei(gwei: text.maxFeePerGas)
    } catch {
      throw .maxFeePerGas(error)
    }
    do throws(AmountError) {
      tip = try Wei(gwei: text.tip)
    } catch {
      throw .tip(error)
    }
    guard tip <= maxFeePerGas else {
      throw .tipAboveMaxFee(tip: tip, maxFeePerGas: maxFeePerGas)
    }
  }

  /// Returns the offer at a base fee.
  ///
  /// - Parameter tip: The tip, if it must differ from the owner's.
  func offer(gasLimit: GasUnits, baseFee: Wei, tip: Wei? = nil) -> FeeOffer {
    let tip = tip ?? self.tip
    return FeeOffer(
      gasLimit: gasLimit, maxFeePerGas: max(maxFeePerGas, tip), tip: tip, baseFee: baseFee)
  }

  /// Refuses a fee that no block accepts, or that exceeds a ceiling.
  ///
  /// - Parameters:
  ///   - policy: The ceilings.
  ///   - baseFee: The base fee of the next block; if it is nil because it is not known, only the
  ///     cost of all gas is checked.
  func check(_ policy: FeePolicy, baseFee: Wei?) throws(OwnFeeRefusal) {
    if let baseFee, maxFeePerGas < baseFee {
      throw .belowBaseFee(maxFeePerGas: maxFeePerGas, baseFee: baseFee)
    }
    do throws(FeeRefusal) {
      // At a base fee as high as the fee itself, no tip exceeds its ceiling.
      try policy.check(
        offer(gasLimit: FeePolicy.plainGas, baseFee: baseFee ?? maxFeePerGas), code: .none)
    } catch {
      throw .ceiling(error)
    }
  }
}

extension SendDraft {
  /// Refuses an owner's fee that no block accepts, or that exceeds a ceiling.
  func checkOwnFee(baseFee: Wei) throws(SendMoneyFailure) {
    do throws(OwnFeeRefusal) {
      try ownFee?.check(policy, baseFee: baseFee)
    } catch {
      throw .ownFee(error)
    }
  }
}

/// An owner's fee as typed, in gwei per unit of gas.
package struct OwnFeeText: Codable, Hashable, Sendable {
  /// The maximum price of a unit of gas, tip included.
  package var maxFeePerGas: String
  /// The part of it that goes to the block's proposer.
  package var tip: String

  /// Creates the text of the two fields.
  package init(maxFeePerGas: String = "", tip: String = "") {
    self.maxFeePerGas = maxFeePerGas
    self.tip = tip
  }
}

/// The reason an owner's fee is not offered; each case has the value found and the limit.
package enum OwnFeeRefusal: Error, Codable, Equatable, Sendable {
  /// The fee is not a number of gwei.
  case maxFeePerGas(AmountError)
  /// The tip is not a number of gwei.
  case tip(AmountError)
  /// The tip is part of the fee, so it can't exceed it.
  case tipAboveMaxFee(tip: Wei, maxFeePerGas: Wei)
  /// The fee is below the base fee, so no block accepts it.
  case belowBaseFee(maxFeePerGas: Wei, baseFee: Wei)
  /// The fee exceeds a ceiling.
  case ceiling(FeeRefusal)
}
