package import EthereumMessages
import Headrace

/// What features may ask of a service that an account signs in to, and of the session with it.
///
/// The tokens of a session never come here: the vault keeps them, and the live client takes them
/// there. Every operation throws `SessionError`, a `SessionKeepingRefusal`, or `CancellationError`
/// when its task was cancelled.
@DependencyClient
package struct SessionClient: Sendable {
  /// Asks a service what the message must say that it wants signed.
  ///
  /// The answer is the service's word: check it before anybody signs.
  package var challenge: @Sendable (_ of: SessionEndpoint) async throws -> SessionChallenge

  /// Hands a signed message over, and keeps the tokens that come for it.
  ///
  /// Never repeated by the client: a message is good for one use.
  package var signIn:
    @Sendable (_ to: SessionEndpoint, SignInMessage, PersonalSignature) async throws -> Session

  /// Returns the session that is stored; nil when there is none. No request is sent.
  package var session: @Sendable (_ with: SessionEndpoint) async throws -> Session?

  /// Asks for new tokens. Only one refresh is on its way at a time, however many callers ask.
  package var refresh: @Sendable (_ with: SessionEndpoint) async throws -> Session

  /// Asks a service for the profile that it has for our access token.
  ///
  /// A call that is refused for its access token is repeated once, with the next one.
  package var profile: @Sendable (_ at: SessionEndpoint) async throws -> SessionProfile

  /// Has the service revoke all tokens of the session, then drops them.
  ///
  /// When the service can't be asked, they are kept, so that it can be asked again.
  package var signOut: @Sendable (_ of: SessionEndpoint) async throws -> Void
}
