package import EthereumPrimitives
import Headrace
import NodeClient

/// The current price of gas, for an owner who sets the fee.
package struct CurrentFees: Codable, Equatable, Sendable {
  /// The base fee of the next block.
  package let baseFee: Wei
  /// The median of the tips.
  package let tip: Wei

  /// Describes fees.
  package init(baseFee: Wei, tip: Wei) {
    self.baseFee = baseFee
    self.tip = tip
  }
}

extension SendMoney.State {
  /// The reason the typed fee would not be offered; nil if it would, or if a speed decides.
  package var ownFeeRefusal: OwnFeeRefusal? {
    guard let ownFee else { return nil }
    do throws(OwnFeeRefusal) {
      try OwnFee(ownFee).check(policy, baseFee: currentFees?.baseFee)
      return nil
    } catch {
      return error
    }
  }
}

// MARK: - The Owner's Fee

extension SendMoney {
  /// Lets the owner set the fee, and asks for the current price of gas.
  func chooseOwnFee(_ state: inout State) -> Effect<Action> {
    guard state.ownFee == nil else { return .none }
    let effect = edit(&state) { $0.ownFee = OwnFeeText() }
    guard state.ownFee != nil else { return effect }
    return .merge(
      effect,
      .run { [node, verifier] send in
        let market = try await FeeMarket.read(node, verifier, .normal)
        await send(.inner(.feesRead(CurrentFees(baseFee: market.baseFee, tip: market.tip))))
      } catch: { _, send in
        // The quote asks again, and reports why no fees are known.
        await send(.inner(.feesUnknown))
      }
      .cancellable(id: CancelID.fees, cancelInFlight: true))
  }

  /// Receives the current price of gas, and uses it as the fee if the owner has typed none.
  func take(_ fees: CurrentFees, in state: inout State) {
    state.currentFees = fees
    guard state.ownFee == OwnFeeText() else { return }
    do throws(FeeRefusal) {
      let offer = try FeeOffer.standard(
        gasLimit: FeePolicy.plainGas, baseFee: fees.baseFee, tip: fees.tip)
      state.ownFee = OwnFeeText(maxFeePerGas: offer.maxFeePerGas.gweiText, tip: offer.tip.gweiText)
    } catch {
      // The amount is not a number of wei, so the owner has to type one.
    }
  }
}
