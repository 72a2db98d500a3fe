/// The reason a node's pool did not accept a transaction.
///
/// Nodes report this only as text; these are geth's texts, which others copy.
package enum PoolRefusal: Equatable, Sendable {
  /// The node already has this transaction: it was sent before.
  case alreadyKnown
  /// The account has used this nonce: another transaction replaced it, or this one is in a block.
  case nonceTooLow
  /// The nonce leaves a gap that the node does not accept.
  case nonceTooHigh
  /// The balance does not cover value and fees, alone or together with waiting transactions.
  case insufficientFunds
  /// Another transaction with this nonce is waiting, and this one does not pay 10 % more.
  case replacementUnderpriced
  /// The fee is below the node's minimum.
  case underpriced
  /// The tip is above the fee cap.
  case tipAboveFeeCap
  /// The gas limit does not cover the base cost.
  case gasTooLow
  /// The gas limit is above the block's.
  case gasAboveBlockLimit
  /// The fee is above the node's own limit.
  case feeAboveNodeLimit
  /// The signature is wrong, or for another chain.
  case invalidSender
  /// The node's pool is full.
  case poolFull

  /// Classifies a node's message; nil if it contains none of the known phrases.
  package init?(message: String) {
    let text = message.lowercased()
    // Only as a prefix, because "unknown transaction type" also contains it.
    if text.hasPrefix("known transaction") {
      self = .alreadyKnown
      return
    }
    let known = Self.phrases.first { phrase, _ in text.contains(phrase) }
    guard let known else { return nil }
    self = known.refusal
  }

  /// Phrases that messages contain, the more specific ones before the more general.
  private static let phrases: [(phrase: String, refusal: Self)] = [
    ("already known", .alreadyKnown), ("alreadyknown", .alreadyKnown),
    ("already imported", .alreadyKnown),
    ("nonce too low", .nonceTooLow),
    ("nonce too high", .nonceTooHigh),
    ("insufficient funds", .insufficientFunds),
    ("replacement transaction underpriced", .replacementUnderpriced),
    ("max priority fee per gas higher than max fee per gas", .tipAboveFeeCap),
    ("transaction underpriced", .underpriced),
    ("gas price below minimum", .underpriced),
    ("less than block base fee", .underpriced),
    ("intrinsic gas too low", .gasTooLow),
    ("insufficient gas for floor data gas cost", .gasTooLow),
    ("exceeds block gas limit", .gasAboveBlockLimit),
    ("exceeds the configured cap", .feeAboveNodeLimit),
    ("invalid sender", .invalidSender),
    ("invalid chain id", .invalidSender),
    ("replay-protected", .invalidSender),
    ("txpool is full", .poolFull),
  ]
}
