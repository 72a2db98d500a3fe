import Headrace

/// Knows whether there is a connection; a host says how.
@DependencyClient
struct Network: Sendable {
  /// The present status, then each change, until the task that iterates ends.
  var statuses: @Sendable () -> AsyncStream<ConnectionBanner.Status> = {
    AsyncStream { $0.finish() }
  }
}

extension Network: TestDependencyKey {
  static var testValue: Network { Network() }
}

extension DependencyValues {
  var network: Network {
    get { self[Network.self] }
    set { self[Network.self] = newValue }
  }
}
