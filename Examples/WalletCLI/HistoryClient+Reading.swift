import ActivityClient
import ActivityClientLive
import NodeClient

extension HistoryClient {
  /// An account's past for a command that ends soon: it reads what is there, looks through no
  /// blocks and writes nothing.
  static func reading(_ journal: ActivityJournal, node: NodeClient) -> HistoryClient {
    var history = HistoryClient.live(journal, node: node)
    history.scan = { _ in ScanReport() }
    history.noteBalance = { _, _, _ throws(JournalFailure) in }
    return history
  }
}
