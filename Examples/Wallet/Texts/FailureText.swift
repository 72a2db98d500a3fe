import ActivityClient
import AuthFeature
import EthereumCrypto
import EthereumPrimitives
import Foundation
import HomeFeature
import NodeClient
import ProfileFeature
import SendFeature
import SessionClient
import VaultClient

/// Texts for failures: one sentence for each, and the exit code of the program.
enum FailureText {
  /// The place where another node is chosen.
  static var nodeChoice: String {
    Speech.isInApp ? Phrase("Settings › Networks").text : "--rpc-url"
  }

  /// Formats an amount in ether; the app formats it like all its amounts.
  static func ether(_ amount: Wei) -> String {
    Speech.isInApp ? Speech.language.grouped(amount.etherText) : amount.etherText
  }

  /// Returns the text for a failure of creating or opening a wallet.
  static func failure(_ failure: AuthFailure) -> CommandFailure {
    switch failure {
    case .creation(.unsupportedWordCount(let count)):
      CommandFailure("a phrase of \(count) words can't be made; expected 12, 15, 18, 21 or 24")
    case .creation(.vaultExists), .phraseImport(.vaultExists), .commit(.vaultExists):
      CommandFailure("there is a wallet already; expected a home without one (choose with --home)")
        .because(.walletExists)
    case .creation(.storage(let failure)), .phraseImport(.storage(let failure)),
      .commit(.storage(let failure)), .unlock(.storage(let failure)), .storage(let failure):
      storage(failure)
    case .display(.phraseGone), .confirmation(.phraseGone), .passcode(.phraseGone),
      .commit(.phraseGone):
      CommandFailure("the new phrase was discarded; start again with wallet init", .tryAgain)
    case .display(.displayUnavailable):
      CommandFailure("the phrase can be shown on a terminal only; run this where a person sees it")
    case .phraseImport(let refusal): phrase(refusal)
    case .confirmation(let refusal): confirmation(refusal)
    case .passcode(let refusal): passcode(refusal)
    case .commit(.notConfirmed):
      CommandFailure("the wallet was not saved; expected its three words to be confirmed first")
    case .commit(.noPasscode):
      CommandFailure("the wallet was not saved; expected a passcode to be set first")
    case .unlock(let refusal): unlock(refusal)
    case .commit(.cancelled), .interrupted:
      CommandFailure("it was interrupted before it finished; nothing was changed", .tryAgain)
        .because(.interrupted)
    }
  }

  /// Returns the text for a failure of showing an account.
  static func failure(_ failure: HomeFailure) -> CommandFailure {
    switch failure {
    case .node(let error): self.failure(error)
    case .journal(let failure): journal(failure)
    }
  }

  /// Returns the text for a failure of looking up a balance.
  static func failure(_ failure: LookUpBalanceFailure) -> CommandFailure {
    switch failure {
    case .address(let error):
      CommandFailure("this is not an address: \(ValueText.text(error))").because(.badAddress)
    case .recipient(let refusal): RecipientText.failure(refusal)
    case .node(let error): self.failure(error)
    }
  }

  /// Returns the text for a failure of managing the wallet.
  static func failure(_ failure: ProfileFailure) -> CommandFailure {
    switch failure {
    case .account(let refusal): account(refusal)
    case .authorization(let refusal): authorization(refusal)
    case .reveal(.authorization(let refusal)), .erase(.authorization(let refusal)):
      spending(refusal)
    case .reveal(.displayUnavailable): FailureText.failure(.display(.displayUnavailable))
    case .reveal(.storage(let failure)), .erase(.storage(let failure)): storage(failure)
    case .preferences(.damaged(let path)): recordDamaged(path)
    case .preferences(.unsupportedVersion(let path, let found, let supported)):
      recordTooNew(path, found, supported)
    case .preferences(.storage(let failure)): storage(failure)
    case .lastShownAccount:
      CommandFailure("this is the only visible account; expected another visible one")
    case .service(.notAnEndpoint):
      CommandFailure("expected https://HOST or http://127.0.0.1:PORT", .usage)
    case .service(.notEncrypted):
      CommandFailure(
        "expected https:// for another machine: tokens must not travel in the clear", .usage)
    case .node(let error): self.failure(error)
    }
  }

