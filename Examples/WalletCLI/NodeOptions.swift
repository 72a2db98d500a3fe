import ArgumentParser
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive

/// Which node a command asks.
struct NodeOptions: ParsableArguments {
  @Option(name: .customLong("rpc-url"), help: "The node's JSON-RPC address.")
  var url = "http://127.0.0.1:8545"

  /// The node, once the address is one.
  func client() throws(CommandFailure) -> NodeClient {
    try NodeOptions.client(url)
  }

  static func client(_ text: String) throws(CommandFailure) -> NodeClient {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""),
      url.host()?.isEmpty == false
    else {
      throw CommandFailure(
        "expected --rpc-url as http://HOST:PORT or https://HOST, found \(text)", .refused)
    }
    return .live(url: url)
  }
}
