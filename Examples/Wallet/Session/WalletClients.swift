import ActivityClient
import ActivityClientLive
import NodeClient
import VaultClientLive

extension NodeClient {
  /// Returns the same node, which also reports the time of each block to the vault.
  func noting(in vault: Vault) -> NodeClient {
    var client = self
    let block = block
    client.block = { tag in
      let answer = try await block(tag)
      if let answer { await vault.noteBlock(atSeconds: answer.timestampSeconds) }
      return answer
    }
    return client
  }
}

extension NodeDirectory {
  /// Nodes over HTTP, by their addresses.
  static let live = NodeDirectory { address throws(NodeAddressRefusal) in
    do {
      return try RPCAddress(address).client
    } catch {
      throw .notAnAddress
    }
  }
}

extension HistoryClient {
  /// Returns an account's past for a short-lived command, which reads existing data, scans no
  /// blocks and writes nothing.
  static func reading(_ journal: ActivityJournal, node: NodeClient) -> HistoryClient {
    var history = HistoryClient.live(journal, node: node)
    history.scan = { _ in ScanReport() }
    history.noteBalance = { _, _, _ throws(JournalFailure) in }
    return history
  }
}
