import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import SendFeature

// MARK: - Texts for Payments That Were Not Made

extension FailureText {
  static func nonce(_ refusal: NonceRefusal) -> CommandFailure {
    switch refusal {
    case .gap(let report): gap(report)
    case .chainBehind(let payment):
      CommandFailure(
        "nothing was sent: a block had the payment \(payment.transactionHash.hex), but the node"
          + " reports its nonce as unused; expected a node that has caught up with the chain."
          + " After a development chain was restarted, or a node lied, see wallet repair")
    case .inconsistent(let latest, let pending):
      CommandFailure(
        "nothing was sent: the node counts \(latest) transactions in blocks, and \(pending) in blocks"
          + " and waiting; expected at least as many", .tryAgain)
    case .implausible(let count):
      CommandFailure(
        "nothing was sent: the node counts \(count) transactions of the account, more than an account"
          + " can make; expected a node that tells the truth (see \(nodeChoice))", .tryAgain)
    case .exhausted: CommandFailure("the account has used its last nonce")
    case .storage(let failure): notSent(failure)
    }
  }

  /// Returns the text for a payment that the journal did not record.
  static func notSent(_ failure: JournalFailure) -> CommandFailure {
    let reason = journal(failure)
    return CommandFailure("nothing was sent: \(reason.message)", reason.status).because(of: reason)
  }

  private static func gap(_ report: GapReport) -> CommandFailure {
    if Speech.isInApp {
      return CommandFailure(
        "nothing was sent: the node counts \(report.latest) transactions of the account in blocks"
          + " and \(report.pending) with those that wait, and this wallet expected the nonce"
          + " \(report.expected): another wallet has the same key, or the node is wrong")
    }
    return CommandFailure(
      "nothing was sent: the node counts \(report.latest) transactions of the account in blocks and"
        + " \(report.pending) with those that wait, and this wallet expected the nonce"
        + " \(report.expected): another wallet has the same key, or the node is wrong. Expected"
        + " --nonce \(report.nonce), if that is intended")
  }

  /// Returns the text for a payment that failed, as one node reports and no other confirms.
  static func failedByOneWord(_ hash: Hash32) -> CommandFailure {
    if Speech.isInApp {
      return CommandFailure(
        "the payment \(hash.hex) failed in its block, as one node reports; its fee is spent")
    }
    return CommandFailure(
      "the payment \(hash.hex) failed in its block, as one node reports (see --verify-rpc-url); its"
        + " fee is spent")
  }

  static func secondOpinion(_ opinion: SecondOpinion) -> CommandFailure {
    switch opinion {
    case .nonce(let first, let second):
      CommandFailure(
        "nothing was sent: one node counts \(first) transactions of the account, the other one"
          + " \(second); expected two nodes that agree", .tryAgain)
    case .code(let address):
      CommandFailure(
        "nothing was sent: the two nodes name different code at \(address.checksummed); expected two nodes that"
          + " agree", .tryAgain)
    case .baseFee(let first, let second):
      CommandFailure(
        "nothing was sent: one node names a base fee of \(first.gweiText) gwei, the other one"
          + " \(second.gweiText) gwei; expected two nodes that agree", .tryAgain)
    }
  }

  static func submission(_ refusal: SubmissionRefusal) -> CommandFailure {
    switch refusal {
    case .invalid(let refusal):
      CommandFailure("nothing was signed: the chain would not accept it: \(refusal)")
    case .nonceChanged(let reviewed, let found):
      CommandFailure(
        "nothing was signed: the nonce is \(found) now, and was \(reviewed) at the review; review"
          + " again", .tryAgain)
    case .nonceUsed(let hash):
      CommandFailure(
        "nothing was signed: a block has the payment \(hash.hex), or another transaction with its nonce"
      )
    case .perhapsRecorded(let hash, let failure):
      if Speech.isInApp {
        CommandFailure(
          "the payment \(hash.hex) may be recorded: \(journal(failure).message). Look for it in the"
            + " activity, and don't send it again before that", .unknownEnd, payment: hash)
      } else {
        CommandFailure(
          "the payment \(hash.hex) may be recorded: \(journal(failure).message). See 'wallet status"
            + " \(hash.hex)', and don't send it again before that", .unknownEnd, payment: hash)
      }
    }
  }

  static func notReplaced(_ refusal: ReplaceRefusal) -> CommandFailure {
    switch refusal {
    case .unknownPayment:
      Speech.isInApp
        ? CommandFailure("the wallet has no such payment; see the activity")
        : CommandFailure("the wallet has no such payment; see wallet activity")
    case .notOpen:
      Speech.isInApp
        ? CommandFailure("the payment is in a block already; see the activity")
        : CommandFailure("the payment is in a block already; see wallet activity")
    case .cancelling:
      Speech.isInApp
        ? CommandFailure(
          "the payment is being cancelled and can't be made faster; cancel it again to offer a higher fee for that"
        )
        : CommandFailure(
          "the payment is being cancelled and can't be made faster; 'wallet cancel' again offers a higher fee for that"
        )
    case .feeTooLow(let fee, let tip):
      CommandFailure(
        "nothing was sent: the fees are too low to replace the payment; expected at least"
          + " \(fee.decimalText) wei per gas, and \(tip.decimalText) wei of tip")
    case .mismatch(let field):
      CommandFailure(
        "nothing was sent: the signed transaction has a different \(field) than requested")
    case .storage(let failure): notSent(failure)
    }
  }
}
