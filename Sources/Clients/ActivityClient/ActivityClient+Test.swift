package import Headrace

extension ActivityClient: TestDependencyKey {
  /// A journal that fails the test that uses it, naming the endpoint.
  package static let testValue = ActivityClient()
}

extension DependencyValues {
  /// The payment journal.
  package var activity: ActivityClient {
    get { self[ActivityClient.self] }
    set { self[ActivityClient.self] = newValue }
  }
}
