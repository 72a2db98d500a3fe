import ActivityClient
import EthereumPrimitives
import NodeClient
import SendFeature
import Testing
import VaultClient

@Suite("SendMoneyFailure")
struct SendMoneyFailureTests {
  private struct Unheard: Error {}

  @Test func errorsOfAnEffectAreClassified() {
    let table: [(any Error, SendMoneyFailure)] = [
      (SendMoneyFailure.amountZero, .amountZero),
      (SendMoneyFailure.noFees, .noFees),
      (AuthorizationRefusal.locked, .authorization(.locked)),
      (
        AuthorizationRefusal.passcode(.wrongPasscode(triesLeft: 1)),
        .authorization(.passcode(.wrongPasscode(triesLeft: 1)))
      ),
      (SigningRefusal.authorization(.gone), .signing(.authorization(.gone))),
      (RecordRefusal.mismatch(.nonce), .notRecorded(.mismatch(.nonce))),
      (RecordRefusal.storage(.busy), .notRecorded(.storage(.busy))),
      (
        NonceRefusal.chainBehind(PaymentID(transactionHash: .zero)),
        .nonce(.chainBehind(PaymentID(transactionHash: .zero)))
      ),
      (SecondOpinion.nonce(first: 1, second: 2), .secondOpinion(.nonce(first: 1, second: 2))),
      (
        SubmissionRefusal.nonceChanged(reviewed: 1, found: 2),
        .submission(.nonceChanged(reviewed: 1, found: 2))
      ),
      (ReplaceRefusal.unknownPayment, .notReplaced(.unknownPayment)),
      (UpdateRefusal.unknownPayment, .journalUpdate(.unknownPayment)),
      (
        UpdateRefusal.storage(.diskFull(path: "/p")),
        .journalUpdate(.storage(.diskFull(path: "/p")))
      ),
      (JournalFailure.damaged(path: "/p", line: 1), .journal(.damaged(path: "/p", line: 1))),
      (NodeError.down, .node(.down)),
      (NodeError.garbage, .node(.garbage)),
      (CancellationError(), .node(.cancelled)),
    ]
    for (error, failure) in table {
      #expect(SendMoneyFailure(error) == failure, "\(error)")
    }
    #expect(
      SendMoneyFailure(Unheard())
        == .node(.unexpected(errorType: String(reflecting: Unheard.self))))
  }
}
