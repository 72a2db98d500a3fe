package import EthereumPrimitives

/// The tokens that a service gave for a sign-in, and what is known of the session.
///
/// The tokens alone open the account at that service, so they are secrets like a key. They say
/// nothing of themselves, however they are described.
package struct SessionTokens: Sendable {
  /// The address of the service: there is one session with each.
  package let service: String
  /// The account that signed in.
  package let address: Address
  /// The chain that the session is bound to.
  package let chainID: ChainID
  /// Until when the access token counts, in milliseconds since 1970.
  package let accessExpiresAt: Int64
  /// Until when the refresh token counts, in milliseconds since 1970.
  package let expiresAt: Int64
  /// What each call carries.
  package let access: SecretBox
  /// What the next tokens are asked with; good for one use.
  package let refresh: SecretBox

  /// The longest token that is kept.
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
