package import ContactsClient
package import EthereumCrypto
package import NodeClient

/// What the user can be told when a balance is not looked up.
package enum LookUpBalanceFailure: Error, Equatable, Sendable {
  /// What was typed is no address.
  case address(AddressError)
  /// The text is a request, a link or a name that can't be used.
  case recipient(RecipientRefusal)
  /// The node did not answer as it should.
  case node(NodeError)
}
