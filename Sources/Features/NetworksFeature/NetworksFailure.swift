package import EthereumPrimitives
package import NetworksClient
package import NodeClient

/// What the user can be told when the networks are not changed as asked.
package enum NetworksFailure: Error, Codable, Equatable, Sendable {
  /// The name is none.
  case name(NetworkName.Refusal)
  /// The address is none of a node.
  case address(NodeAddressRefusal)
  /// The chain id is no whole number from 1.
  case chainID
  /// The node follows another chain than the one that was typed. Nothing was saved.
  case otherChain(expected: ChainID, found: ChainID)
  /// The node did not say which chain it follows. Nothing was saved.
  case node(NodeError)
  /// The wallet runs on this network.
  case inUse(NetworkName)
  /// The networks were not read or changed.
  case refused(NetworkRefusal)

  /// Classifies what an effect threw.
  package init(_ error: any Error) {
    switch error {
    case let failure as NetworksFailure: self = failure
    case let refusal as NetworkRefusal: self = .refused(refusal)
    default: self = .node(NodeError.from(error))
    }
  }
}
