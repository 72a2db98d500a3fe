package import EthereumPrimitives
package import Foundation

/// An event of a payment.
package enum PaymentEvent: Hashable, Sendable {
  /// The first byte of that transaction is about to leave this wallet. This is recorded first.
  case handedOver(Hash32)

  /// A node said that it has that transaction. This decides nothing.
  case taken(Hash32)

  /// A node said that it does not accept that transaction. This decides nothing.
  case refused(Hash32, NodeRefusal)

  /// A block has one of the transactions, and is not deep enough yet, or not proved.
  case included(PaymentInclusion)

  /// A block has one of the transactions, at the depth that counts; `isFinal` says whether this
  /// can't be undone. The transaction's role and outcome decide which end it is.
  case settled(PaymentInclusion, isFinal: Bool)

  /// Blocks at the depth that counts have spent the nonce without any of the transactions.
  case replaced(NonceSpent, isFinal: Bool)

  /// The deciding blocks are no longer part of the chain; the payment must be followed again.
  ///
  /// It counts only while the payment is as it was judged: another process may have found its end
  /// since. A history does not keep what was judged.
  case reorganised(from: PaymentState? = nil, isFinal: Bool = false)

  /// The payer ended it, and nothing of it has ever left this wallet.
  case abandoned
}

extension [PaymentNote] {
  /// Whether blocks ended the payment, and their reorganisation took that back.
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
    /// It was taken over from the journal of an older wallet.
    case imported
  }

  /// When it was written.
  package var date: Date

  /// What happened.
  package var kind: Kind

  /// Describes what happened.
  package init(date: Date, kind: Kind) {
    self.date = date
    self.kind = kind
  }
}
