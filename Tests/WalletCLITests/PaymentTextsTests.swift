import ActivityClient
import AuthFeature
import EthereumPrimitives
import EthereumTransactions
import Foundation
import JSONRPC
import NodeClient
import SendFeature
import Testing
import VaultClient

@testable import WalletCLI

/// The texts about payments, word for word, with the program's exit codes.
@Suite struct PaymentTextsTests {
  private static let zero = Hash32.zero.hex
  private static let id = PaymentID(transactionHash: .zero)

  static let auth: [(AuthFailure, String, EndStatus)] = [
    (
      .phraseImport(.published),
      "this phrase is public, and bots empty its accounts; expected a phrase of your own, or"
        + " a development chain (--chain-id 1337 or 31337)", .refused
    )
  ]

  static let sending: [(SendMoneyFailure, String, EndStatus)] = [
    (
      .recipientIsZero,
      "the recipient is the zero address, which has no known key; expected an address with a key",
      .refused
    ),
    (
      .fee(.feeTooHigh(fee: 2_000_000_000_000_000_000, ceiling: 50_000_000_000_000_000)),
      "nothing was sent: the fee may be 2 ETH; expected at most 0.05 ETH (see --max-fee)", .refused
    ),
    (
      .fee(.tipTooHigh(tip: 40_000_000_000, ceiling: 3_000_000_000)),
      "nothing was sent: the node asks for a tip of 40 gwei for each gas; expected at most 3 gwei"
        + " beside the base fee that it names", .refused
    ),
    (
      .fee(.gasTooHigh(gas: 1_200_000, ceiling: 1_000_000)),
      "nothing was sent: the recipient's code would get 1200000 gas; expected at most 1000000 gas",
      .refused
    ),
    (
      .fee(.gasNotPlain(gas: 21_001, expected: 21_000)),
      "nothing was sent: the payment would use 21001 gas; expected exactly 21000 gas for a recipient"
        + " without code", .refused
    ),
    (
      .fee(.notANumber),
      "the node named fees that are not an amount of ether; expected fewer than 2²⁵⁶ wei",
      .nodeUnavailable
    ),
    (
      .notAgreed([.equalPayment(.zero, secondsAgo: 61), .firstPayment]),
      "nothing was sent, and --yes does not cover this: the same amount went to the same recipient"
        + " 1 minute ago: \(zero) (--again, or --id with a key of its own); this wallet has never"
        + " paid this recipient before; expected its own confirmation", .refused
    ),
    (
      .notAgreed([.publishedAccount]),
      "nothing was sent, and --yes does not cover this: the private key of the account that pays is public: anyone can take its ether before this payment does, and whatever is left or arrives later (--from-published); expected its own confirmation",
      .refused
    ),
    (
      .finalEndLost(.zero, block: 7, head: 3),
      "its outcome was final in block 7, and the node's chain, which is at block 3, does not have it: that chain was reorganised or started again, or the node is not synced. If this node is right, 'wallet repair' opens the payment again",
      .unknownEnd
    ),
    (
      .signing(.journalIsOlder),
      "nothing was sent: the wallet's payments are an old copy, another wallet's, or missing. Payments since then are unknown, a name (--id) would pay again, and equal payments are not noticed; expected the file as it was (activity/payments.sqlite), or 'wallet accept-journal' first",
      .refused
    ),
    (
      .nonce(.gap(GapReport(expected: 4, nonce: 7, latest: 6, pending: 7))),
      "nothing was sent: the node counts 6 transactions of the account in blocks and 7 with those that"
        + " wait, and this wallet expected the nonce 4: another wallet has the same key, or the node"
        + " is wrong. Expected --nonce 7, if that is intended", .refused
    ),
    (
      .nonce(.inconsistent(latest: 3, pending: 2)),
      "nothing was sent: the node counts 3 transactions in blocks, and 2 in blocks and waiting;"
        + " expected at least as many", .tryAgain
    ),
    (.nonce(.exhausted), "the account has used its last nonce", .refused),
    (
      .nonce(.storage(.busy)),
      "nothing was sent: another wallet is writing at this moment; try again when it is done",
      .tryAgain
    ),
    (
      .secondOpinion(.nonce(first: 1, second: 2)),
      "nothing was sent: one node counts 1 transactions of the account, the other one 2; expected two"
        + " nodes that agree", .tryAgain
    ),
    (
      .secondOpinion(.code(.zero)),
      "nothing was sent: the two nodes name different code at"
        + " 0x0000000000000000000000000000000000000000; expected two nodes that agree", .tryAgain
    ),
    (
      .secondOpinion(.baseFee(first: 190_000_000_000, second: 10_000_000_000)),
      "nothing was sent: one node names a base fee of 190 gwei, the other one 10 gwei; expected two"
        + " nodes that agree", .tryAgain
    ),
    (
      .submission(.nonceChanged(reviewed: 1, found: 2)),
      "nothing was signed: the nonce is 2 now, and was 1 at the review; review again", .tryAgain
    ),
    (
      .submission(.invalid(.nonceTooLarge)),
      "nothing was signed: the chain would not accept it: expected a nonce below 2^64 - 1", .refused
    ),
    (
      .notRecorded(.keyTaken(by: id, field: .value)),
      "nothing was sent: the payment \(zero) has that name, and another value; expected a name for"
        + " each payment", .refused
    ),
    (
      .notReplaced(.unknownPayment), "the wallet has no such payment; see wallet activity", .refused
    ),
    (
      .notReplaced(.notOpen(.abandoned)), "the payment is in a block already; see wallet activity",
      .refused
    ),
    (
      .notReplaced(.feeTooLow(maxFeePerGas: 11, maxPriorityFeePerGas: 2)),
      "nothing was sent: the fees are too low to replace the payment; expected at least 11 wei"
        + " per gas, and 2 wei of tip", .refused
    ),
    (
      .notReplaced(.mismatch(.nonce)),
      "nothing was sent: the signed transaction has a different nonce than requested", .refused
    ),
    (
      .notReplaced(.storage(.busy)),
      "nothing was sent: another wallet is writing at this moment; try again when it is done",
      .tryAgain
    ),
    (
      .journal(.exposed(path: "/p", mode: 0o644)),
      "/p has the mode 644, so that others may read or write it; expected only its owner to have"
        + " access", .refused
    ),
    (
      .journal(.corrupt(path: "/p")),
      "/p is damaged; expected payments as the wallet writes them. It is left as it is", .refused
    ),
    (
      .cancelled(.zero),
      "the payment was cancelled by the transaction \(zero), and did not pay", .refused
    ),
    (
      .abandoned(.zero), "the payment \(zero) was abandoned before it was sent", .refused
    ),
  ]

