package import Headrace

/// The reason a text can't be the address of a node.
package enum NodeAddressRefusal: Error, Codable, Hashable, Sendable {
  /// It is not `http://HOST:PORT` or `https://HOST`, with an optional path.
  case notAnAddress
}

/// The interface to nodes that the wallet does not use yet.
@DependencyClient
package struct NodeDirectory: Sendable {
  /// Returns a client of the node at an address, without sending a request.
  package var node: @Sendable (_ at: String) throws(NodeAddressRefusal) -> NodeClient = {
    _ throws(NodeAddressRefusal) in throw .notAnAddress
  }
}

extension NodeDirectory: TestDependencyKey {
  /// Nodes that fail any test that asks for one.
  package static let testValue = NodeDirectory()
}

extension DependencyValues {
  /// The nodes that the wallet does not use yet.
  package var nodes: NodeDirectory {
    get { self[NodeDirectory.self] }
    set { self[NodeDirectory.self] = newValue }
  }
}
