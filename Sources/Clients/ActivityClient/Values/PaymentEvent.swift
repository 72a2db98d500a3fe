package import EthereumPrimitives
package import Foundation

/// An event of a payment.
package enum PaymentEvent: Hashable, Sendable {
  /// The first byte of this transaction is about to leave the wallet, which is recorded first.
  case handedOver(Hash32)

  /// A node reported that it has this transaction; this decides nothing.
  case taken(Hash32)

  /// A node reported that it does not accept this transaction; this decides nothing.
  case refused(Hash32, NodeRefusal)

  /// A block contains one of the transactions, but is not deep enough yet, or not proved.
  case included(PaymentInclusion)

  /// A block that is deep enough contains one of the transactions, whose role and outcome decide
  /// the end; `isFinal` is true if this can't be undone.
  case settled(PaymentInclusion, isFinal: Bool)

  /// Blocks that are deep enough have spent the nonce without any of the transactions.
  case replaced(NonceSpent, isFinal: Bool)

  /// The deciding blocks are no longer part of the chain; the payment must be followed again.
  ///
  /// It applies only while the payment is in the state that was judged: another process may have
  /// found its end since. The history does not keep that state.
  case reorganised(from: PaymentState? = nil, isFinal: Bool = false)

  /// The payer ended it, and no part of it has ever left this wallet.
  case abandoned
}

extension [PaymentNote] {
  /// True if blocks ended the payment, and a reorganisation then removed them.
  package var lostItsEnd: Bool {
    var (hasEnd, isLost) = (false, false)
    for note in self {
      switch note.kind {
      case .event(.settled), .event(.replaced), .imported: (hasEnd, isLost) = (true, false)
      case .event(.reorganised): isLost = hasEnd
      case .event, .recorded: break
      }
    }
    return isLost
  }
}

/// A line of a payment's history.
package struct PaymentNote: Hashable, Sendable {
  /// The content of a note.
  package enum Kind: Hashable, Sendable {
    /// A transaction was signed and written.
    case recorded(PaymentTransaction.Role, Hash32)
    /// An event of the payment.
    case event(PaymentEvent)
    /// The payment was imported from the journal of an older wallet.
    case imported
  }

  /// The time of writing.
  package var date: Date

  /// The event, or another kind of note.
  package var kind: Kind

  /// Creates a note.
  package init(date: Date, kind: Kind) {
    self.date = date
    self.kind = kind
  }
}
