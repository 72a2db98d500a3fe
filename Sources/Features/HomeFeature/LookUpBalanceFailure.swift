package import EthereumCrypto
package import NodeClient

/// What the user can be told when a balance is not looked up.
package enum LookUpBalanceFailure: Error, Equatable, Sendable {
  /// What was typed is no address.
  case address(AddressError)
  /// The node did not answer as it should.
  case node(NodeError)
}
