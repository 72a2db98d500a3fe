package import Headrace

extension SessionClient: TestDependencyKey {
  /// A service that fails the test of whoever asks it, by the name of what was asked.
  package static let testValue = SessionClient()
}

extension DependencyValues {
  /// The services that the wallet's accounts sign in to.
  package var session: SessionClient {
    get { self[SessionClient.self] }
    set { self[SessionClient.self] = newValue }
  }
}
