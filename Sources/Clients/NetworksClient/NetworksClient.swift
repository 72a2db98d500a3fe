package import Headrace

/// What features may ask of the networks that a home remembers.
///
/// It only stores them: the caller asks the node for its chain before it adds a network. An
/// operation that throws leaves the networks as they were; the others return all of them.
@DependencyClient
package struct NetworksClient: Sendable {
  /// Reads the networks.
  package var book: @Sendable () async throws(NetworkRefusal) -> NetworkBook = {
    () throws(NetworkRefusal) in throw .busy
  }

  /// Adds a network under a name that is free.
  package var add: @Sendable (Network) async throws(NetworkRefusal) -> NetworkBook = {
    _ throws(NetworkRefusal) in throw .busy
  }

  /// Uses a network from now on; nil for the default.
  package var use: @Sendable (NetworkName?) async throws(NetworkRefusal) -> NetworkBook = {
    _ throws(NetworkRefusal) in throw .busy
  }

  /// Removes a network; if it was in use, the default is used from then on.
  package var remove: @Sendable (NetworkName) async throws(NetworkRefusal) -> NetworkBook = {
    _ throws(NetworkRefusal) in throw .busy
  }
}

extension NetworksClient: TestDependencyKey {
  /// Networks that fail any test that calls them, and name the endpoint that was called.
  package static let testValue = NetworksClient()
}

extension DependencyValues {
  /// The networks that the home remembers.
  package var networks: NetworksClient {
    get { self[NetworksClient.self] }
    set { self[NetworksClient.self] = newValue }
  }
}
