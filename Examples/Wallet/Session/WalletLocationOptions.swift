package import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NetworksClient
import NetworksClientLive
import NodeClient

/// Which chain a command is about.
struct ChainOptions: ParsableArguments {
  @Option(help: .said("A network that 'wallet network' remembers, by its name."))
  var network: String?

  @Option(
    name: .customLong("chain-id"),
    help: .said(
      "The chain that the node must follow; otherwise that of the network. (default: 31337)"))
  var chainID: UInt64?

  func validate() throws {
    guard chainID != 0 else { throw ValidationError.said("expected --chain-id from 1, found 0") }
  }
}

/// A chain, and the node that a command asks about it.
struct ChosenNetwork: Sendable {
  /// The chain that the node must follow.
  let chainID: ChainID
  /// The node's address.
  let address: RPCAddress
  /// The network's name; nil where it has none.
  var name: NetworkName?
  /// Whether an option or a network named the chain; the default is meant otherwise.
  var isChainNamed = false
  /// Whether an option or the environment named the node or the chain, and not the home.
  var isNamedElsewhere = false

  /// The node.
  var client: NodeClient { address.client }

  /// What the node is called in sentences.
  var nodeName: String { Phrase("the node at \(address.shownText)").text }
}

/// Options that say where a command works.
protocol WalletLocationOptions: Sendable {
  /// The wallet's folder, as it was typed.
  var home: String? { get }
  var chain: ChainOptions { get }
  var node: NodeOptions { get }
}

extension WalletLocationOptions {
  /// The wallet's folder, as an absolute path.
  var homePath: String { WalletOptions.path(ofHome: home) }

  /// What the owner of the home chose.
  func settings() throws(CommandFailure) -> HomeSettings {
    try HomeSettings.read(home: homePath)
  }

  /// Which chain, and which node: by the flags, then by `ETH_RPC_URL`, then by the network that the
  /// home remembers, then the node of `devchain`. Each of both by itself.
  func network(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(CommandFailure) -> ChosenNetwork {
    let remembered = try rememberedNetwork()
    let address: RPCAddress
    var isNamedElsewhere = chain.chainID != nil
    if let typed = node.address {
      address = typed
      isNamedElsewhere = true
    } else if chain.network == nil, let text = environment["ETH_RPC_URL"], !text.isEmpty {
      address = try Self.address(text) { problem in
        CommandFailure("ETH_RPC_URL is not a node's address: \(problem)", .usage)
      }
      isNamedElsewhere = true
    } else if let remembered {
      address = try Self.address(remembered.url) { problem in
        CommandFailure(
          "the network \(remembered.name) has no address of a node: \(problem)", .usage)
      }
    } else {
      address = .local
    }
    return ChosenNetwork(
      chainID: chain.chainID.map { ChainID(rawValue: $0) } ?? remembered?.chainID
        ?? ChosenNetwork.defaultChainID,
      address: address, name: remembered?.name,
      isChainNamed: chain.chainID != nil || remembered != nil,
      isNamedElsewhere: isNamedElsewhere)
  }

  /// The network that is named, or the one that the home uses; nil for the default.
  private func rememberedNetwork() throws(CommandFailure) -> Network? {
    let book: NetworkBook
    do throws(NetworkRefusal) {
      book = try NetworksFile(home: homePath).read()
    } catch {
      throw FailureText.failure(error)
    }
    guard let text = chain.network else { return book.current }
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
  /// What is wrong with a command line, in the language of the person.
  package static func said(_ phrase: Phrase) -> ValidationError { ValidationError(phrase.text) }
}

extension ArgumentHelp {
  /// A help text in the language of the person.
  package static func said(_ phrase: Phrase) -> ArgumentHelp {
    ArgumentHelp(stringLiteral: phrase.text)
  }
}
