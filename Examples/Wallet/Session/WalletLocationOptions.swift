package import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NetworksClient
import NetworksClientLive
import NodeClient

/// A chain, and the node that a command uses for it.
struct ChosenNetwork: Sendable {
  /// The chain that the node must follow.
  let chainID: ChainID
  /// The node's address.
  let address: RPCAddress
  /// The network's name; nil if it has none.
  var name: NetworkName?
  /// True if an option or a network named the chain; otherwise it is the default.
  var isChainNamed = false
  /// True if an option or the environment, not the home folder, named the node or the chain.
  var isNamedElsewhere = false

  /// The node.
  var client: NodeClient { address.client }

  /// The node's name in sentences.
  var nodeName: String { Phrase("the node at \(address.shownText)").text }
}

/// Options for the location of a command's data.
///
/// Each type declares them itself: a debug build of the parser checks nested option groups so often
/// that they took most of a command's time.
protocol WalletLocationOptions: Sendable {
  /// The wallet's folder as typed.
  var home: String? { get }
  /// A network of the home folder, as typed.
  var networkName: String? { get }
  /// The chain that the node must follow.
  var chainID: UInt64? { get }
  var nodeAddress: RPCAddress? { get }
}

extension WalletLocationOptions {
  /// The wallet's folder, as an absolute path.
  var homePath: String { WalletOptions.path(ofHome: home) }

  /// Throws if the chain id is impossible.
  func checkChain() throws {
    guard chainID != 0 else { throw ValidationError.said("expected --chain-id from 1, found 0") }
  }

  /// Returns the settings of the home folder.
  func settings() throws(CommandFailure) -> HomeSettings {
    try HomeSettings.read(home: homePath)
  }

  /// Returns the chain and the node, each from the first of these that has it: the flags,
  /// `ETH_RPC_URL`, the home folder's network, the node of `devchain`.
  func network(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(CommandFailure) -> ChosenNetwork {
    let remembered = try rememberedNetwork()
    let address: RPCAddress
    var isNamedElsewhere = chainID != nil
    if let typed = nodeAddress {
      address = typed
      isNamedElsewhere = true
    } else if networkName == nil, let text = environment["ETH_RPC_URL"], !text.isEmpty {
      address = try Self.address(text) { problem in
        CommandFailure("ETH_RPC_URL is not a node's address: \(problem)", .usage)
      }
      isNamedElsewhere = true
    } else if let remembered {
      address = try Self.address(remembered.url) { problem in
        CommandFailure(
          "the network \(remembered.name) has no valid address of a node: \(problem)", .usage)
      }
    } else {
      address = .local
    }
    return ChosenNetwork(
      chainID: chainID.map { ChainID(rawValue: $0) } ?? remembered?.chainID
        ?? ChosenNetwork.defaultChainID,
      address: address, name: remembered?.name,
      isChainNamed: chainID != nil || remembered != nil,
      isNamedElsewhere: isNamedElsewhere)
  }

  /// Returns the named network, or the one that the home folder uses; nil for the default.
  private func rememberedNetwork() throws(CommandFailure) -> Network? {
    let book: NetworkBook
    do throws(NetworkRefusal) {
      book = try NetworksFile(home: homePath).read()
    } catch {
      throw FailureText.failure(error)
    }
    guard let text = networkName else { return book.current }
    let name = try FailureText.networkName(text)
    guard let network = book[name] else { throw FailureText.failure(NetworkRefusal.unknown(name)) }
    return network
  }

  private static func address(
    _ text: String, refusal: (String) -> CommandFailure
  ) throws(CommandFailure) -> RPCAddress {
    do {
      return try RPCAddress(text)
    } catch {
      throw refusal("\(error)")
    }
  }
}

extension ChosenNetwork {
  /// The chain of `devchain`.
  static let defaultChainID: ChainID = 31_337
}

extension ValidationError {
  /// Returns an error in a command line, in the person's language.
  package static func said(_ phrase: Phrase) -> ValidationError { ValidationError(phrase.text) }
}

extension ArgumentHelp {
  /// Returns a help text in the person's language.
  package static func said(_ phrase: Phrase) -> ArgumentHelp {
    ArgumentHelp(stringLiteral: phrase.text)
  }

  static var network: ArgumentHelp {
    .said("A network that 'wallet network' remembers, by its name.")
  }

  static var chainID: ArgumentHelp {
    .said("The chain that the node must follow; otherwise that of the network. (default: 31337)")
  }

  static var nodeAddress: ArgumentHelp {
    .said(
      "The node's JSON-RPC address; otherwise $ETH_RPC_URL, or the network's. (default: \(RPCAddress.local))"
    )
  }

  /// The same text, shown only by `--help-hidden`.
  var inHiddenHelp: ArgumentHelp {
    var help = self
    help.visibility = .hidden
    return help
  }
}
