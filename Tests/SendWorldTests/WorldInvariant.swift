/// The rules of every world: the sentences of the section "Money" of the wallet's specification.
enum WorldInvariant: String, Sendable {
  /// A lie, a lag or a loss delays a payment, and does nothing else.
  case noNodesWord = """
    No node's word, alone, frees a nonce, ends a payment or sets a price.
    """
  case heldNonce = """
    What the network may have seen holds its nonce until a block spends that nonce.
    """
  case recordedFirst = """
    Reserved, signed and synced to the journal before the first byte goes out.
    """
  case endsByBlocks = """
    An end counts by blocks, at finalized or a stated depth; a reorganisation reopens it.
    """
  case oneIntent = """
    One intent, one key: a payment happens once or not at all, and its end is told truthfully.
    """
  case ceilings = """
    Ceilings on fees stand in the reducer; no flag overrides them silently.
    """
  case shown = """
    What is signed was shown; the passcode is asked after that, for that one transaction.
    """
  case toldOld = """
    Nothing old goes out without a word; nothing is forgotten.
    """
  case waitsEnd = """
    Waiting has bounds and words: every wait ends.
    """
}

/// A violation of an invariant.
struct WorldViolation: Equatable, Sendable {
  let invariant: WorldInvariant
  let detail: String

  var text: String { "\(detail)\n  against: \(invariant.rawValue)" }
}
