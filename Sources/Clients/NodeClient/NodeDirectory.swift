package import Headrace

/// Why a text can't be the address of a node.
package enum NodeAddressRefusal: Error, Codable, Hashable, Sendable {
  /// It is not `http://HOST:PORT` or `https://HOST`, with any path behind.
  case notAnAddress
}

/// What features may ask of nodes that the wallet does not use yet.
@DependencyClient
package struct NodeDirectory: Sendable {
  /// The node at an address; nothing is asked of it yet.
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
