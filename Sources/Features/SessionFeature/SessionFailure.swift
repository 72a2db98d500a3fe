package import SessionClient
package import VaultClient

/// The reasons, as the user sees them, that an account was not signed in or out.
package enum SessionFailure: Error, Codable, Equatable, Sendable {
  /// The service makes a false claim, or asks for a message that must not be signed.
  case challenge(ChallengeRefusal)
  /// The service refused, or no session exists.
  case session(SessionError)
  /// The passcode did not authorise the operation.
  case authorization(AuthorizationRefusal)
  /// The message was not signed.
  case signing(MessageSigningRefusal)

  /// Classifies an error thrown by an effect.
  package init(_ error: any Error) {
    switch error {
    case let refusal as ChallengeRefusal: self = .challenge(refusal)
    case let refusal as AuthorizationRefusal: self = .authorization(refusal)
    case let refusal as MessageSigningRefusal: self = .signing(refusal)
    default: self = .session(SessionError.from(error))
    }
  }

  /// True if the failure shows that the session has ended.
  var endsSession: Bool {
    switch self {
    case .session(.sessionEnded), .session(.signedOut): true
    case .session, .challenge, .authorization, .signing: false
    }
  }
}
