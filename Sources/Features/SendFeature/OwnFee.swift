package import EthereumPrimitives

/// A fee per unit of gas that the owner sets instead of a speed.
package struct OwnFee: Codable, Hashable, Sendable {
  /// The maximum price of a unit of gas, tip included.
  package let maxFeePerGas: Wei
  /// The part of it that goes to the block's proposer.
  package let tip: Wei

  /// Checks what was typed; nothing is repaired.
  ///
  /// - Throws: `OwnFeeRefusal`, with what was expected.
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

  /// The offer at a base fee.
  ///
  /// - Parameter tip: The tip, if it must differ from the owner's.
  func offer(gasLimit: GasUnits, baseFee: Wei, tip: Wei? = nil) -> FeeOffer {
    let tip = tip ?? self.tip
    return FeeOffer(
      gasLimit: gasLimit, maxFeePerGas: max(maxFeePerGas, tip), tip: tip, baseFee: baseFee)
  }

  /// Refuses a fee that no block accepts, or that is past a ceiling.
  ///
  /// - Parameters:
  ///   - policy: The ceilings.
  ///   - baseFee: The base fee of the next block; nil if it is not known; then only the cost of all
  ///     gas is checked.
  func check(_ policy: FeePolicy, baseFee: Wei?) throws(OwnFeeRefusal) {
    if let baseFee, maxFeePerGas < baseFee {
      throw .belowBaseFee(maxFeePerGas: maxFeePerGas, baseFee: baseFee)
    }
    do throws(FeeRefusal) {
      // No tip is past its ceiling at a base fee as high as the fee itself.
      try policy.check(
        offer(gasLimit: FeePolicy.plainGas, baseFee: baseFee ?? maxFeePerGas), code: .none)
    } catch {
      throw .ceiling(error)
    }
  }
}

extension SendDraft {
  /// Refuses an owner's fee that no block accepts, or that is past a ceiling.
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

  /// Takes what was typed.
  package init(maxFeePerGas: String = "", tip: String = "") {
    self.maxFeePerGas = maxFeePerGas
    self.tip = tip
  }
}

/// Why an owner's fee is not offered. Each case carries what was found and what is accepted.
package enum OwnFeeRefusal: Error, Codable, Equatable, Sendable {
  /// The fee is not a number of gwei.
  case maxFeePerGas(AmountError)
  /// The tip is not a number of gwei.
  case tip(AmountError)
  /// The tip is a part of the fee, and can't be more.
  case tipAboveMaxFee(tip: Wei, maxFeePerGas: Wei)
  /// No block accepts less than its base fee.
  case belowBaseFee(maxFeePerGas: Wei, baseFee: Wei)
  /// The fee is past a ceiling.
  case ceiling(FeeRefusal)
}
