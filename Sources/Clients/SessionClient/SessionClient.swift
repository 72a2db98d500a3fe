package import EthereumMessages
package import Headrace

/// What features may ask of a service that an account signs in to, and of the session with it.
///
/// The tokens of a session never come here: the vault keeps them, and the live client gets them
/// from there. Every operation throws `SessionError`, a `SessionKeepingRefusal`, or
/// `CancellationError` when its task was cancelled.
@DependencyClient
package struct SessionClient: Sendable {
  /// Asks a service for the content of the message that is to be signed.
  ///
  /// The answer is only the service's claim: check it before the message is signed.
  package var challenge: @Sendable (_ of: SessionEndpoint) async throws -> SessionChallenge

  /// Sends a signed message, and stores the tokens of the answer.
  ///
  /// The client never repeats this, because a message is valid for one use.
  package var signIn:
    @Sendable (_ to: SessionEndpoint, SignInMessage, PersonalSignature) async throws -> Session

  /// Returns the session that is stored; nil when there is none. No request is sent.
  package var session: @Sendable (_ with: SessionEndpoint) async throws -> Session?

  /// Asks for new tokens. Only one refresh is on its way at a time, however many callers ask.
  package var refresh: @Sendable (_ with: SessionEndpoint) async throws -> Session

  /// Asks a service for the profile that it has for our access token.
  ///
  /// A call that is refused for its access token is repeated once, with a new one.
  package var profile: @Sendable (_ at: SessionEndpoint) async throws -> SessionProfile

  /// Has the service revoke all tokens of the session, then drops them.
  ///
  /// When the service can't be asked, they are kept, so that it can be asked again.
  package var signOut: @Sendable (_ of: SessionEndpoint) async throws -> Void
}

extension SessionClient: TestDependencyKey {
  /// A service that fails any test that calls it, and names the endpoint that was called.
  package static let testValue = SessionClient()
}

extension DependencyValues {
  /// The services that the wallet's accounts sign in to.
  package var session: SessionClient {
    get { self[SessionClient.self] }
    set { self[SessionClient.self] = newValue }
  }
}
