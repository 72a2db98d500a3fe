package import ActivityClient
package import ContactsClient
package import EthereumCrypto
package import EthereumPrimitives
package import NodeClient
package import VaultClient

/// What the user can be told when a payment can't continue.
package enum SendMoneyFailure: Error, Codable, Equatable, Sendable {
  /// The recipient is not an address that money may be sent to.
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
  /// The account owns less than the amount and its fee, or other payments may take too much of it.
  case notEnough(balance: Wei, reserved: Wei = .zero, needed: Wei)
  /// The account owns less than the amount alone; what its fee would be was not asked.
  case notEnoughForAmount(balance: Wei, reserved: Wei = .zero, amount: Wei)
  /// The node counts the nonce of a payment as spent and shows no block that has it, so it is not
  /// known what the account has left. It passes.
  case fundsInDoubt(Hash32)
  /// The node gave no data to compute a fee from.
  case noFees
  /// An old payment that no node accepted would come first: it is sent or cancelled before a new
  /// one.
  case behindStale(OldPayment)
  /// The fee that the owner set is not offered.
  case ownFee(OwnFeeRefusal)
  /// The fee is past a ceiling.
  case fee(FeeRefusal)
  /// Nothing is signed before the owner agrees to each of these warnings.
  case notAgreed([SendWarning])
  /// The node did not answer correctly.
  case node(NodeError)
  /// The vault did not let the payment be signed.
  case authorization(AuthorizationRefusal)
  /// The vault did not sign.
  case signing(SigningRefusal)
  /// No nonce could be given to the payment, so it was not signed.
  case nonce(NonceRefusal)
  /// The second node's answers differ, so the payment was not signed.
  case secondOpinion(SecondOpinion)
  /// The payment is not what was reviewed, or not acceptable to the chain, so it was not signed.
  case submission(SubmissionRefusal)
  /// The payment could not be written down, so it was not sent.
  case notRecorded(RecordRefusal)
  /// The transaction that replaces another one could not be written down, so it was not sent.
  case notReplaced(ReplaceRefusal)
  /// The journal could not be read or written.
  case journal(JournalFailure)
  /// The journal refused an update of the payment.
  case journalUpdate(UpdateRefusal)
  /// The payment is in a block, and failed there; its fee is spent. One node says so, or two.
  case executionFailed(Hash32, isVerified: Bool)
  /// Another transaction of the account replaced the payment, which did not pay. The other one is
  /// nil if no node names it.
  case replaced(Hash32, by: Hash32?)
  /// The transaction that cancels the payment is in a block; the payment did not pay.
  case cancelled(Hash32)
  /// The payment was abandoned before it was sent.
  case abandoned(Hash32)
  /// The payment's end was final in a block that the node's chain, which is at `head`, does not
  /// have. One node's word does not open the payment again; its owner can do so by a repair.
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

  /// Whether what was reviewed no longer holds, so that only a new review helps.
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

  /// Whether the vault has to be opened first.
  var needsUnlock: Bool {
    self == .authorization(.locked) || self == .signing(.authorization(.locked))
  }

  /// Returns why a payment of the journal did not pay; nil while it may, or if it did.
  ///
  /// - Parameters:
  ///   - payment: A payment of the journal.
  ///   - hasVerifier: Whether a second node agreed to its end.
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
  /// Why the flow can't continue; nil if it can.
  package var failure: SendMoneyFailure? {
    switch phase {
    case .refused(_, _, let failure), .unsettled(_, let failure), .failed(let failure): failure
    case .editing, .quoting, .reviewing, .submitting, .following, .confirmed: nil
    }
  }
}
