package import ActivityClient
package import ContactsClient
package import EthereumCrypto
package import EthereumPrimitives
package import NodeClient
package import VaultClient

/// The reasons, as the user sees them, that a payment can't continue.
package enum SendMoneyFailure: Error, Codable, Equatable, Sendable {
  /// The recipient is not an address that can receive money.
  case recipient(AddressError)
  /// The recipient is a request, a link or a name that can't be used.
  case recipientRefused(RecipientRefusal)
  /// The recipient is the zero address, which has no known key.
  case recipientIsZero
  /// No amount was typed.
  case amountMissing
  /// The amount is zero.
  case amountZero
  /// The amount is not a number of ether.
  case amount(AmountError)
  /// The balance is below the amount and its fee, or other payments may take too much of it.
  case notEnough(balance: Wei, reserved: Wei = .zero, needed: Wei)
  /// The balance is below the amount alone; the fee was not requested.
  case notEnoughForAmount(balance: Wei, reserved: Wei = .zero, amount: Wei)
  /// The node counts a payment's nonce as spent but shows no block that contains it, so the
  /// remaining balance is temporarily unknown.
  case fundsInDoubt(Hash32)
  /// The node's answers are not enough to compute a fee.
  case noFees
  /// An old payment that no node accepted would come first: it must be sent or cancelled before a
  /// new one.
  case behindStale(OldPayment)
  /// The fee that the owner set is not offered.
  case ownFee(OwnFeeRefusal)
  /// The fee exceeds a ceiling.
  case fee(FeeRefusal)
  /// Nothing is signed until the owner agrees to each of these warnings.
  case notAgreed([SendWarning])
  /// The node did not answer correctly.
  case node(NodeError)
  /// The vault did not let the payment be signed.
  case authorization(AuthorizationRefusal)
  /// The vault did not sign.
  case signing(SigningRefusal)
  /// No nonce could be chosen for the payment, so it was not signed.
  case nonce(NonceRefusal)
  /// The second node's answers differ, so the payment was not signed.
  case secondOpinion(SecondOpinion)
  /// The payment differs from the review, or the chain would not accept it; it was not signed.
  case submission(SubmissionRefusal)
  /// The payment could not be recorded, so it was not sent.
  case notRecorded(RecordRefusal)
  /// The replacement transaction could not be recorded, so it was not sent.
  case notReplaced(ReplaceRefusal)
  /// The journal could not be read or written.
  case journal(JournalFailure)
  /// The journal refused an update of the payment.
  case journalUpdate(UpdateRefusal)
  /// The payment failed in a block, and its fee is spent; verified if two nodes say so.
  case executionFailed(Hash32, isVerified: Bool)
  /// Another transaction of the account replaced the payment, which did not pay; the other one is
  /// nil if no node names it.
  case replaced(Hash32, by: Hash32?)
  /// The transaction that cancels the payment is in a block; the payment did not pay.
  case cancelled(Hash32)
  /// The payment was ended before any part of it was sent.
  case abandoned(Hash32)
  /// The end was final in a block that the node's chain, now at `head`, lacks; one node can't
  /// reopen the payment, but its owner can, by a repair.
  case finalEndLost(Hash32, block: UInt64, head: UInt64)

  /// Classifies the error of an effect.
  package init(_ error: any Error) {
    switch error {
    case let failure as SendMoneyFailure: self = failure
    case let refusal as FeeRefusal: self = .fee(refusal)
    case let refusal as OwnFeeRefusal: self = .ownFee(refusal)
    case let refusal as AuthorizationRefusal: self = .authorization(refusal)
    case let refusal as SigningRefusal: self = .signing(refusal)
    case let refusal as NonceRefusal: self = .nonce(refusal)
    case let opinion as SecondOpinion: self = .secondOpinion(opinion)
    case let refusal as SubmissionRefusal: self = .submission(refusal)
    case let refusal as RecordRefusal: self = .notRecorded(refusal)
    case let refusal as ReplaceRefusal: self = .notReplaced(refusal)
    case let refusal as UpdateRefusal: self = .journalUpdate(refusal)
    case let failure as JournalFailure: self = .journal(failure)
    default: self = .node(NodeError.from(error))
    }
  }

  /// True if the reviewed data is out of date, so that a new review is needed.
  var needsReview: Bool {
    switch self {
    case .submission(.nonceChanged), .nonce(.gap), .fee, .notRecorded(.nonceTaken): true
    case .recipient, .recipientRefused, .recipientIsZero, .amountMissing, .amountZero, .amount,
      .notEnough,
      .notEnoughForAmount, .fundsInDoubt, .noFees, .behindStale, .ownFee, .notAgreed, .node,
      .authorization, .signing, .nonce, .secondOpinion, .submission, .notRecorded, .notReplaced,
      .journal, .journalUpdate, .executionFailed, .replaced, .cancelled, .abandoned,
      .finalEndLost:
      false
    }
  }

  /// True if the vault has to be opened first.
  var needsUnlock: Bool {
    self == .authorization(.locked) || self == .signing(.authorization(.locked))
  }

  /// Creates the reason a payment of the journal did not pay; nil while it may pay, or if it did.
  ///
  /// - Parameters:
  ///   - payment: A payment of the journal.
  ///   - hasVerifier: True if a second node agreed to its end.
  package init?(_ payment: Payment, hasVerifier: Bool) {
    switch payment.state {
    case .signed, .broadcast, .included, .confirmed: return nil
    case .reverted: self = .executionFailed(payment.hash, isVerified: hasVerifier)
    case .replaced(let spent): self = .replaced(payment.hash, by: spent.by)
    case .cancelled: self = .cancelled(payment.hash)
    case .abandoned: self = .abandoned(payment.hash)
    }
  }
}

extension SendMoney.State {
  /// The reason the flow can't continue; nil if it can.
  package var failure: SendMoneyFailure? {
    switch phase {
    case .refused(_, _, let failure), .unsettled(_, let failure), .failed(let failure): failure
    case .editing, .quoting, .reviewing, .submitting, .following, .confirmed: nil
    }
  }
}
