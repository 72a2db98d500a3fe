package import ActivityClient

extension ActivityClient {
  /// What features may ask of a journal.
  package static func live(_ journal: ActivityJournal) -> ActivityClient {
    ActivityClient(
      nextNonce: { chainID, from, pendingCount throws(RecordRefusal) in
        try await journal.nextNonce(chainID: chainID, from: from, pendingCount: pendingCount)
      },
      record: { intent throws(RecordRefusal) in try await journal.record(intent) },
      update: { id, event throws(UpdateRefusal) in try await journal.update(id, event) },
      payments: { query throws(JournalFailure) in try await journal.payments(query) },
      payment: { id throws(JournalFailure) in try await journal.payment(id) },
      unresolved: { () throws(JournalFailure) in try await journal.unresolved() })
  }
}
