package import SessionClient
package import VaultClient

/// What the user can be told when an account is not signed in or out as asked.
package enum SessionFailure: Error, Codable, Equatable, Sendable {
  /// The service says of itself what is not true, or asks for what is not signed.
  case challenge(ChallengeRefusal)
  /// The service did not do it, or there is no session.
  case session(SessionError)
  /// The passcode did not authorise it.
  case authorization(AuthorizationRefusal)
  /// The message was not signed.
  case signing(MessageSigningRefusal)

  /// Classifies what an effect threw.
  package init(_ error: any Error) {
    switch error {
    case let refusal as ChallengeRefusal: self = .challenge(refusal)
    case let refusal as AuthorizationRefusal: self = .authorization(refusal)
    case let refusal as MessageSigningRefusal: self = .signing(refusal)
    default: self = .session(SessionError.from(error))
    }
  }

  /// Whether it says that there is no session any more.
  var endsSession: Bool {
    switch self {
    case .session(.sessionEnded), .session(.signedOut): true
    case .session, .challenge, .authorization, .signing: false
    }
  }
}
