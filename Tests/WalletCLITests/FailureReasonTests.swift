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

/// The reasons for programs beside the exit code.
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
    (FailureText.unlock(.wrongPasscode(triesLeft: 1)), .wrongPasscode),
    (FailureText.unlock(.wrongPasscode(triesLeft: 4)), .wrongPasscode),
    (FailureText.unlock(.notText), .badPasscode),
    (FailureText.unlock(.secretGone), .secretGone),
    (FailureText.unlock(.noVault), .noWallet),
    (FailureText.authorization(.locked), .locked),
    (FailureText.authorization(.passcode(.wrongPasscode(triesLeft: 2))), .wrongPasscode),
    (FailureText.failure(AuthFailure.creation(.vaultExists)), .walletExists),
    (FailureText.failure(AuthFailure.phraseImport(.wrongChecksum)), .badPhrase),
    // It keeps its reason.
    (FailureText.failure(AuthFailure.phraseImport(.secretGone)), .secretGone),
    (FailureText.phrase(.wrongChecksum), .badPhrase),
    (FailureText.phrase(.published), .badPhrase),
    (FailureText.phrase(.storage(.notKept(path: "/v"))), nil),
    (FailureText.passcode(.notText), .badPasscode),
    (FailureText.passcode(.mismatch), nil),
    (FailureText.storage(.damaged(path: "/v")), .damagedVault),
    (FailureText.storage(.deviceKeyMissing(path: "/k")), .deviceKey),
    (FailureText.storage(.exposed(path: "/v", mode: 0o644)), .exposedFiles),
    (FailureText.storage(.foreign(path: "/v")), .exposedFiles),
    (FailureText.storage(.diskFull(path: "/v")), .diskFull),
    (FailureText.storage(.busy), .busy),
    (FailureText.storage(.notKept(path: "/v")), nil),
    (FailureText.failure(SendMoneyFailure.recipientIsZero), .badAddress),
    (FailureText.failure(SendMoneyFailure.amountZero), .badAmount),
    (
      FailureText.failure(SendMoneyFailure.notEnough(balance: .zero, needed: .zero)),
      .insufficientFunds
    ),
    (FailureText.failure(SendMoneyFailure.signing(.journalIsOlder)), .olderPayments),
    (.interrupted, .interrupted),
    // The journal's refusals, alone and as quoted in another sentence.
    (FailureText.journal(.exposed(path: "/p", mode: 0o644)), .exposedFiles),
    (FailureText.notSent(.diskFull(path: "/p")), .diskFull),
    (FailureText.failure(SendMoneyFailure.nonce(.storage(.busy))), .busy),
    (FailureText.failure(SendMoneyFailure.notRecorded(.storage(.busy))), .busy),
    (FailureText.notLookedUp(.transaction(.zero), FailureText.journal(.busy)), .busy),
    (FailureText.perhapsRecorded(FailureText.journal(.diskFull(path: "/p"))), .diskFull),
    (FailureText.notLookedUp(.transaction(.zero), FailureText.toldToStop), nil),
  ]

  @Test func failuresOfAKnownKindHaveTheirReason() {
    for (failure, reason) in Self.failures {
      #expect(failure.reason == reason, "\(failure.message)")
      #expect(failure.nextTry == nil)
    }
  }

  @Test func aWaitHasItsEnd() {
    let end = #""reason":"backedOff","nextTry":"1970-01-01T00:01:00Z"}"#
    #expect(FailureText.unlock(.backedOff(until: Self.date)).json.hasSuffix(end))
    let last = #""reason":"wrongPasscode","nextTry":"1970-01-01T00:01:00Z"}"#
    #expect(
      FailureText.unlock(.wrongPasscodeThenBackedOff(until: Self.date)).json.hasSuffix(last))
  }
}
