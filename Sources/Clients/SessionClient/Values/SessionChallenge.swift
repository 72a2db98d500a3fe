package import EthereumPrimitives

/// The content that a service requires of the message, which is only the service's claim.
package struct SessionChallenge: Equatable, Sendable {
  /// The domain that the service claims.
  package var domain: String
  /// The purpose of the session.
  package var uri: String
  /// The chain of the session.
  package var chainID: ChainID
  /// The nonce, which makes the message valid for one use only.
  package var nonce: String
  /// The time from which the message is void, as an RFC 3339 text.
  package var expirationTime: String
  /// The time before which the message is void, as an RFC 3339 text.
  package var notBefore: String?
  /// The statement that the user should agree to.
  package var statement: String?
  /// The service's name for the request.
  package var requestID: String?
  /// Anything else that the service asks for.
  package var resources: [String]?

  /// Describes a challenge.
  package init(
    domain: String, uri: String, chainID: ChainID, nonce: String, expirationTime: String,
    notBefore: String? = nil, statement: String? = nil, requestID: String? = nil,
    resources: [String]? = nil
  ) {
    self.domain = domain
    self.uri = uri
    self.chainID = chainID
    self.nonce = nonce
    self.expirationTime = expirationTime
    self.notBefore = notBefore
    self.statement = statement
    self.requestID = requestID
    self.resources = resources
  }
}
