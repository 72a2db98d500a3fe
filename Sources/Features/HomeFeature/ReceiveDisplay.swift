import EthereumCrypto
package import EthereumPrimitives
package import VaultClient

/// An account's address for receiving, in the forms for people and for programs.
package struct ReceiveDisplay: Equatable, Sendable {
  /// The address with its checksum (EIP-55).
  package let address: String
  /// The request for a payment (EIP-681), such as `ethereum:0x…@1`.
  package let uri: String

  /// Formats an account's address; nil if its private key is public.
  ///
  /// Anyone could take money sent to such an account; on development chains it is allowed.
  package init?(_ account: VaultAccount, chainID: ChainID) {
    guard !account.isUnsafe(on: chainID) else { return nil }
    address = account.address.checksummed
    uri = "ethereum:\(account.address.checksummed)@\(chainID.rawValue)"
  }
}
