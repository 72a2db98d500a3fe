package import Headrace

extension ActivityClient: TestDependencyKey {
  /// A journal that fails the test of whoever asks it, by the name of what was asked.
  package static let testValue = ActivityClient()
}

extension DependencyValues {
  /// The payment journal.
  package var activity: ActivityClient {
    get { self[ActivityClient.self] }
    set { self[ActivityClient.self] = newValue }
  }
}
