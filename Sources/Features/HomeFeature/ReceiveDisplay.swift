import EthereumCrypto
package import EthereumPrimitives

/// Where to receive, as people and programs take it.
package struct ReceiveDisplay: Equatable, Sendable {
  /// The address with its checksum (EIP-55).
  package let address: String
  /// The request for a payment (EIP-681), such as `ethereum:0x…@1`.
  package let uri: String

  /// Writes an account's address.
  package init(_ address: Address, chainID: ChainID) {
    self.address = address.checksummed
    uri = "ethereum:\(address.checksummed)@\(chainID.rawValue)"
  }
}
