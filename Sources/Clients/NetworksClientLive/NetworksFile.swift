package import DurableFiles
import EthereumPrimitives
package import NetworksClient

/// The file of a home folder's networks: `settings/networks.json`.
package struct NetworksFile: Sendable {
  private struct Saved: Codable, Sendable {
    struct Network: Codable, Sendable {
      var name: String
      var chainId: UInt64
      var url: String
    }

    var networks: [Network]
    var used: String?
  }

  private let record: DurableRecord<Saved>
  private let path: String

  /// Creates the file of a home folder's networks.
  ///
  /// - Parameters:
  ///   - home: The absolute path of the home folder.
  ///   - files: The file system.
  package init(home: String, files: FileSystem = .posix) {
    path = home + "/settings/networks.json"
    record = DurableRecord(path: path, format: "headrace-networks", files: files)
  }

  /// Reads the networks; empty if there is no file.
  package func read() throws(NetworkRefusal) -> NetworkBook {
    let saved: Saved?
    do throws(RecordFailure) {
      saved = try record.read()
    } catch {
      throw NetworkRefusal(error)
    }
    return try book(saved)
  }

  /// Changes the networks, while no other process does so.
  ///
  /// - Returns: The networks after the change.
  package func change(
    _ change: (inout NetworkBook) throws(NetworkRefusal) -> Void
  ) throws(NetworkRefusal) -> NetworkBook {
    var changed = NetworkBook()
    try record.update(refusal: { NetworkRefusal($0) }) { saved throws(NetworkRefusal) in
      var book = try book(saved)
      try change(&book)
      changed = book
      return Saved(
        networks: book.networks.map {
          Saved.Network(name: $0.name.text, chainId: $0.chainID.rawValue, url: $0.url)
        }, used: book.used?.text)
    }
    return changed
  }

  /// Checks the saved networks by the rules of a book; a file that breaks a rule was not written by
  /// the wallet.
  private func book(_ saved: Saved?) throws(NetworkRefusal) -> NetworkBook {
    guard let saved else { return NetworkBook() }
    do {
      var book = NetworkBook()
      for network in saved.networks {
        guard network.chainId > 0 else { throw NetworkRefusal.damaged(path: path) }
        try book.add(
          Network(
            name: try NetworkName(network.name), chainID: ChainID(rawValue: network.chainId),
            url: network.url))
      }
      try book.use(saved.used.map { try NetworkName($0) })
      return book
    } catch {
      throw .damaged(path: path)
    }
  }
}
