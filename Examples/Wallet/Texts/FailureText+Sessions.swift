import AuthFeature
import EthereumMessages
import Foundation
import SessionClient
import SessionFeature
import VaultClient

// MARK: - Texts for Sessions

extension FailureText {
  /// Returns the text for a failure of signing in or out.
  static func failure(_ failure: SessionFailure) -> CommandFailure {
    switch failure {
    case .challenge(let refusal): CommandFailure("nothing was signed: \(text(refusal).text)")
    case .session(let error): session(error)
    case .authorization(let refusal): authorization(refusal)
    case .signing(.authorization(let refusal)): spending(refusal)
    case .signing(.unknownAccount): unknownAccount
    case .signing(.otherAddress):
      CommandFailure(
        "nothing was signed: the message names another address; expected that of the account")
    case .signing(.storage(let failure)): storage(failure)
    }
  }

  private static func text(_ refusal: ChallengeRefusal) -> Phrase {
    switch refusal {
    case .otherDomain(let expected, let found):
      Phrase(
        "the service at \(expected) says that its domain is \(found); expected \(expected)")
    case .otherURI(let expected, let found):
      Phrase(
        "the service at \(expected) asks for a session at \(found); expected one of its own")
    case .otherChain(let expected, let found):
      Phrase(
        "the service asks for a session on the chain \(found); expected \(expected) (see --chain-id)"
      )
    case .usedNonce:
      Phrase("the service gave a nonce that was signed before; expected a new one")
    case .expired(let time):
      Phrase(
        "the message expired at \(time.text); expected one that is valid now (is the clock right?)"
      )
    case .notYetValid(let time):
      Phrase(
        "the message is not valid until \(time.text); expected one that is valid now (is the clock right?)"
      )
    case .validForTooLong(let time):
      Phrase(
        "the message would be valid until \(time.text); expected at most an hour")
    case .message(let error):
      Phrase("the service's message does not follow EIP-4361: \(error)")
    }
  }

  private static func session(_ error: SessionError) -> CommandFailure {
    switch error {
    case .unreachable(let endpoint, let reason):
      CommandFailure(
        "no service answers at \(endpoint): \(ConnectionText.text(reason));"
          + " expected one to sign in to (see --session-url)", .nodeUnavailable)
    case .connectionLost(let endpoint, let reason):
      CommandFailure(
        "the connection to \(endpoint) ended before the answer was complete:"
          + " \(ConnectionText.text(reason))", .nodeUnavailable)
    case .timedOut(let endpoint, let duration):
      CommandFailure(
        "the service at \(endpoint) did not answer within \(duration.components.seconds) s",
        .tryAgain)
    case .answerTooLarge(let bytesMax):
      CommandFailure(
        "the service's answer is longer than the \(bytesMax) bytes that are accepted",
        .nodeUnavailable)
    case .httpStatus(let status):
      CommandFailure(
        "the service answered with HTTP status \(status), expected 200",
        error.isRetryable ? .tryAgain : .nodeUnavailable)
    case .malformedAnswer(let expected):
      CommandFailure("the service's answer is not valid: expected \(expected)", .nodeUnavailable)
    case .refused(let reason): CommandFailure("the service refused: \(reason)")
    case .unauthorized:
      CommandFailure(
        "the service refused the access token, and the next one, too; expected it to take one that it"
          + " just gave")
    case .sessionEnded:
      CommandFailure("the service has ended the session; sign in again (wallet session sign-in)")
    case .signedOut:
      CommandFailure("there is no session with the service; sign in (wallet session sign-in)")
    case .busy:
      CommandFailure(
        "another wallet is getting tokens from a service; try again when it is done",
        .tryAgain)
    case .otherSession:
      CommandFailure(
        "the service reports another account, or another chain; expected the one that"
          + " signed in")
    case .keeping(let refusal): keeping(refusal)
    case .cancelled: failure(AuthFailure.interrupted)
    case .unexpected(let type):
      CommandFailure("an unexpected error of type \(type) came out of the session client")
    }
  }

  private static func keeping(_ refusal: SessionKeepingRefusal) -> CommandFailure {
    switch refusal {
    case .locked: locked
    case .tooManySessions(let limit):
      CommandFailure("the wallet keeps \(limit) sessions; expected fewer before another sign-in")
    case .damaged(let path):
      CommandFailure(
        "\(path) is damaged; expected sessions as the wallet writes them. The next sign-in sets it"
          + " aside")
    case .unsupportedVersion(let found, let supported):
      CommandFailure(
        "a newer wallet wrote the sessions (version \(found)); expected at most \(supported)")
    case .storage(let failure): storage(failure)
    }
  }
}
