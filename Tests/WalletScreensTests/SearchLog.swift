import ActivityClient
import Synchronization

/// The queries to a journal.
final class SearchLog: Sendable {
  private let queries = Mutex<[HistoryQuery]>([])

  func add(_ query: HistoryQuery) { queries.withLock { $0.append(query) } }

  /// The searches, without account, chain and page; nil for everything.
  var searches: [ActivitySearch?] { queries.withLock { $0.map(\.search) } }
}
