package import Headrace

extension HistoryClient: TestDependencyKey {
  /// A past that fails the test of whoever asks for it, by the name of what was asked.
  package static let testValue = HistoryClient()
}

extension DependencyValues {
  /// An account's past.
  package var history: HistoryClient {
    get { self[HistoryClient.self] }
    set { self[HistoryClient.self] = newValue }
  }
}
