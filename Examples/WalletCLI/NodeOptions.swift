import ArgumentParser
import EthereumPrimitives
import Foundation
import NodeClient

/// Which node a command asks.
struct NodeOptions: ParsableArguments {
  @Option(
    name: .customLong("rpc-url"),
    help: "The node's JSON-RPC address. (default: \(RPCAddress.local))", transform: RPCAddress.init)
  var address = RPCAddress.local

  /// The node.
  var client: NodeClient { address.client }

  /// What the node is called in sentences.
  var name: String { "the node at \(address.shownText)" }
}

/// Which second node must agree before anything counts.
struct VerifierOptions: ParsableArguments {
  @Option(
    name: .customLong("verify-rpc-url"),
    help: "A second node, of another operator, that must agree on what is signed and on its end.",
    transform: RPCAddress.init)
  var address: RPCAddress?

  /// The second node, where one is named.
  var client: NodeClient? { address?.client }

  /// Refuses a second node that is the first one: it would only repeat its word.
  func check(against node: NodeOptions) throws {
    guard let address, address.isSameNode(as: node.address) else { return }
    throw ValidationError(
      "expected --verify-rpc-url to be another node than --rpc-url, of another operator")
  }
}

/// Which payments a command looks at, for commands that need no passcode: they sign nothing.
struct JournalOptions: ParsableArguments {
  @Option(help: "The wallet's folder; $HEADRACE_HOME or ~/.headrace by default.")
  var home: String?

  @Option(
    name: .customLong("chain-id"),
    help: "The chain that the node must follow; by default that of 'wallet devchain'.")
  var chainID: UInt64 = 31_337

  @OptionGroup var node: NodeOptions
  @OptionGroup var verifier: VerifierOptions

  func validate() throws {
    guard chainID > 0 else { throw ValidationError("expected --chain-id from 1, found 0") }
    guard home?.isEmpty != true else {
      throw ValidationError("expected --home to name a path, found nothing")
    }
    try verifier.check(against: node)
  }

  /// The session that the command runs.
  func session(_ terminal: Terminal) -> WalletSession {
    WalletSession(
      home: WalletOptions.path(ofHome: home), deviceKeyPath: nil,
      chainID: ChainID(rawValue: chainID), node: node.client, verifier: verifier.client,
      nodeName: node.name, terminal: terminal)
  }
}
