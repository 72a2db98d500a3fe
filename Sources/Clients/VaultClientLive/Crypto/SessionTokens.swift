package import EthereumPrimitives

/// The tokens that a service issued for a sign-in, and the facts about the session.
///
/// The tokens alone give access to the account at that service, so they are secrets like a key. No
/// description reveals them.
package struct SessionTokens: Sendable {
  /// The address of the service, with which there is only one session.
  package let service: String
  /// The account that signed in.
  package let address: Address
  /// The chain that the session is bound to.
  package let chainID: ChainID
  /// The time until which the access token is valid, in milliseconds since 1970.
  package let accessExpiresAt: Int64
  /// The time until which the refresh token is valid, in milliseconds since 1970.
  package let expiresAt: Int64
  /// The access token, sent with each call.
  package let access: SecretBox
  /// The refresh token, which gets the next tokens, once.
  package let refresh: SecretBox

  /// The maximum size of a token.
  package static let tokenByteCountMax = 4_096

  /// Describes a session.
  package init(
    service: String, address: Address, chainID: ChainID, accessExpiresAt: Int64,
    expiresAt: Int64, access: SecretBox, refresh: SecretBox
  ) {
    self.service = service
    self.address = address
    self.chainID = chainID
    self.accessExpiresAt = accessExpiresAt
    self.expiresAt = expiresAt
    self.access = access
    self.refresh = refresh
  }
}
