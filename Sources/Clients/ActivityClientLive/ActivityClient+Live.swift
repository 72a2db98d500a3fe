package import ActivityClient

extension ActivityClient {
  /// Returns a client of a journal.
  package static func live(_ journal: ActivityJournal) -> ActivityClient {
    ActivityClient(
      nextNonce: { question throws(NonceRefusal) in try await journal.nextNonce(question) },
      record: { intent, transaction throws(RecordRefusal) in
        try await journal.record(intent, transaction)
      },
      replace: { id, transaction throws(ReplaceRefusal) in
        try await journal.replace(id, transaction)
      },
      update: { id, event throws(UpdateRefusal) in try await journal.update(id, event) },
      payments: { query throws(JournalFailure) in try await journal.payments(query) },
      payment: { reference throws(JournalFailure) in try await journal.payment(reference) },
      unresolved: { () throws(JournalFailure) in try await journal.unresolved() },
      reviewable: { chainID throws(JournalFailure) in try await journal.reviewable(chainID) },
      equalPayments: { intent, date throws(JournalFailure) in
        try await journal.equalPayments(intent, since: date)
      },
      history: { id throws(JournalFailure) in try await journal.history(id) })
  }
}
