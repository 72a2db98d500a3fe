import ActivityClient
import AuthFeature
import EthereumPrimitives
import Foundation
import HomeFeature
import NodeClient
import ProfileFeature
import SendFeature
import Testing
import VaultClient

@testable import WalletCLI

/// The end of a command; the test library has an `ExitStatus`, too.
typealias EndStatus = WalletCLI.ExitStatus

/// The texts for people, word for word, with the program's exit codes.
@Suite struct FailureTextsTests {
  static let auth: [(AuthFailure, String, EndStatus)] = [
    (
      .creation(.unsupportedWordCount(13)),
      "a phrase of 13 words can't be made; expected 12, 15, 18, 21 or 24", .refused
    ),
    (
      .creation(.vaultExists),
      "there is a wallet already; expected a home without one (choose with --home)", .refused
    ),
    (
      .display(.phraseGone), "the new phrase was discarded; start again with wallet init", .tryAgain
    ),
    (
      .display(.displayUnavailable),
      "the phrase can be shown on a terminal only; run this where a person sees it", .refused
    ),
    (
      .phraseImport(.secretGone), "what was typed expired after five minutes; type it again",
      .tryAgain
    ),
    (
      .phraseImport(.unknownWord(position: 3)),
      "word 3 of the phrase is not in the English list; expected a word of BIP-39, in lower case",
      .refused
    ),
    (
      .phraseImport(.upperCase(position: 1)),
      "word 1 of the phrase is right, but its letters are not all in lower case; expected all words in"
        + " lower case",
      .refused
    ),
    (
      .phraseImport(.extraSpace(position: 2)),
      "there is an extra space at word 2; expected one between words", .refused
    ),
    (
      .confirmation(.wrongWords(positions: [7])),
      "not the word at 7; expected that of the phrase shown", .refused
    ),
    (
      .confirmation(.wrongWords(positions: [2, 7])),
      "not the words at 2, 7; expected those of the phrase shown", .refused
    ),
    (
      .confirmation(.noChallenge), "no words were asked for; expected a question first", .refused
    ),
    (
      .passcode(.tooLong(maximumByteCount: 1024)),
      "the passcode is too long; expected at most 1024 bytes", .refused
    ),
    (.passcode(.notDigits(count: 6)), "the passcode is not of digits; expected 6 digits", .refused),
    (
      .passcode(.notText),
      "the passcode is not text; expected UTF-8 without control characters", .refused
    ),
    (
      .commit(.notConfirmed),
      "the wallet was not saved; expected its three words to be confirmed first", .refused
    ),
    (
      .commit(.noPasscode), "the wallet was not saved; expected a passcode to be set first",
      .refused
    ),
    (
      .interrupted, "it was interrupted before it finished; nothing was changed", .tryAgain
    ),
    (
      .storage(.busy), "another wallet is writing at this moment; try again when it is done",
      .tryAgain
    ),
  ]

  @Test(arguments: auth)
  func authFailures(failure: AuthFailure, message: String, status: EndStatus) {
    #expect(FailureText.failure(failure) == CommandFailure(said: message, status))
  }

  static let sending: [(SendMoneyFailure, String, EndStatus)] = [
    (.noFees, "the node named no base fee; expected a chain with EIP-1559", .nodeUnavailable),
    (
      .authorization(.locked), "the wallet is locked; expected its passcode first", .locked
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
      .notRecorded(.storage(.diskFull(path: "/p"))),
      "nothing was sent: the disk is full: /p was not written; expected room for it", .tryAgain
    ),
    (
      .journal(.damaged(path: "/p", line: 3)),
      "line 3 of /p is damaged; expected a payment as the wallet writes it", .refused
    ),
    (
      .journalUpdate(.unknownPayment),
      "the payment list does not have the payment; expected it to be recorded first", .refused
    ),
    (
      .executionFailed(.zero, isVerified: true),
      "the payment 0x0000000000000000000000000000000000000000000000000000000000000000 failed in"
        + " its block; its fee is spent", .refused
    ),
    (
      .executionFailed(.zero, isVerified: false),
      "the payment 0x0000000000000000000000000000000000000000000000000000000000000000 failed in its"
        + " block, as one node reports (see --verify-rpc-url); its fee is spent", .refused
    ),
    (
      .authorization(.otherAddress),
      "nothing was signed: the list of addresses beside the vault named another address for this"
        + " account than the vault; that list is removed. Check the address, and run the command again",
      .refused
    ),
    (
      .submission(.nonceUsed(.zero)),
      "nothing was signed: a block has the payment"
        + " 0x0000000000000000000000000000000000000000000000000000000000000000, or another transaction"
        + " with its nonce", .refused
    ),
    (
      .replaced(.zero, by: Hash32(0, 0, 0, 1)),
      "another transaction of the account,"
        + " 0x0000000000000000000000000000000000000000000000000000000000000001, replaced the"
        + " payment 0x0000000000000000000000000000000000000000000000000000000000000000, which"
        + " did not pay; see wallet activity", .refused
    ),
    (
      .replaced(.zero, by: nil),
      "another transaction of the account replaced the payment"
        + " 0x0000000000000000000000000000000000000000000000000000000000000000, which did not pay;"
        + " see wallet activity", .refused
    ),
  ]

