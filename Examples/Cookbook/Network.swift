import Headrace

/// Reports whether there is a connection; a host implements it.
@DependencyClient
nonisolated struct Network: Sendable {
  /// Yields the current status, then each change, until the iterating task ends.
  var statuses: @Sendable () -> AsyncStream<ConnectionBanner.Status> = {
    AsyncStream { $0.finish() }
  }
}

nonisolated extension Network: TestDependencyKey {
  static var testValue: Network { Network() }
}

nonisolated extension DependencyValues {
  var network: Network {
    get { self[Network.self] }
    set { self[Network.self] = newValue }
  }
}
