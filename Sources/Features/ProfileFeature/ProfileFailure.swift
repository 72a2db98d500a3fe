package import NodeClient
package import SessionClient
package import VaultClient

/// What the user can be told when the wallet can't be kept as asked.
package enum ProfileFailure: Error, Codable, Equatable, Sendable {
  /// An account was not added or renamed.
  case account(AccountRefusal)
  /// The passcode did not authorise it.
  case authorization(AuthorizationRefusal)
  /// The phrase was not shown.
  case reveal(RevealRefusal)
  /// The wallet was not removed.
  case erase(EraseRefusal)
  /// The text is not a service to sign in to.
  case service(SessionEndpoint.Refusal)
  /// A choice was not kept.
  case preferences(PreferencesRefusal)
  /// The account is the only one that lists show; it can't be hidden.
  case lastShownAccount
  /// The node did not answer as it should.
  case node(NodeError)

  /// Classifies what an effect threw.
  package init(_ error: any Error) {
    switch error {
    case let refusal as AccountRefusal: self = .account(refusal)
    case let refusal as AuthorizationRefusal: self = .authorization(refusal)
    case let refusal as RevealRefusal: self = .reveal(refusal)
    case let refusal as EraseRefusal: self = .erase(refusal)
    case let refusal as PreferencesRefusal: self = .preferences(refusal)
    default: self = .node(NodeError.from(error))
    }
  }
}
