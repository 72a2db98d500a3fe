package import EthereumPrimitives

/// What a service says that the message must say: its word, and nothing more.
package struct SessionChallenge: Equatable, Sendable {
  /// The domain that the service says it has.
  package var domain: String
  /// What the session is for.
  package var uri: String
  /// The chain of the session.
  package var chainID: ChainID
  /// What makes the message good for one use.
  package var nonce: String
  /// From when on the message is void, as a text of RFC 3339.
  package var expirationTime: String
  /// Before when the message is void, as a text of RFC 3339.
  package var notBefore: String?
  /// What the person is to agree to.
  package var statement: String?
  /// What the service calls the request.
  package var requestID: String?
  /// What else the service asks for.
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
