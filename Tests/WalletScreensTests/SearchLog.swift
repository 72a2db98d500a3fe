import ActivityClient
import Synchronization

/// What a journal was asked for.
final class SearchLog: Sendable {
  private let queries = Mutex<[HistoryQuery]>([])

  func add(_ query: HistoryQuery) { queries.withLock { $0.append(query) } }

  /// What was searched for, without account, chain and page; nil for everything.
  var searches: [ActivitySearch?] { queries.withLock { $0.map(\.search) } }
}
