package import Headrace

extension NetworksClient: TestDependencyKey {
  /// Networks that fail any test that calls them, and name the endpoint that was called.
  package static let testValue = NetworksClient()
}

extension DependencyValues {
  /// The networks that the home remembers.
  package var networks: NetworksClient {
    get { self[NetworksClient.self] }
    set { self[NetworksClient.self] = newValue }
  }
}
