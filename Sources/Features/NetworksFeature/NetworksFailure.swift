package import EthereumPrimitives
package import NetworksClient
package import NodeClient

/// The reasons, as the user sees them, that the networks were not changed.
package enum NetworksFailure: Error, Codable, Equatable, Sendable {
  /// The name is invalid.
  case name(NetworkName.Refusal)
  /// The address is not the address of a node.
  case address(NodeAddressRefusal)
  /// The chain id is not a whole number of at least 1.
  case chainID
  /// The node follows a different chain from the one that was typed; nothing was saved.
  case otherChain(expected: ChainID, found: ChainID)
  /// The node did not report which chain it follows; nothing was saved.
  case node(NodeError)
  /// The wallet is using this network.
  case inUse(NetworkName)
  /// The networks could not be read or changed.
  case refused(NetworkRefusal)

  /// Classifies an error thrown by an effect.
  package init(_ error: any Error) {
    switch error {
    case let failure as NetworksFailure: self = failure
    case let refusal as NetworkRefusal: self = .refused(refusal)
    default: self = .node(NodeError.from(error))
    }
  }
}
