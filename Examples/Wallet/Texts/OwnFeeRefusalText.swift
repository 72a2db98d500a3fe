import EthereumPrimitives
import SendFeature

/// Texts for refusals of the owner's fee.
enum OwnFeeRefusalText {
  static func text(of refusal: OwnFeeRefusal, _ texts: Texts) -> String {
    switch refusal {
    case .maxFeePerGas: texts[.ownFeeNoFee]
    case .tip: texts[.ownFeeNoTip]
    case .tipAboveMaxFee(_, let maxFeePerGas): texts[.ownFeeTipAbove, maxFeePerGas.gweiText]
    case .belowBaseFee(_, let baseFee): texts[.ownFeeBelowBase, baseFee.gweiText]
    case .ceiling(.feeTooHigh(let fee, let ceiling)):
      texts[.ownFeeTooHigh, fee.etherText, ceiling.etherText]
    case .ceiling(.tipTooHigh(_, let ceiling)): texts[.ownFeeTipTooHigh, ceiling.gweiText]
    case .ceiling(.gasTooHigh), .ceiling(.gasNotPlain), .ceiling(.notANumber):
      texts[.ownFeeNotANumber]
    }
  }
}
