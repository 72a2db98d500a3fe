import ArgumentParser
import NodeClient

/// Which node a command asks.
struct NodeOptions: ParsableArguments {
  @Option(
    name: .customLong("rpc-url"),
    help: "The node's JSON-RPC address. (default: \(RPCAddress.local))", transform: RPCAddress.init)
  var address = RPCAddress.local

  /// The node.
  var client: NodeClient { address.client }
}
