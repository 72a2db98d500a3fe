package import Headrace

extension HistoryClient: TestDependencyKey {
  /// A history that fails the test that uses it, naming the endpoint.
  package static let testValue = HistoryClient()
}

extension DependencyValues {
  /// An account's past.
  package var history: HistoryClient {
    get { self[HistoryClient.self] }
    set { self[HistoryClient.self] = newValue }
  }
}