  /// Returns the text for a failure of paying.
  static func failure(_ failure: SendMoneyFailure) -> CommandFailure {
    switch failure {
    case .recipient(let error):
      CommandFailure("the recipient is not an address: \(ValueText.text(error))")
        .because(.badAddress)
    case .recipientRefused(let refusal): RecipientText.failure(refusal)
    case .recipientIsZero:
      CommandFailure(
        "the recipient is the zero address, which has no known key; expected an address with a key"
      )
      .because(.badAddress)
    case .amountMissing:
      CommandFailure("there is no amount; expected ether such as 0.25").because(.badAmount)
    case .amountZero:
      CommandFailure("the amount is zero; expected at least 1 wei").because(.badAmount)
    case .amount(let error):
      CommandFailure("the amount is not valid: \(ValueText.text(error))")
        .because(.badAmount)
    case .notEnough(let balance, let reserved, let needed):
      (reserved > .zero
        ? CommandFailure(
          "the account has \(ether(balance)) ETH, of which open payments may take \(ether(reserved)) ETH; expected at least \(ether(needed)) ETH for the amount and its fee"
        )
        : CommandFailure(
          "the account has \(ether(balance)) ETH; expected at least \(ether(needed)) ETH for the amount and its fee"
        )).because(.insufficientFunds)
    case .notEnoughForAmount(let balance, let reserved, let amount):
      (reserved > .zero
        ? CommandFailure(
          "the account has \(ether(balance)) ETH, of which open payments may take \(ether(reserved)) ETH; expected \(ether(amount)) ETH for the amount alone, and more for its fee"
        )
        : CommandFailure(
          "the account has \(ether(balance)) ETH; expected \(ether(amount)) ETH for the amount alone, and more for its fee"
        )).because(.insufficientFunds)
    case .fundsInDoubt(let hash):
      CommandFailure(
        "the remaining balance is not known yet: the node counts the nonce of payment \(hash.hex) as used, but shows no block that has it; expected that block: try again later",
        .nodeUnavailable)
    case .noFees:
      CommandFailure("the node named no base fee; expected a chain with EIP-1559", .nodeUnavailable)
    case .behindStale(let payment): stale(payment)
    case .fee(let refusal): fee(refusal)
    case .ownFee(let refusal):
      CommandFailure(said: OwnFeeRefusalText.text(of: refusal, Texts(Speech.language)))
    case .notAgreed(let warnings): CommandFailure(said: WarningText.notAgreed(warnings))
    case .node(let error): self.failure(error)
    case .authorization(let refusal): authorization(refusal)
    case .signing(.authorization(let refusal)): spending(refusal)
    case .signing(.journalIsOlder): journalIsOlder
    case .signing(.unknownAccount): unknownAccount
    case .signing(.storage(let failure)): storage(failure)
    case .notRecorded(.nonceTaken(let payment)):
      CommandFailure(
        "nothing was sent: another wallet made or ended the payment \(payment.transactionHash.hex) at the same"
          + " moment; see wallet activity, and send again if both are meant", .tryAgain)
    case .notRecorded(.keyTaken(let payment, let field)):
      CommandFailure(
        "nothing was sent: the payment \(payment.transactionHash.hex) has that name, and another"
          + " \(field); expected a name for each payment")
    case .nonce(let refusal): nonce(refusal)
    case .secondOpinion(let opinion): secondOpinion(opinion)
    case .submission(let refusal): submission(refusal)
    case .notReplaced(let refusal): notReplaced(refusal)
    case .notRecorded(.mismatch(let field)):
      CommandFailure(
        "nothing was sent: the signed transaction has a different \(field) than requested")
    case .notRecorded(.storage(let failure)): notSent(failure)
    case .journal(let failure), .journalUpdate(.storage(let failure)): journal(failure)
    case .journalUpdate(.unknownPayment):
      CommandFailure("the payment list does not have the payment; expected it to be recorded first")
    case .journalUpdate(.impossible):
      CommandFailure("the payment was settled already; see wallet activity")
    case .executionFailed(let hash, isVerified: true):
      CommandFailure("the payment \(hash.hex) failed in its block; its fee is spent")
    case .executionFailed(let hash, isVerified: false): failedByOneWord(hash)
    case .replaced(let hash, by: let other?):
      CommandFailure(
        "another transaction of the account, \(other.hex), replaced the payment \(hash.hex), which did"
          + " not pay; see wallet activity")
    case .replaced(let hash, by: nil):
      CommandFailure(
        "another transaction of the account replaced the payment \(hash.hex), which did"
          + " not pay; see wallet activity")
    case .cancelled(let hash):
      CommandFailure("the payment was cancelled by the transaction \(hash.hex), and did not pay")
    case .abandoned(let hash):
      CommandFailure("the payment \(hash.hex) was abandoned before it was sent")
    case .finalEndLost(_, let block, let head):
      CommandFailure(
        "its outcome was final in block \(block), and the node's chain, which is at block \(head), does not have it: that chain was reorganised or started again, or the node is not synced. If this node is right, 'wallet repair' opens the payment again",
        .unknownEnd)
    }
  }
}
