package import EthereumPrimitives
package import Foundation

/// The facts about a session, without its tokens.
package struct Session: Codable, Equatable, Sendable {
  /// The account that signed in.
  package var address: Address
  /// The chain that the session is bound to.
  package var chainID: ChainID
  /// The time until which the access token is valid; after that it is refreshed.
  package var accessExpiresAt: Date
  /// The time until which the session can be refreshed.
  package var expiresAt: Date

  /// Describes a session.
  package init(address: Address, chainID: ChainID, accessExpiresAt: Date, expiresAt: Date) {
    self.address = address
    self.chainID = chainID
    self.accessExpiresAt = accessExpiresAt
    self.expiresAt = expiresAt
  }
}

/// The account that a service associates with the caller.
package struct SessionProfile: Codable, Equatable, Sendable {
  /// The account.
  package var address: Address
  /// The chain of the session.
  package var chainID: ChainID

  /// Describes a profile.
  package init(address: Address, chainID: ChainID) {
    self.address = address
    self.chainID = chainID
  }
}
