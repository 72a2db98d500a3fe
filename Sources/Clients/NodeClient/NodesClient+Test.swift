package import Headrace

extension NodesClient: TestDependencyKey {
  /// Nodes that fail any test that asks for one.
  package static let testValue = NodesClient()
}

extension DependencyValues {
  /// The nodes that the wallet does not use yet.
  package var nodes: NodesClient {
    get { self[NodesClient.self] }
    set { self[NodesClient.self] = newValue }
  }
}
