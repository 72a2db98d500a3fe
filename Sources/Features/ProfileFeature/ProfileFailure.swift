package import NodeClient
package import SessionClient
package import VaultClient

/// The reasons, as the user sees them, that a change to the wallet failed.
package enum ProfileFailure: Error, Codable, Equatable, Sendable {
  /// An account was not added or renamed.
  case account(AccountRefusal)
  /// The passcode did not authorise the operation.
  case authorization(AuthorizationRefusal)
  /// The phrase was not shown.
  case reveal(RevealRefusal)
  /// The wallet was not erased.
  case erase(EraseRefusal)
  /// The text is not a service to sign in to.
  case service(SessionEndpoint.Refusal)
  /// A choice was not saved.
  case preferences(PreferencesRefusal)
  /// The account is the only one shown in lists, so it can't be hidden.
  case lastShownAccount
  /// The node did not answer correctly.
  case node(NodeError)

  /// Classifies an error thrown by an effect.
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
