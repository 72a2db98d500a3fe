import Headrace

/// What features may ask of the networks that a home remembers.
///
/// It only keeps them: whether a node follows the chain is asked before a network is added. Each
/// operation leaves the networks as they were when it throws, and answers with all of them.
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

  /// Removes a network; where it was in use, the default is.
  package var remove: @Sendable (NetworkName) async throws(NetworkRefusal) -> NetworkBook = {
    _ throws(NetworkRefusal) in throw .busy
  }
}
