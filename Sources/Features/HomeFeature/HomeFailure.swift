package import ActivityClient
package import NodeClient

/// The reason an account's current data could not be shown.
package enum HomeFailure: Error, Codable, Equatable, Sendable {
  /// The node did not answer correctly.
  case node(NodeError)
  /// The journal of payments could not be read.
  case journal(JournalFailure)

  /// Classifies an error thrown by an effect.
  package init(_ error: any Error) {
    if let failure = error as? JournalFailure {
      self = .journal(failure)
    } else {
      self = .node(NodeError.from(error))
    }
  }
}
