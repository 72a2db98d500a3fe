import ActivityClient
import AuthFeature
import EthereumPrimitives
import Foundation
import HomeFeature
import NodeClient
import SendFeature
import Testing
import VaultClient

@testable import WalletCLI

/// What programs are told beside the exit code.
@Suite struct FailureReasonTests {
  @Test func everyReasonIsDocumented() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Documentation/json.md"), encoding: .utf8)
    let rows = try #require(page.components(separatedBy: "| reason | meaning |").last)
    let named = rows.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
    #expect(named == FailureReason.allCases.map(\.rawValue))
  }

  private static let date = Date(timeIntervalSince1970: 60)

  private static let failures: [(CommandFailure, FailureReason?)] = [
    (FailureTexts.unlock(.wrongPasscode(triesLeft: 1)), .wrongPasscode),
    (FailureTexts.unlock(.wrongPasscode(triesLeft: 4)), .wrongPasscode),
    (FailureTexts.unlock(.notText), .badPasscode),
    (FailureTexts.unlock(.secretGone), .secretGone),
    (FailureTexts.unlock(.noVault), .noWallet),
    (FailureTexts.authorization(.locked), .locked),
    (FailureTexts.authorization(.passcode(.wrongPasscode(triesLeft: 2))), .wrongPasscode),
    (FailureTexts.failure(AuthFailure.creation(.vaultExists)), .walletExists),
    (FailureTexts.failure(AuthFailure.phraseImport(.wrongChecksum)), .badPhrase),
    // It keeps the reason that it has.
    (FailureTexts.failure(AuthFailure.phraseImport(.secretGone)), .secretGone),
    (FailureTexts.phrase(.wrongChecksum), .badPhrase),
    (FailureTexts.phrase(.published), .badPhrase),
    (FailureTexts.phrase(.storage(.notKept(path: "/v"))), nil),
    (FailureTexts.passcode(.notText), .badPasscode),
    (FailureTexts.passcode(.mismatch), nil),
    (FailureTexts.storage(.damaged(path: "/v")), .damagedVault),
    (FailureTexts.storage(.deviceKeyMissing(path: "/k")), .deviceKey),
    (FailureTexts.storage(.exposed(path: "/v", mode: 0o644)), .exposedFiles),
    (FailureTexts.storage(.foreign(path: "/v")), .exposedFiles),
    (FailureTexts.storage(.diskFull(path: "/v")), .diskFull),
    (FailureTexts.storage(.busy), .busy),
    (FailureTexts.storage(.notKept(path: "/v")), nil),
    (FailureTexts.failure(SendMoneyFailure.recipientIsZero), .badAddress),
    (FailureTexts.failure(SendMoneyFailure.amountZero), .badAmount),
    (
      FailureTexts.failure(SendMoneyFailure.notEnough(balance: .zero, needed: .zero)),
      .insufficientFunds
    ),
    (FailureTexts.failure(SendMoneyFailure.signing(.journalIsOlder)), .olderPayments),
    (.interrupted, .interrupted),
    // What the journal refuses, by itself and where another sentence quotes it.
    (FailureTexts.journal(.exposed(path: "/p", mode: 0o644)), .exposedFiles),
    (FailureTexts.notSent(.diskFull(path: "/p")), .diskFull),
    (FailureTexts.failure(SendMoneyFailure.nonce(.storage(.busy))), .busy),
    (FailureTexts.failure(SendMoneyFailure.notRecorded(.storage(.busy))), .busy),
    (FailureTexts.notLookedUp(.transaction(.zero), FailureTexts.journal(.busy)), .busy),
    (FailureTexts.perhapsRecorded(FailureTexts.journal(.diskFull(path: "/p"))), .diskFull),
    (FailureTexts.notLookedUp(.transaction(.zero), FailureTexts.toldToStop), nil),
  ]

  @Test func failuresOfAKnownKindHaveTheirReason() {
    for (failure, reason) in Self.failures {
      #expect(failure.reason == reason, "\(failure.message)")
      #expect(failure.nextTry == nil)
    }
  }

  @Test func aWaitHasItsEnd() {
    let end = #""reason":"backedOff","nextTry":"1970-01-01T00:01:00Z"}"#
    #expect(FailureTexts.unlock(.backedOff(until: Self.date)).json.hasSuffix(end))
    let last = #""reason":"wrongPasscode","nextTry":"1970-01-01T00:01:00Z"}"#
    #expect(
      FailureTexts.unlock(.wrongPasscodeThenBackedOff(until: Self.date)).json.hasSuffix(last))
  }
}
