import ActivityClient
import EthereumPrimitives
import EthereumTransactions
import NodeClient
import Testing
import VaultClient

@testable import SendFeature

/// Signing and recording a payment, and the reports if the journal's answer is an error.
@Suite("Submitting a payment")
struct PaymentSubmissionTests {
  private let bench = SendBench()
  private let passcode = SecretHandle(id: 3)

  private func submission(
    vault: VaultClient? = nil, _ change: (inout ActivityClient) -> Void = { _ in }
  ) -> PaymentSubmission {
    var activity = bench.makeActivity()
    change(&activity)
    return PaymentSubmission(
      node: bench.node.client(), vault: vault ?? bench.makeVault(), activity: activity)
  }

  private func order(tip: Wei) throws -> PaymentOrder {
    let draft = try SendBench.draft()
    return PaymentOrder(account: draft.account.id, intent: draft.intent) { nonce in
      .dynamicFee(
        DynamicFeeTransaction(
          chainID: draft.chainID, nonce: nonce, maxPriorityFeePerGas: tip, maxFeePerGas: 100,
          gasLimit: 21_000, to: draft.recipient, value: draft.amount, data: [], accessList: []))
    }
  }

  // MARK: - Before signing

  /// Once it is signed it reserves a nonce, and no chain would ever accept it.
  @Test func transactionsThatNoChainAcceptsAreNotSigned() async throws {
    var vault = bench.makeVault()
    vault.authorize = { _, _ throws(AuthorizationRefusal) in
      Issue.record("The vault is asked.")
      throw .locked
    }
    let refused = submission(vault: vault)
    let tooHigh = try order(tip: 101)
    await #expect(
      throws: SubmissionRefusal.invalid(.tipAboveFeeCap(tip: 101, feeCap: 100))
    ) { try await refused.record(tooHigh, passcode: passcode) }
    #expect(bench.discarded == [passcode])
    #expect(try await bench.journal() == [])
    _ = try await submission().record(try order(tip: 100), passcode: passcode)
    #expect(try await bench.journal() == [.signed])
  }

  // MARK: - An error after the commit

  private static let failure = JournalFailure.system(path: "/p", errorNumber: 5)

  /// "Nothing was sent" would be read as "send it again", and the next start hands it over.
  @Test func paymentsRecordedDespiteAnErrorAreRecorded() async throws {
    let journal = bench.makeActivity()
    let payment = try await submission {
      $0.record = { intent, transaction throws(RecordRefusal) in
        _ = try await journal.record(intent, transaction)
        throw .storage(Self.failure)
      }
    }.record(try order(tip: 2), passcode: passcode)
    #expect(try await bench.thePayment() == payment)
    let quote = try await ReplacementQuote(
      asking: bench.node.client(), journal, toReplace: payment, as: .speedUp, speed: .normal,
      policy: .standard)
    let faster = try await submission {
      $0.replace = { id, transaction throws(ReplaceRefusal) in
        _ = try await journal.replace(id, transaction)
        throw .storage(Self.failure)
      }
    }.replace(quote, by: SendBench.account.id, within: .standard, passcode: passcode)
    #expect(try await bench.thePayment() == faster)
    #expect(faster.transactions.count == 2)
  }

  @Test func unrecordedPaymentsAreRejectedAsBefore() async throws {
    let order = try order(tip: 2)
    await #expect(throws: RecordRefusal.storage(Self.failure)) {
      try await submission {
        $0.record = { _, _ throws(RecordRefusal) in throw .storage(Self.failure) }
      }.record(order, passcode: passcode)
    }
    #expect(try await bench.journal() == [])
  }

  /// Signing the same again gives the bytes of the ended payment, which is a different one.
  @Test func anEndedPaymentIsNotTheRecordOfANewOneWithItsBytes() async throws {
    let order = try order(tip: 2)
    let ended = try await submission().record(order, passcode: passcode)
    _ = try await bench.makeActivity().update(ended.id, .abandoned)
    await #expect(throws: RecordRefusal.storage(Self.failure)) {
      try await submission {
        $0.record = { _, _ throws(RecordRefusal) in throw .storage(Self.failure) }
      }.record(order, passcode: passcode)
    }
    #expect(try await bench.journal() == [.abandoned])
  }

  @Test func uncertainRecordIsNotCalledUnrecorded() async throws {
    let order = try order(tip: 2)
    let journal = bench.makeActivity()
    let refusal = await #expect(throws: SubmissionRefusal.self) {
      try await submission {
        $0.record = { intent, transaction throws(RecordRefusal) in
          _ = try await journal.record(intent, transaction)
          throw .storage(Self.failure)
        }
        $0.payment = { _ throws(JournalFailure) in throw .busy }
      }.record(order, passcode: passcode)
    }
    #expect(refusal == .perhapsRecorded(try await bench.thePayment().hash, Self.failure))
  }
}
