package import Headrace

/// The interface to the networks of a home folder.
///
/// It only stores them: the caller asks the node for its chain before it adds a network. An
/// operation that throws leaves the networks unchanged; the others return all of them.
@DependencyClient
package struct NetworksClient: Sendable {
  /// Reads the networks.
  package var book: @Sendable () async throws(NetworkRefusal) -> NetworkBook = {
    () throws(NetworkRefusal) in throw .busy
  }

  /// Adds a network under an unused name.
  package var add: @Sendable (Network) async throws(NetworkRefusal) -> NetworkBook = {
    _ throws(NetworkRefusal) in throw .busy
  }

  /// Selects the network to use; nil for the default.
  package var use: @Sendable (NetworkName?) async throws(NetworkRefusal) -> NetworkBook = {
    _ throws(NetworkRefusal) in throw .busy
  }

  /// Removes a network; if it was in use, the default is used instead.
  package var remove: @Sendable (NetworkName) async throws(NetworkRefusal) -> NetworkBook = {
    _ throws(NetworkRefusal) in throw .busy
  }
}

extension NetworksClient: TestDependencyKey {
  /// Networks that fail any test that calls them, naming the endpoint.
  package static let testValue = NetworksClient()
}

extension DependencyValues {
  /// The networks of the home folder.
  package var networks: NetworksClient {
    get { self[NetworksClient.self] }
    set { self[NetworksClient.self] = newValue }
  }
}
