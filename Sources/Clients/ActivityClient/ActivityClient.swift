package import EthereumPrimitives
package import Foundation
package import Headrace

/// The interface to the payment journal, which is written before anything is broadcast.
///
/// A payment is recorded with its signed transaction before any other party has seen it. If the
/// wallet is killed afterwards, it finds the payment in ``unresolved`` and broadcasts the *same*
/// transaction again, which pays at most once. An operation that throws leaves the journal
/// unchanged.
@DependencyClient
package struct ActivityClient: Sendable {
  /// Chooses the nonce for the next payment: the lowest free one from the node's count on.
  ///
  /// The count is that of transactions in blocks; a nonce is free if no payment of the account on
  /// the chain has it, except abandoned ones.
  ///
  /// No nonce is reserved: ``record`` refuses one that was used in the meantime. Counts that the
  /// journal can't explain are refused until the payer accepts exactly that report.
  package var nextNonce: @Sendable (NonceQuestion) async throws(NonceRefusal) -> UInt64 = {
    _ throws(NonceRefusal) in throw .storage(.busy)
  }

  /// Writes a signed payment, synced to the disk, before it is broadcast.
  ///
  /// While a payment has this transaction, it is refused, like any other with its nonce: two
  /// wallets that make the same payment at the same time sign the same bytes, and only one of them
  /// has paid. If the intent's key already names a payment with the same fields, that payment is
  /// returned, and nothing is written.
  package var record:
    @Sendable (PaymentIntent, PaymentTransaction) async throws(RecordRefusal) -> Payment = {
      _, _ throws(RecordRefusal) in throw .storage(.busy)
    }

  /// Adds a signed transaction that speeds up or cancels a payment to the payment's family, synced
  /// to the disk, before it is broadcast.
  package var replace:
    @Sendable (PaymentID, PaymentTransaction) async throws(ReplaceRefusal) -> Payment = {
      _, _ throws(ReplaceRefusal) in throw .unknownPayment
    }

  /// Writes an event of a payment, synced to the disk.
  package var update: @Sendable (PaymentID, PaymentEvent) async throws(UpdateRefusal) -> Payment = {
    _, _ throws(UpdateRefusal) in throw .unknownPayment
  }

  /// Finds payments: unfinished ones, newest first, then the others, newest first.
  package var payments: @Sendable (ActivityQuery) async throws(JournalFailure) -> [Payment] = {
    _ throws(JournalFailure) in throw .busy
  }

  /// Finds one payment; nil if the journal does not have it.
  package var payment: @Sendable (PaymentReference) async throws(JournalFailure) -> Payment? = {
    _ throws(JournalFailure) in throw .busy
  }

  /// Finds unfinished payments, oldest first, to broadcast them again and to follow them.
  package var unresolved: @Sendable () async throws(JournalFailure) -> [Payment] = {
    () throws(JournalFailure) in throw .busy
  }

  /// Finds payments of a chain whose end a reorganisation could undo, oldest first; they are read
  /// again whenever the wallet opens.
  package var reviewable: @Sendable (ChainID) async throws(JournalFailure) -> [Payment] = {
    _ throws(JournalFailure) in throw .busy
  }

  /// Finds payments of the same intent, whatever their key, recorded since a date, newest first;
  /// omits abandoned ones.
  package var equalPayments:
    @Sendable (PaymentIntent, _ since: Date) async throws(JournalFailure) -> [Payment] = {
      _, _ throws(JournalFailure) in throw .busy
    }

  /// Returns all events of a payment, oldest first; empty if the journal does not have it.
  package var history: @Sendable (PaymentID) async throws(JournalFailure) -> [PaymentNote] = {
    _ throws(JournalFailure) in throw .busy
  }
}

extension ActivityClient: TestDependencyKey {
  /// A journal that fails the test that uses it, naming the endpoint.
  package static let testValue = ActivityClient()
}

extension DependencyValues {
  /// The payment journal.
  package var activity: ActivityClient {
    get { self[ActivityClient.self] }
    set { self[ActivityClient.self] = newValue }
  }
}
