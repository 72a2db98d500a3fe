import ActivityClient
import AuthFeature
import EthereumCrypto
import EthereumPrimitives
import Foundation
import HomeFeature
import JSONRPC
import NodeClient
import ProfileFeature
import SendFeature
import SessionClient
import Testing
import VaultClient

@testable import WalletCLI

/// The rest of the texts for people, word for word, with the program's exit codes.
@Suite struct MoreFailureTextsTests {
  static let auth: [(AuthFailure, String, EndStatus)] = [
    (.creation(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
    (.phraseImport(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
    (.phraseImport(.vaultExists), exists, .refused),
    (
      .phraseImport(.wrongWordCount(found: 13)),
      "the phrase has 13 words; expected 12, 15, 18, 21 or 24", .refused
    ),
    (
      .phraseImport(.wrongChecksum),
      "the words are known but their checksum is wrong; expected the words of one phrase, in"
        + " their order", .refused
    ),
    (.confirmation(.phraseGone), phraseGone, .tryAgain),
    (.confirmation(.secretGone), secretGone, .tryAgain),
    (
      .passcode(.tooShort(minimum: 8)), "the passcode is too short; expected at least 8 characters",
      .refused
    ),
    (
      .passcode(.tooCommon),
      "the passcode is easy to guess; expected another one, such as four"
        + " words", .refused
    ),
    (.passcode(.mismatch), "the two passcodes differ; expected the same one twice", .refused),
    (.passcode(.phraseGone), phraseGone, .tryAgain),
    (.passcode(.secretGone), secretGone, .tryAgain),
    (.commit(.phraseGone), phraseGone, .tryAgain),
    (.commit(.vaultExists), exists, .refused),
    (.commit(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
    (.commit(.cancelled), interrupted, .tryAgain),
    (.unlock(.noVault), noWallet, .refused),
    (.unlock(.secretGone), secretGone, .tryAgain),
    (
      .unlock(.wrongPasscode(triesLeft: 1)),
      "the passcode is wrong; 1 try is left before a wait",
      .locked
    ),
    (
      .unlock(.wrongPasscodeThenBackedOff(until: Date(timeIntervalSince1970: 60))),
      "the passcode is wrong; the next try is possible at 1970-01-01T00:01:00Z", .locked
    ),
    (
      .unlock(.backedOff(until: Date(timeIntervalSince1970: 60))),
      "too many tries without the right passcode, or their count is missing or an old copy; the next"
        + " try is possible at 1970-01-01T00:01:00Z",
      .locked
    ),
    (
      .unlock(.notText), "the passcode is not text; expected UTF-8 without control characters",
      .locked
    ),
    (
      .phraseImport(.keyLength(found: 63)),
      "the private key has 63 digits; expected 64, with or without 0x before them", .usage
    ),
    (
      .phraseImport(.keyDigit(position: 3)),
      "character 3 of the private key is not a hexadecimal digit; expected 0 to 9 and a to f",
      .usage
    ),
    (
      .phraseImport(.keyOutOfRange),
      "these digits are not a private key; expected a number from 1 to the order of the"
        + " curve, less 1",
      .usage
    ),
    (.unlock(.cancelled), interrupted, .tryAgain),
    (.unlock(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
  ]

  static let profile: [(ProfileFailure, String, EndStatus)] = [
    (.service(.notAnEndpoint), "expected https://HOST or http://127.0.0.1:PORT", .usage),
    (
      .service(.notEncrypted),
      "expected https:// for another machine: tokens must not travel in the clear", .usage
    ),
    (.preferences(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
    (
      .preferences(.damaged(path: "/s")),
      FailureText.recordDamaged("/s").message, .refused
    ),
    (
      .preferences(.unsupportedVersion(path: "/s", found: 9, supported: 1)),
      FailureText.recordTooNew("/s", 9, 1).message, .refused
    ),
    (
      .lastShownAccount, "this is the only visible account; expected another visible one",
      .refused
    ),
    (.account(.locked), locked, .locked),
    (
      .account(.keyHasOneAccount),
      "the wallet holds a private key, which is one account; expected a wallet of a phrase to add another",
      .refused
    ),
    (.account(.unknownAccount), unknownAccount, .refused),
    (
      .account(.tooManyAccounts(limit: 9)),
      "the wallet has 9 accounts; expected fewer before adding one", .refused
    ),
    (
      .account(.invalidName(maximumCount: 40)),
      "this is not a name; expected 1 to 40 characters on one line", .refused
    ),
    (.account(.nameTaken), "another account has that name; expected a new one", .refused),
    (.account(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
    (.authorization(.passcode(.noVault)), noWallet, .refused),
    (.authorization(.unknownAccount), unknownAccount, .refused),
    (.reveal(.authorization(.locked)), locked, .locked),
    (.reveal(.authorization(.gone)), authorizationGone, .tryAgain),
    (.reveal(.authorization(.otherPurpose)), otherPurpose, .tryAgain),
    (
      .reveal(.displayUnavailable),
      "the phrase can be shown on a terminal only; run this where a person sees it", .refused
    ),
    (.reveal(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
    (.erase(.authorization(.locked)), locked, .locked),
    (.erase(.authorization(.gone)), authorizationGone, .tryAgain),
    (.erase(.authorization(.otherPurpose)), otherPurpose, .tryAgain),
    (.erase(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
    (.node(.cancelled), "the request was cancelled", .tryAgain),
  ]

  static let sending: [(SendMoneyFailure, String, EndStatus)] = [
    (
      .nonce(.implausible(count: 4_294_967_296)),
      "nothing was sent: the node counts 4294967296 transactions of the account, more than an account"
        + " can make; expected a node that tells the truth (see --rpc-url)", .tryAgain
    ),
    (
      .recipient(.missingPrefix),
      "the recipient is not an address: expected an address that begins with 0x", .refused
    ),
    (.amountMissing, "there is no amount; expected ether such as 0.25", .refused),
    (.amountZero, "the amount is zero; expected at least 1 wei", .refused),
    (
      .amount(.notANumber),
      "the amount is not valid: expected digits with at most one period between them,"
        + " such as 0.25", .refused
    ),
    (
      .notEnough(balance: 1, needed: 2),
      "the account has 0.000000000000000001 ETH; expected at least 0.000000000000000002 ETH for the"
        + " amount and its fee", .refused
    ),
    (
      .notEnough(balance: 3, reserved: 2, needed: 2),
      "the account has 0.000000000000000003 ETH, of which open payments may take"
        + " 0.000000000000000002 ETH; expected at least 0.000000000000000002 ETH for the amount and its"
        + " fee", .refused
    ),
    (
      .notEnoughForAmount(balance: 1, amount: 2),
      "the account has 0.000000000000000001 ETH; expected 0.000000000000000002 ETH for the amount"
        + " alone, and more for its fee", .refused
    ),
    (
      .notEnoughForAmount(balance: 3, reserved: 2, amount: 2),
      "the account has 0.000000000000000003 ETH, of which open payments may take"
        + " 0.000000000000000002 ETH; expected 0.000000000000000002 ETH for the amount alone, and more"
        + " for its fee", .refused
    ),
    (
      .fundsInDoubt(Hash32(0, 0, 0, 9)),
      "the remaining balance is not known yet: the node counts the nonce of payment"
        + " \(Hash32(0, 0, 0, 9).hex) as used, but shows no block that has it; expected that"
        + " block: try again later",
      .nodeUnavailable
    ),
    (.signing(.authorization(.locked)), locked, .locked),
    (.signing(.storage(.diskFull(path: "/v"))), diskFull, .tryAgain),
    (
      .notRecorded(.nonceTaken(by: PaymentID(transactionHash: .zero))),
      "nothing was sent: another wallet made or ended the payment \(Hash32.zero.hex) at the same"
        + " moment; see wallet activity, and send again if both are meant", .tryAgain
    ),
    (
      .nonce(.chainBehind(PaymentID(transactionHash: .zero))),
      "nothing was sent: a block had the payment \(Hash32.zero.hex), but the node reports its"
        + " nonce as unused; expected a node that has caught up with the chain. After a"
        + " development chain was restarted, or a node lied, see wallet repair", .refused
    ),
    (
      .notRecorded(.mismatch(.nonce)),
      "nothing was sent: the signed transaction has a different nonce than requested", .refused
    ),
    (
      .journalUpdate(.impossible(from: .broadcast)),
      "the payment was settled already; see wallet activity", .refused
    ),
    (
      .journalUpdate(.storage(.busy)),
      "another wallet is writing at this moment; try again when it is done", .tryAgain
    ),
    (
      .journal(.permissionDenied(path: "/p")),
      "/p may not be read or written; expected it to be yours and writable", .refused
    ),
    (
      .journal(.unsupportedVersion(found: 9, supported: 1)),
      "a newer wallet wrote the payments (version 9); expected at most 1", .refused
    ),
    (
      .journal(.tooLarge(path: "/p")),
      "/p is too large to read; expected it to be moved away by hand", .refused
    ),
    (
      .journal(.system(path: "/p", errorNumber: 5)), "/p can't be used: Input/output error",
      .refused
    ),
    (
      .node(.malformedAnswer(method: "m", MalformedAnswer(path: "", expected: "e", actual: "a"))),
      "the answer to m does not follow Ethereum's JSON-RPC: expected e, got a", .nodeUnavailable
    ),
    (
      .node(.wrongID(method: "m", expected: 1, actual: "2")),
      "the answer to m has the id 2, expected 1", .nodeUnavailable
    ),
    (
      .node(.refused(method: "m", RPCError(code: -1, message: "no"))),
      "the node refused m: no (code -1)", .refused
    ),
    (
      // A replica that lacks the newest block: a script may continue.
      .node(.refused(method: "eth_getBalance", RPCError(code: -32_000, message: "no"))),
      "the node refused eth_getBalance: no (code -32000)", .nodeUnavailable
    ),
    (
      .node(.refused(method: "eth_estimateGas", RPCError(code: 3, message: "no"))),
      "the node refused eth_estimateGas: no (code 3)", .refused
    ),
    (
      .node(.refused(method: "m", RPCError(code: -32_005, message: "no"))),
      "the node refused m: no (code -32005)", .tryAgain
    ),
    (
      .node(.refused(method: "m", RPCError(code: -32_603, message: "no"))),
      "the node refused m: no (code -32603)", .tryAgain
    ),
    (
      .node(.wrongTransactionHash(expected: .zero, actual: .zero)),
      "the node returned the transaction hash \(Hash32.zero), expected \(Hash32.zero)",
      .nodeUnavailable
    ),
  ]

  static let home: [(HomeFailure, String, EndStatus)] = [
    (.node(.cancelled), "the request was cancelled", .tryAgain),
    (
      .journal(.busy), "another wallet is writing at this moment; try again when it is done",
      .tryAgain
    ),
  ]

  static let lookUp: [(LookUpBalanceFailure, String, EndStatus)] = [
    (
      .address(.missingPrefix), "this is not an address: expected an address that begins with 0x",
      .refused
    ),
    (.node(.cancelled), "the request was cancelled", .tryAgain),
  ]

  @Test func eachHasItsTextAndItsExitStatus() {
    for (failure, text, status) in Self.auth {
      #expect(FailureText.failure(failure) == CommandFailure(said: text, status))
    }
    for (failure, text, status) in Self.profile {
      #expect(FailureText.failure(failure) == CommandFailure(said: text, status))
    }
    for (failure, text, status) in Self.sending {
      #expect(FailureText.failure(failure) == CommandFailure(said: text, status))
    }
    for (failure, text, status) in Self.home {
      #expect(FailureText.failure(failure) == CommandFailure(said: text, status))
    }
    for (failure, text, status) in Self.lookUp {
      #expect(FailureText.failure(failure) == CommandFailure(said: text, status))
    }
  }

  // MARK: - Texts That Several Share

  private static let diskFull = "the disk is full: /v was not written; expected room for it"
  private static let exists =
    "there is a wallet already; expected a home without one (choose with --home)"
  private static let phraseGone = "the new phrase was discarded; start again with wallet init"
  private static let secretGone = "what was typed expired after five minutes; type it again"
  private static let interrupted =
    "it was interrupted before it finished; nothing was changed"
  private static let noWallet =
    "there is no wallet here; expected one made by wallet init or wallet import"
  private static let locked = "the wallet is locked; expected its passcode first"
  private static let unknownAccount = "the wallet has no such account; see wallet accounts"
  private static let authorizationGone = "the passcode was typed too long ago; type it again"
  private static let otherPurpose =
    "the passcode was typed for something else; type it again for this"
}