  @Test(arguments: sending)
  func sendFailures(failure: SendMoneyFailure, message: String, status: EndStatus) {
    #expect(FailureText.failure(failure) == CommandFailure(said: message, status))
  }

  static let storage: [(VaultStorageFailure, String, EndStatus)] = [
    (
      .permissionDenied(path: "/v"),
      "/v may not be read or written; expected it to be yours and writable",
      .refused
    ),
    (
      .exposed(path: "/v", mode: 0o100_644),
      "others may read /v (mode 644); expected only its owner to have access (chmod go= /v)",
      .refused
    ),
    (
      .exposed(path: "/v", mode: 0o622),
      "others may write to /v (mode 622); expected only its owner to have access (chmod go= /v)",
      .refused
    ),
    (
      .exposed(path: "/v", mode: 0o777),
      "others may read and write /v (mode 777); expected only its owner to have access (chmod go= /v)",
      .refused
    ),
    (
      .foreign(path: "/v"),
      "/v belongs to another user; expected it to be yours (see chown)", .refused
    ),
    (
      .notAFile(path: "/v"),
      "/v is a pipe, a device or a folder; expected a file of the wallet", .refused
    ),
    (
      .notKept(path: "/v"),
      "the disk returned other bytes than were written to /v; expected the same bytes. Nothing was replaced",
      .refused
    ),
    (
      .damaged(path: "/v"),
      "/v is damaged; expected a vault as the wallet writes it. It is left as it is; 'wallet import' sets it aside and makes the wallet again from its phrase",
      .refused
    ),
    (
      .unsupportedVersion(found: 9, supported: 1),
      "a newer wallet wrote the vault (version 9); expected at most 1", .refused
    ),
    (
      .deviceKeyMissing(path: "/k"),
      "the device key is not at /k; expected the file that the vault was made with", .refused
    ),
    (
      .deviceKeyMalformed(path: "/k"),
      "/k is not a device key; expected 32 bytes in a file of mode 0600", .refused
    ),
    (
      .deviceKeyMismatched(path: "/k"),
      "/k belongs to another vault; expected the key that this one was made with", .refused
    ),
    (
      .outOfMemory, "there is too little memory; expected 256 MiB to derive the key", .tryAgain
    ),
    (
      .system(path: "/v", errorNumber: 5), "/v can't be used: Input/output error", .refused
    ),
  ]

  @Test(arguments: storage)
  func storageFailures(failure: VaultStorageFailure, message: String, status: EndStatus) {
    #expect(FailureText.failure(.storage(failure)) == CommandFailure(said: message, status))
  }

  static let nodeStatuses: [(NodeError, EndStatus)] = [
    (.unreachable(endpoint: "e", reason: "r"), .nodeUnavailable),
    (.connectionLost(endpoint: "e", reason: "r"), .nodeUnavailable),
    (.timedOut(method: "m", after: .seconds(1)), .tryAgain),
    (.httpStatus(503, retryAfter: nil), .tryAgain),
    (.httpStatus(404, retryAfter: nil), .nodeUnavailable),
    (.answerTooLarge(method: "m", bytesMax: 1), .nodeUnavailable),
    (.wrongChain(expected: 1, actual: 2), .refused),
    (.cancelled, .tryAgain),
    (.unexpected(errorType: "E"), .nodeUnavailable),
  ]

  @Test(arguments: nodeStatuses)
  func eachNodeErrorHasItsExitStatus(error: NodeError, status: EndStatus) {
    #expect(FailureText.failure(error).status == status)
    #expect(FailureText.failure(HomeFailure.node(error)) == FailureText.failure(error))
    #expect(FailureText.failure(ProfileFailure.node(error)) == FailureText.failure(error))
  }
}
