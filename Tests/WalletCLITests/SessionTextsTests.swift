import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import Foundation
import SessionClient
import SessionFeature
import Testing
import VaultClient

@testable import WalletCLI

/// The messages about sessions, word for word, with the program's exit codes.
@Suite struct SessionTextsTests {
  private static let time = DateTime(secondsSince1970: 1_800_000_000)

  static let failures: [(SessionFailure, String, EndStatus)] = [
    (
      .challenge(.otherDomain(expected: "example.com", found: "bank.example")),
      """
      nothing was signed: the service at example.com says that its domain is bank.example; expected \
      example.com
      """, .refused
    ),
    // The domain is the service's text: it does not control the terminal.
    (
      .challenge(.otherDomain(expected: "example.com", found: "a\u{1B}[2J\n")),
      """
      nothing was signed: the service at example.com says that its domain is a\\u{1b}[2J\\u{a}; \
      expected example.com
      """, .refused
    ),
    (
      .challenge(.otherURI(expected: "https://example.com", found: "https://bank.example")),
      """
      nothing was signed: the service at https://example.com asks for a session at \
      https://bank.example; expected one of its own
      """, .refused
    ),
    (
      .challenge(.otherChain(expected: 31_337, found: 1)),
      """
      nothing was signed: the service asks for a session on the chain 1; expected 31337 (see \
      --chain-id)
      """, .refused
    ),
    (
      .challenge(.usedNonce),
      "nothing was signed: the service gave a nonce that was signed before; expected a new one",
      .refused
    ),
    (
      .challenge(.expired(at: time)),
      """
      nothing was signed: the message expired at 2027-01-15T08:00:00Z; expected one that is valid \
      now (is the clock right?)
      """, .refused
    ),
    (
      .challenge(.notYetValid(from: time)),
      """
      nothing was signed: the message is not valid until 2027-01-15T08:00:00Z; expected one that \
      is valid now (is the clock right?)
      """, .refused
    ),
    (
      .challenge(.validForTooLong(until: time)),
      """
      nothing was signed: the message would be valid until 2027-01-15T08:00:00Z; expected at most \
      an hour
      """, .refused
    ),
    (
      .challenge(.message(.invalid(.nonce))),
      """
      nothing was signed: the service's message does not follow EIP-4361: expected a nonce of at least \
      8 letters and digits
      """, .refused
    ),
    (
      .session(.unreachable(endpoint: "https://a", reason: "there is no network")),
      """
      no service answers at https://a: there is no network; expected one to sign in to (see \
      --session-url)
      """, .nodeUnavailable
    ),
    (
      .session(.connectionLost(endpoint: "https://a", reason: "the server closed it")),
      """
      the connection to https://a ended before the answer was complete: the server closed it
      """, .nodeUnavailable
    ),
    (
      .session(.timedOut(endpoint: "https://a", after: .seconds(10))),
      "the service at https://a did not answer within 10 s", .tryAgain
    ),
    (
      .session(.answerTooLarge(bytesMax: 65_536)),
      "the service's answer is longer than the 65536 bytes that are accepted", .nodeUnavailable
    ),
    (
      .session(.httpStatus(503)), "the service answered with HTTP status 503, expected 200",
      .tryAgain
    ),
    (
      .session(.httpStatus(404)), "the service answered with HTTP status 404, expected 200",
      .nodeUnavailable
    ),
    (
      .session(.malformedAnswer(expected: #"a string as "nonce""#)),
      #"the service's answer is not valid: expected a string as "nonce""#, .nodeUnavailable
    ),
    (
      .session(.refused(reason: "the message is for another chain\u{7}")),
      "the service refused: the message is for another chain\\u{7}", .refused
    ),
    (
      .session(.unauthorized),
      """
      the service refused the access token, and the next one, too; expected it to take one that it \
      just gave
      """, .refused
    ),
    (
      .session(.sessionEnded),
      "the service has ended the session; sign in again (wallet session sign-in)", .refused
    ),
    (
      .session(.signedOut),
      "there is no session with the service; sign in (wallet session sign-in)", .refused
    ),
    (
      .session(.busy),
      "another wallet is getting tokens from a service; try again when it is done",
      .tryAgain
    ),
    (
      .session(.otherSession),
      """
      the service reports another account, or another chain; expected the one that \
      signed in
      """, .refused
    ),
    (
      .session(.keeping(.locked)), "the wallet is locked; expected its passcode first", .locked
    ),
    (
      .session(.keeping(.tooManySessions(limit: 32))),
      "the wallet keeps 32 sessions; expected fewer before another sign-in", .refused
    ),
    (
      .session(.keeping(.damaged(path: "/p"))),
      """
      /p is damaged; expected sessions as the wallet writes them. The next sign-in sets it aside
      """, .refused
    ),
    (
      .session(.keeping(.unsupportedVersion(found: 2, supported: 1))),
      "a newer wallet wrote the sessions (version 2); expected at most 1", .refused
    ),
    (
      .session(.keeping(.storage(.busy))),
      "another wallet is writing at this moment; try again when it is done", .tryAgain
    ),
    (
      .session(.cancelled), "it was interrupted before it finished; nothing was changed",
      .tryAgain
    ),
    (
      .session(.unexpected(errorType: "Surprise")),
      "an unexpected error of type Surprise came out of the session client", .refused
    ),
    (
      .authorization(.locked), "the wallet is locked; expected its passcode first", .locked
    ),
    (
      .signing(.authorization(.locked)), "the wallet is locked; expected its passcode first",
      .locked
    ),
    (
      .signing(.authorization(.gone)), "the passcode was typed too long ago; type it again",
      .tryAgain
    ),
    (
      .signing(.authorization(.otherPurpose)),
      "the passcode was typed for something else; type it again for this", .tryAgain
    ),
    (
      .signing(.unknownAccount), "the wallet has no such account; see wallet accounts", .refused
    ),
    (
      .signing(.otherAddress),
      "nothing was signed: the message names another address; expected that of the account",
      .refused
    ),
    (
      .signing(.storage(.busy)),
      "another wallet is writing at this moment; try again when it is done", .tryAgain
    ),
  ]

  @Test(arguments: failures)
  func sessionFailures(failure: SessionFailure, message: String, status: EndStatus) {
    #expect(FailureText.failure(failure) == CommandFailure(said: message, status))
  }
}
