package import Headrace

extension SessionClient: TestDependencyKey {
  /// A service that fails any test that calls it, and names the endpoint that was called.
  package static let testValue = SessionClient()
}

extension DependencyValues {
  /// The services that the wallet's accounts sign in to.
  package var session: SessionClient {
    get { self[SessionClient.self] }
    set { self[SessionClient.self] = newValue }
  }
}
