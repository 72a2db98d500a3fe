package import EthereumPrimitives

/// The rules of a development session endpoint.
package struct DevSessionConfiguration: Equatable, Sendable {
  /// The chain that sessions are bound to.
  package var chainID: ChainID
  /// The time for which a nonce, and the message with it, is valid.
  package var nonceSeconds: Int64
  /// The time for which an access token is valid.
  package var accessSeconds: Int64
  /// The time for which a refresh token is valid.
  package var sessionSeconds: Int64
  /// The deliberate fault, if any.
  package var fault: DevSessionFault?

  /// Creates the rules of an endpoint.
  package init(
    chainID: ChainID = 31_337, nonceSeconds: Int64 = 300, accessSeconds: Int64 = 60,
    sessionSeconds: Int64 = 86_400, fault: DevSessionFault? = nil
  ) {
    self.chainID = chainID
    self.nonceSeconds = nonceSeconds
    self.accessSeconds = accessSeconds
    self.sessionSeconds = sessionSeconds
    self.fault = fault
  }
}

/// A deliberate fault, to test how a client reacts.
package enum DevSessionFault: String, CaseIterable, Sendable {
  /// The endpoint claims to be another domain.
  case domain
  /// The endpoint claims that the session is for another service.
  case uri
  /// The endpoint claims that the session is for another chain.
  case chain
  /// The nonce is too short.
  case nonce
  /// The same nonce is issued repeatedly.
  case repeatedNonce = "repeated-nonce"
  /// The message has already expired.
  case expired
  /// The message would be valid for ten years.
  case endless
  /// The first call with a token is refused.
  case unauthorizedOnce = "401-once"
  /// Every call with a token is refused.
  case unauthorizedAlways = "401-always"
  /// The endpoint answers with another account's profile.
  case profile
  /// Every answer is two seconds late.
  case slow
}
