package import EthereumPrimitives
import Headrace

/// What features may ask of the payment journal, which is written before anything is broadcast.
///
/// A payment is recorded with its signed transaction while nobody else has seen it. Whoever is
/// killed afterwards finds it in ``unresolved`` and broadcasts the *same* transaction again, which
/// pays at most once. Each operation leaves the journal as it was when it throws.
@DependencyClient
package struct ActivityClient: Sendable {
  /// Decides the nonce for the next payment: the lowest, from the node's pending count on, that no
  /// payment of the account on the chain has, rejected ones aside.
  ///
  /// Nothing is reserved. `record` refuses a nonce that was given meanwhile. A count below a nonce
  /// that a block has used is refused: the node does not follow the chain that paid.
  package var nextNonce:
    @Sendable (_ chainID: ChainID, _ from: Address, _ pendingCount: UInt64)
      async throws(RecordRefusal) -> UInt64 = { _, _, _ throws(RecordRefusal) in
        throw .storage(.busy)
      }

  /// Writes a signed payment, synced to the disk, before it is broadcast.
  ///
  /// The same transaction is refused while a payment has it, as every other of its nonce is: two
  /// wallets that pay the same at once sign the same bytes, and just one of them has paid. One that
  /// was rejected is `signed` again, since it is about to be broadcast again.
  package var record: @Sendable (PaymentIntent) async throws(RecordRefusal) -> Payment = {
    _ throws(RecordRefusal) in throw .storage(.busy)
  }

  /// Writes what became of a payment, synced to the disk.
  package var update: @Sendable (PaymentID, PaymentEvent) async throws(UpdateRefusal) -> Payment = {
    _, _ throws(UpdateRefusal) in throw .unknownPayment
  }

  /// Finds payments: those whose end is not known, newest first, then the others, newest first.
  package var payments: @Sendable (ActivityQuery) async throws(JournalFailure) -> [Payment] = {
    _ throws(JournalFailure) in throw .busy
  }

  /// Finds one payment; nil when the journal does not have it.
  package var payment: @Sendable (PaymentID) async throws(JournalFailure) -> Payment? = {
    _ throws(JournalFailure) in throw .busy
  }

  /// Finds payments whose end is not known, oldest first: to broadcast again, and to follow.
  package var unresolved: @Sendable () async throws(JournalFailure) -> [Payment] = {
    () throws(JournalFailure) in throw .busy
  }
}
