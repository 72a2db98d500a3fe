import AuthFeature
import EthereumPrimitives
import NodeClient
import SendFeature
import VaultClient

/// What people read when something is refused; one sentence each, and the code.
enum FailureTexts {
  static func failure(_ error: NodeError) -> CommandFailure {
    switch error {
    case .wrongChain, .refused, .wrongTransactionHash:
      CommandFailure(error.description, .refused)
    case .cancelled:
      CommandFailure(error.description, .tryAgain)
    case .unreachable, .connectionLost, .timedOut, .httpStatus, .answerTooLarge,
      .malformedAnswer, .wrongID, .unexpected:
      CommandFailure(error.description, .nodeUnavailable)
    }
  }

  static func failure(_ failure: SendMoneyFailure) -> CommandFailure {
    switch failure {
    case .recipient(let error):
      CommandFailure("the recipient is refused: \(error)", .refused)
    case .amountMissing:
      CommandFailure("the amount is missing: expected ether, such as 0.25", .refused)
    case .amountZero:
      CommandFailure("the amount is zero: expected more", .refused)
    case .amount(let error):
      CommandFailure("the amount is refused: \(error)", .refused)
    case .notEnough(let balance, let needed):
      CommandFailure(
        "expected at least \(needed.etherText) ETH in the account, found \(balance.etherText) ETH",
        .refused)
    case .noFees:
      CommandFailure("the node said nothing that a fee could be computed from", .nodeUnavailable)
    case .node(let error):
      self.failure(error)
    case .authorization(.passcode(let refusal)):
      self.failure(.unlock(refusal))
    case .authorization, .signing:
      CommandFailure("the wallet is locked: unlock it first", .locked)
    case .notRecorded, .journal, .journalUpdate:
      CommandFailure("the payment could not be written down: nothing was sent", .tryAgain)
    case .executionFailed(let hash):
      CommandFailure("the payment \(hash) failed in its block; its fee is spent", .refused)
    }
  }

  static func failure(_ failure: AuthFailure) -> CommandFailure {
    switch failure {
    case .unlock(.wrongPasscode(let triesLeft)):
      CommandFailure("the passcode is wrong: \(triesLeft) tries are left", .locked)
    case .unlock(.wrongPasscodeThenBackedOff(let date)), .unlock(.backedOff(let date)):
      CommandFailure("too many wrong passcodes: try again after \(date)", .locked)
    case .unlock, .commit, .storage, .creation, .display, .interrupted:
      CommandFailure("the vault could not be used: \(failure)", .tryAgain)
    case .phraseImport(.wrongWordCount(let found)):
      CommandFailure("expected 12, 15, 18, 21 or 24 words, found \(found)", .refused)
    case .phraseImport(.unknownWord(let position, let suggestions)):
      CommandFailure(
        "word \(position) is not in the English word list"
          + (suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"),
        .refused)
    case .phraseImport:
      CommandFailure("the phrase is refused: expected one whose checksum is right", .refused)
    case .confirmation:
      CommandFailure("the words are not those of the phrase", .refused)
    case .passcode(.mismatch):
      CommandFailure("the two passcodes are not the same", .refused)
    case .passcode(.tooShort(let minimum)):
      CommandFailure("expected a passphrase of at least \(minimum) characters", .refused)
    case .passcode:
      CommandFailure("the passcode is refused: expected a passphrase or six digits", .refused)
    }
  }
}
