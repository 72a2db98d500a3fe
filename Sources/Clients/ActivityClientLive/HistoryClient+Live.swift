package import ActivityClient
package import NodeClient
import RecentCache

/// A page, and the revision of the database that it shows.
private struct PageKey: Hashable, Sendable {
  let query: HistoryQuery
  let revision: JournalRevision
}

extension HistoryClient {
  /// The maximum number of cached pages.
  private static let pageCountMax = 64
  /// The time for which a page is cached.
  private static let pageLifetime = Duration.seconds(300)

  /// Returns a client of a journal and a node.
  ///
  /// Pages are cached for 300 seconds, or until the database is written to.
  package static func live<C: Clock<Duration>>(
    _ journal: ActivityJournal, node: NodeClient, clock: C = ContinuousClock()
  ) -> HistoryClient {
    let pages = RecentCache<PageKey, [ActivityLine], C>(
      capacity: pageCountMax, lifetime: pageLifetime, clock: clock)
    return HistoryClient(
      page: { query throws(JournalFailure) in
        let key = PageKey(query: query, revision: try await journal.revision())
        return try await pages.value(for: key) { () throws(JournalFailure) in
          try await journal.page(query)
        }
      },
      balances: { account, chainID throws(JournalFailure) in
        try await journal.balances(account, chainID)
      },
      noteBalance: { account, chainID, sample throws(JournalFailure) in
        try await journal.noteBalance(account, chainID, sample)
      },
      scan: { try await BlockScan(node: node, journal: journal)($0) })
  }
}
