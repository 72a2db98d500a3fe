package import ActivityClient
package import NodeClient

/// Why an account could not be shown as it is now.
package enum HomeFailure: Error, Codable, Equatable, Sendable {
  /// The node did not answer as it should.
  case node(NodeError)
  /// The journal of payments could not be read.
  case journal(JournalFailure)

  /// Classifies what an effect threw.
  package init(_ error: any Error) {
    if let failure = error as? JournalFailure {
      self = .journal(failure)
    } else {
      self = .node(NodeError.from(error))
    }
  }
}
