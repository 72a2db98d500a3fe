package import EthereumMessages
package import Headrace

/// The interface to a service that an account signs in to, and to the session with it.
///
/// The tokens of a session are never passed here: the vault keeps them, and the live client gets
/// them from there. Every operation throws `SessionError`, a `SessionKeepingRefusal`, or
/// `CancellationError` if its task was cancelled.
@DependencyClient
package struct SessionClient: Sendable {
  /// Asks a service for the content of the message to be signed.
  ///
  /// The answer is only the service's claim: check it before signing the message.
  package var challenge: @Sendable (_ of: SessionEndpoint) async throws -> SessionChallenge

  /// Sends a signed message, and stores the tokens of the answer.
  ///
  /// The client never repeats this, because a message is valid for one use.
  package var signIn:
    @Sendable (_ to: SessionEndpoint, SignInMessage, PersonalSignature) async throws -> Session

  /// Returns the stored session, or nil, without sending a request.
  package var session: @Sendable (_ with: SessionEndpoint) async throws -> Session?

  /// Requests new tokens; only one refresh is in progress at a time, however many callers ask.
  package var refresh: @Sendable (_ with: SessionEndpoint) async throws -> Session

  /// Asks a service for the profile that belongs to the access token.
  ///
  /// A call whose access token is rejected is repeated once, with a new one.
  package var profile: @Sendable (_ at: SessionEndpoint) async throws -> SessionProfile

  /// Tells the service to revoke all tokens of the session, then drops them.
  ///
  /// If the service can't be reached, they are kept, so that the request can be repeated.
  package var signOut: @Sendable (_ of: SessionEndpoint) async throws -> Void
}

extension SessionClient: TestDependencyKey {
  /// A service that fails any test that calls it, naming the endpoint.
  package static let testValue = SessionClient()
}

extension DependencyValues {
  /// The services that the wallet's accounts sign in to.
  package var session: SessionClient {
    get { self[SessionClient.self] }
    set { self[SessionClient.self] = newValue }
  }
}
