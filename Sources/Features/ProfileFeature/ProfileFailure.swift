package import NodeClient
package import SessionClient
package import VaultClient

/// What the user can be told when the wallet can't be kept as asked.
package enum ProfileFailure: Error, Equatable, Sendable {
  /// An account was not added or renamed.
  case account(AccountRefusal)
  /// The passcode did not authorise it.
  case authorization(AuthorizationRefusal)
  /// The phrase was not shown.
  case reveal(RevealRefusal)
  /// The wallet was not removed.
  case erase(EraseRefusal)
  /// What was typed is no service to sign in to.
  case service(SessionEndpoint.Refusal)
  /// The node did not answer as it should.
  case node(NodeError)

  /// Classifies what an effect threw.
  package init(_ error: any Error) {
    switch error {
    case let refusal as AccountRefusal: self = .account(refusal)
    case let refusal as AuthorizationRefusal: self = .authorization(refusal)
    case let refusal as RevealRefusal: self = .reveal(refusal)
    case let refusal as EraseRefusal: self = .erase(refusal)
    default: self = .node(NodeError.from(error))
    }
  }
}
