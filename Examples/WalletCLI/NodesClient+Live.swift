import NodeClient

extension NodesClient {
  /// Nodes over HTTP, by their addresses.
  static let live = NodesClient { address throws(NodeAddressRefusal) in
    do {
      return try RPCAddress(address).client
    } catch {
      throw .notAnAddress
    }
  }
}
