import ArgumentParser
import EthereumPrimitives
import Foundation
import NodeClient
import NodeClientLive

/// The second node, which must agree before a result counts.
struct VerifierOptions: ParsableArguments {
  @Option(
    name: .customLong("verify-rpc-url"),
    help: .said(
      "A second node, of another operator, that must agree on what is signed and on its outcome."),
    transform: RPCAddress.init)
  var address: RPCAddress?

  /// The second node, if one is named.
  var client: NodeClient? { address?.client }

  /// The second node for `status`, which asks a silent one once, for ten seconds; `wallet wait`
  /// looks again.
  var clientAskedOnce: NodeClient? {
    address.map { .live(url: $0.url, configuration: NodeClientConfiguration(retry: .never)) }
  }

  /// Throws if the second node is the first one, which would only repeat its own answers.
  func check(againstTyped first: RPCAddress?) throws {
    guard let address, let first, address.isSameNode(as: first) else { return }
    throw ValidationError.said(
      "expected --verify-rpc-url to be another node than --rpc-url, of another operator")
  }

  /// Throws if the second node is the first one, which was not typed.
  func check(against first: RPCAddress) throws(CommandFailure) {
    guard let address, address.isSameNode(as: first) else { return }
    throw CommandFailure(
      "expected --verify-rpc-url to be another node than the first one, of another operator",
      .usage)
  }
}

/// The payments of a command that needs no passcode, because it signs nothing.
struct JournalOptions: ParsableArguments, WalletLocationOptions {
  @Option(help: .said("The wallet's folder; $HEADRACE_HOME or ~/.headrace by default."))
  var home: String?

  /// Accepted by every command, so that a script can pass the same options to all of them.
  @Option(name: .customLong("passcode-file"), help: .hidden)
  var passcodeFile: String?

  @Option(name: .customLong("network"), help: .network)
  var networkName: String?

  @Option(name: .customLong("chain-id"), help: .chainID)
  var chainID: UInt64?

  @Option(name: .customLong("rpc-url"), help: .nodeAddress, transform: RPCAddress.init)
  var nodeAddress: RPCAddress?

  @OptionGroup var verifier: VerifierOptions

  func validate() throws {
    try checkChain()
    guard home?.isEmpty != true else {
      throw ValidationError.said("expected --home to name a path, found nothing")
    }
    try verifier.check(againstTyped: nodeAddress)
  }

  /// Returns the session in which the command runs.
  ///
  /// - Parameter asksOnce: True if the second node is not asked again if it doesn't answer.
  func session(
    _ terminal: Terminal, asksOnce: Bool = false
  ) throws(CommandFailure) -> WalletSession {
    let network = try network()
    try verifier.check(against: network.address)
    return WalletSession(
      home: homePath, deviceKeyPath: nil, chainID: network.chainID, node: network.client,
      verifier: asksOnce ? verifier.clientAskedOnce : verifier.client, nodeName: network.nodeName,
      terminal: terminal)
  }
}

/// The home folder of a command, and nothing else.
struct HomeOptions: ParsableArguments {
  @Option(help: .said("The wallet's folder; $HEADRACE_HOME or ~/.headrace by default."))
  var home: String?

  /// Accepted by every command, so that a script can pass the same options to all of them.
  @Option(name: .customLong("passcode-file"), help: .hidden)
  var passcodeFile: String?

  func validate() throws {
    guard home?.isEmpty != true else {
      throw ValidationError.said("expected --home to name a path, found nothing")
    }
  }

  /// The wallet's folder, as an absolute path.
  var homePath: String { WalletOptions.path(ofHome: home) }
}
