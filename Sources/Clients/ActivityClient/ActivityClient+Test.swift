package import Headrace

extension ActivityClient: TestDependencyKey {
  package static let testValue = ActivityClient.unimplemented
}

extension DependencyValues {
  /// The payment journal.
  package var activity: ActivityClient {
    get { self[ActivityClient.self] }
    set { self[ActivityClient.self] = newValue }
  }
}
