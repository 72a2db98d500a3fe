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