  @Test func eachHasItsTextAndItsExitStatus() {
    for (failure, text, status) in Self.auth {
      #expect(FailureText.failure(failure) == CommandFailure(said: text, status))
    }
    for (failure, text, status) in Self.sending {
      #expect(FailureText.failure(failure) == CommandFailure(said: text, status))
    }
  }

  // MARK: - Recorded payments

  static func payment(_ key: String? = nil, state: PaymentState = .broadcast) throws
    -> Payment
  {
    Payment(
      intent: PaymentIntent(
        key: try key.map { try PaymentKey($0) }, chainID: 1, from: .zero, to: .zero,
        value: 500_000_000_000_000_000),
      transactions: [
        PaymentTransaction(
          nonce: 3, gasLimit: 21_000, maxFeePerGas: 1, maxPriorityFeePerGas: 1, hash: .zero,
          rawTransaction: [])
      ], recordedAt: Date(timeIntervalSince1970: 0), state: state)
  }

  /// Recorded payments ended with 75, and scripts paid again.
  @Test func aRecordedPaymentWithoutAnEndHasACodeOfItsOwn() throws {
    #expect(
      FailureText.unknownEnd(try Self.payment(), "not known after 10m (waiting for a block)")
        == CommandFailure(
          said:
            "the payment \(Self.zero) is recorded and may still pay; its outcome is not known"
            + " after 10m (waiting for a block). Check with 'wallet wait \(Self.zero)', and"
            + " don't send it again",
          .unknownEnd, payment: .zero))
    #expect(
      FailureText.unsettled(try Self.payment("rent"), .journal(.diskFull(path: "/p")))
        == CommandFailure(
          said:
            "the payment \(Self.zero) is recorded and may still pay; its outcome is not known:"
            + " the disk is full: /p was not written; expected room for it. Check with 'wallet wait"
            + " rent', and don't send it again", .unknownEnd, payment: .zero))
  }

  @Test func possiblyRecordedPaymentsAreNotCalledUnrecorded() {
    #expect(
      FailureText.failure(.submission(.perhapsRecorded(.zero, .busy)))
        == CommandFailure(
          said:
            "the payment \(Self.zero) may be recorded: another wallet is writing at this moment; try"
            + " again when it is done. See 'wallet status \(Self.zero)', and don't send it again"
            + " before that", .unknownEnd, payment: .zero))
  }

  static func old() throws -> OldPayment {
    OldPayment(payment: try payment(), at: Date(timeIntervalSince1970: 7_300))
  }

  @Test func oldPaymentsAreReportedWithTheirAge() throws {
    let old = try Self.old()
    let what =
      "the payment \(Self.zero) of 0.5 ETH to 0x0000000000000000000000000000000000000000 was signed"
      + " 2 hours ago"
    #expect(
      FailureText.stillOpen(old)
        == "Note: \(what), and is still pending; it is sent with this one if needed. See"
        + " 'wallet status \(Self.zero)'.")
    #expect(
      FailureText.goesAlong(old)
        == "Note: \(what), and comes before this payment; it is sent again if no node has it. See"
        + " 'wallet status \(Self.zero)'.")
    #expect(
      FailureText.opensAgain(old.payment)
        == "Note: the payment \(Self.zero) of 0.5 ETH to 0x0000000000000000000000000000000000000000"
        + " was settled and is pending again: the chain was reorganised. See 'wallet status"
        + " \(Self.zero)'.")
    #expect(
      FailureText.goesOut(old)
        == "Note: \(what), and no node is known to have it; it is sent now.")
    #expect(
      FailureText.failure(.behindStale(old))
        == CommandFailure(
          said:
            "nothing was sent: \(what), and no node is known to have it; a new payment would wait behind"
            + " it. Expected 'wallet wait \(Self.zero)', which sends it, or 'wallet cancel"
            + " \(Self.zero)', which ends it", .refused, payment: .zero))
  }

  @Test func aFailureIsAnObjectForPrograms() {
    #expect(
      CommandFailure(said: "a \"b\"", .tryAgain).json
        == #"{"code":75,"cause":"tryAgain","message":"a \"b\"","retryable":true}"#)
    #expect(
      CommandFailure(said: "c", .unknownEnd, payment: .zero).json
        == "{\"code\":76,\"cause\":\"unknownEnd\",\"message\":\"c\",\"retryable\":false,"
        + "\"hash\":\"\(Self.zero)\"}")
  }

  // MARK: - Warnings

  @Test func eachWarningHasItsText() throws {
    let address = "0x0000000000000000000000000000000000000000"
    let table: [(SendWarning, String)] = [
      (.firstPayment, "this wallet has never paid this recipient before"),
      (
        .looksLike(.zero),
        "the recipient looks like \(address), which you know, but is another address"
      ),
      (.contract, "the recipient is a contract: its code decides what happens to the ether"),
      (
        .delegated(to: .zero),
        "the recipient's owner has put the contract \(address) in charge of the account"
      ),
      (.ownAccount, "the recipient is an account of this wallet"),
      (
        .equalPayment(.zero, secondsAgo: 1),
        "the same amount went to the same recipient 1 second ago: \(Self.zero)"
      ),
      (
        .releases(try Self.old()),
        "the payment \(Self.zero) of 0.5 ETH to \(address) was signed 2 hours ago, is waiting"
          + " for the nonce of this one, and may pay right after it; 'wallet cancel \(Self.zero)' ends it"
      ),
      (
        .undonePayment(.zero, secondsAgo: 61),
        "a payment of the same amount to the same recipient 1 minute ago failed, as its node"
          + " reports, which can still change: \(Self.zero) (see 'wallet status \(Self.zero)')"
      ),
      (
        .unknownEarlier(count: 1),
        "the node counts 1 earlier transaction of the account, which this wallet does not know"
      ),
      (
        .unknownEarlier(count: 7),
        "the node counts 7 earlier transactions of the account, and this wallet knows none of them"
      ),
      (.feeShare(percent: 49), "the fee may be 49 % of the amount"),
    ]
    for (warning, text) in table { #expect(WarningText.text(warning) == text) }
    #expect(WarningText.remedy(.feeShare(percent: 1)) == "--max-fee-percent")
    #expect(
      WarningText.remedy(.undonePayment(.zero, secondsAgo: 1))
        == "--again, or --id with a key of its own")
    #expect(WarningText.remedy(.looksLike(.zero)) == nil)
  }

  @Test(arguments: [
    (-1, "just now"), (0, "just now"), (1, "1 second ago"), (59, "59 seconds ago"),
    (60, "1 minute ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"),
    (86_399, "23 hours ago"), (86_400, "1 day ago"), (172_800, "2 days ago"),
  ])
  func anAgeIsShownInItsLargestUnit(seconds: Int, text: String) {
    #expect(AgeText.ago(seconds) == text)
  }

  // MARK: - What is waited for

  @Test func eachWaitHasItsText() {
    let node = "the node at http://127.0.0.1:1"
    let table: [(PaymentProgress?, String)] = [
      (nil, "sending the payment to \(node)"),
      (.handingOver, "sending the payment to \(node)"),
      (
        .underpriced(baseFee: 2_500_000_000, ceiling: 1_750_000_000),
        "stuck: gas costs 2.5 gwei now, the signed limit is 1.75 gwei; waiting for it to fall"
          + " (or see 'wallet speed-up')"
      ),
      (
        .waitingForLong(blockCount: 12),
        "stuck: 12 blocks passed without the payment; still waiting (or see 'wallet speed-up')"
      ),
      (.waitingForBlock, "waiting for a block that has the payment"),
      (
        .waitingForEarlier(accountNonce: 4),
        "waiting for the account's earlier nonces, from 4 on: earlier payments have them (see"
          + " 'wallet activity'), or the next one gets them"
      ),
      (.inBlock(number: 123, depth: 3, needed: 12), "in block 123, 3 of 12"),
      (
        .nonceSpent(needed: 12),
        "\(node) counts the payment's nonce as used; waiting for the transaction that used it, at depth 12 (or see"
          + " --verify-rpc-url, or an archive node)"
      ),
      (
        .nodeBehind(head: 5, needed: 9),
        "waiting for \(node), which is at block 5 and must come to 9 (or see 'wallet repair')"
      ),
      (
        .nodeFailing(.unreachable(endpoint: "e", reason: "r")),
        "waiting for \(node) (unreachable for 12 s)"
      ),
      (
        .nodeFailing(.connectionLost(endpoint: "e", reason: "r")),
        "waiting for \(node) (unreachable for 12 s)"
      ),
      (
        .nodeFailing(.timedOut(method: "m", after: .seconds(1))),
        "waiting for \(node) (no answer for 12 s)"
      ),
      (
        .nodeFailing(.httpStatus(503, retryAfter: nil)),
        "waiting for \(node) (HTTP status 503 for 12 s)"
      ),
      (
        .nodeFailing(.refused(method: "m", RPCError(code: -32_005, message: "no"))),
        "waiting for \(node) (refusing for 12 s)"
      ),
      (
        .nodeFailing(.answerTooLarge(method: "m", bytesMax: 1)),
        "waiting for \(node) (answering wrongly for 12 s)"
      ),
      (
        .nodeFailing(.wrongChain(expected: 1, actual: 5)),
        "waiting for \(node) (on chain 5 for 12 s)"
      ),
      (.nodeFailing(.cancelled), "waiting for \(node) (failing for 12 s)"),
      (
        .failureUnproved,
        "\(node) reports that the payment failed; waiting until a second node confirms it"
          + " (see --verify-rpc-url)"
      ),
      (.nodeInconsistent(.noHead), "\(node) contradicts itself; asking it again"),
      (.chainMoving, "the chain's newest block changed in the meantime; looking again"),
      (
        .refused(NodeRefusal(code: 1, message: "no\n")),
        "\(node) does not accept the payment (no\\u{a}); offering it again"
      ),
      (.journalBusy, "waiting for another wallet, which is writing"),
      (
        .verifierFailing(.unreachable(endpoint: "e", reason: "r")),
        "waiting for the second node (unreachable for 12 s)"
      ),
      (.verifierDisagreeing, "waiting until the second node agrees"),
    ]
    for (progress, text) in table {
      #expect(ProgressText.text(progress, node: node, failing: 12) == text)
    }
  }
}
