package import EthereumPrimitives

/// What features may ask of the payment journal, which is written before anything is broadcast.
///
/// A payment is recorded with its signed transaction while nobody else has seen it. Whoever is
/// killed afterwards finds it in ``unresolved`` and broadcasts the *same* transaction again, which
/// pays at most once. Each operation leaves the journal as it was when it throws.
package struct ActivityClient: Sendable {
  /// Decides the nonce for the next payment: the lowest, from the node's pending count on, that no
  /// payment of the account on the chain has, rejected ones aside.
  ///
  /// Nothing is reserved. `record` refuses a nonce that was given meanwhile.
  package var nextNonce:
    @Sendable (_ chainID: ChainID, _ from: Address, _ pendingCount: UInt64)
      async throws(JournalFailure) -> UInt64

  /// Writes a signed payment, synced to the disk, before it is broadcast.
  ///
  /// Recording the same transaction again answers with the payment that stands; one that was
  /// rejected is `signed` again, since it is about to be broadcast again.
  package var record: @Sendable (PaymentIntent) async throws(RecordRefusal) -> Payment

  /// Writes what became of a payment, synced to the disk.
  package var update: @Sendable (PaymentID, PaymentEvent) async throws(UpdateRefusal) -> Payment

  /// Finds payments, newest first.
  package var payments: @Sendable (ActivityQuery) async throws(JournalFailure) -> [Payment]

  /// Finds one payment; nil when the journal does not have it.
  package var payment: @Sendable (PaymentID) async throws(JournalFailure) -> Payment?

  /// Finds payments whose end is not known, oldest first: to broadcast again, and to follow.
  package var unresolved: @Sendable () async throws(JournalFailure) -> [Payment]

  /// A client made of all its endpoints.
  package init(
    nextNonce:
      @escaping @Sendable (_ chainID: ChainID, _ from: Address, _ pendingCount: UInt64)
      async throws(JournalFailure) -> UInt64,
    record: @escaping @Sendable (PaymentIntent) async throws(RecordRefusal) -> Payment,
    update: @escaping @Sendable (PaymentID, PaymentEvent) async throws(UpdateRefusal) -> Payment,
    payments: @escaping @Sendable (ActivityQuery) async throws(JournalFailure) -> [Payment],
    payment: @escaping @Sendable (PaymentID) async throws(JournalFailure) -> Payment?,
    unresolved: @escaping @Sendable () async throws(JournalFailure) -> [Payment]
  ) {
    self.nextNonce = nextNonce
    self.record = record
    self.update = update
    self.payments = payments
    self.payment = payment
    self.unresolved = unresolved
  }
}
