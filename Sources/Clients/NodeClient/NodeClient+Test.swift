package import Headrace

extension NodeClient: TestDependencyKey {
  /// A node that fails the test that uses it, naming the endpoint.
  package static let testValue = NodeClient()
}

extension DependencyValues {
  /// The Ethereum node that the wallet talks to; the host sets it.
  package var node: NodeClient {
    get { self[NodeClient.self] }
    set { self[NodeClient.self] = newValue }
  }
}
