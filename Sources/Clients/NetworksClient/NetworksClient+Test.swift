package import Headrace

extension NetworksClient: TestDependencyKey {
  /// Networks that fail the test of whoever asks for them, by the name of what was asked.
  package static let testValue = NetworksClient()
}

extension DependencyValues {
  /// The networks that the home remembers.
  package var networks: NetworksClient {
    get { self[NetworksClient.self] }
    set { self[NetworksClient.self] = newValue }
  }
}
