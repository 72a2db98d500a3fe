import ArgumentParser
import EthereumPrimitives
import NetworksClient
import NetworksClientLive
import NodeClient

/// `wallet network`: manages networks by name.
struct NetworkCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "network",
      abstract: Phrase("Remembers networks by name: a chain, and a node that follows it.").text,
      discussion: Phrase(
        """
        Which node a command asks: --rpc-url, then --network, then $ETH_RPC_URL, then the network in \
        use, then the node of 'devchain'. Which chain it must follow: --chain-id, then that of \
        --network, then that of the network in use, then 31337.
        """
      ).text,
      subcommands: [
        NetworkAddCommand.self, NetworkListCommand.self, NetworkUseCommand.self,
        NetworkRemoveCommand.self,
      ], defaultSubcommand: NetworkListCommand.self)
  }
}

/// `wallet network add`.
struct NetworkAddCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add",
      abstract: Phrase("Adds a network, if its node is on the given chain.").text)
  }

  @Argument(help: .said("The name: a to z, 0 to 9, and - _ . after the first."))
  var name: String

  @Option(
    name: .customLong("rpc-url"), help: .said("The node's JSON-RPC address."),
    transform: RPCAddress.init)
  var address: RPCAddress

  @Option(
    name: .customLong("chain-id"),
    help: .said("The chain that the node must follow. (default: the one that it names)"))
  var chainID: UInt64?

  @Flag(help: .said("Uses the network from now on."))
  var use = false

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func validate() throws {
    guard chainID != 0 else { throw ValidationError.said("expected --chain-id from 1, found 0") }
  }

  func run() async throws {
    let command = self
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let name = try FailureText.networkName(command.name)
      let networks = NetworksClient.live(NetworksFile(home: command.place.homePath))
      let book = try await NetworkLines.changing { () throws(NetworkRefusal) in
        try await networks.book()
      }
      guard book[name] == nil else { throw FailureText.failure(NetworkRefusal.nameTaken(name)) }
      let network = Network(
        name: name, chainID: try await command.checkedChain(), url: command.address.description)
      let changed = try await NetworkLines.changing { () throws(NetworkRefusal) in
        let book = try await networks.add(network)
        return command.use ? try await networks.use(name) : book
      }
      terminal.writeLine(
        NetworkLines.text(network, isUsed: changed.used == name, json: command.json))
    }
  }

  /// Returns the chain that the node reports, if it is the requested one.
  private func checkedChain() async throws(CommandFailure) -> ChainID {
    do {
      let found = try await address.client.chainID()
      if let chainID, found.rawValue != chainID {
        throw NodeError.wrongChain(expected: ChainID(rawValue: chainID), actual: found)
      }
      return found
    } catch {
      throw FailureText.failure(NodeError.from(error))
    }
  }
}

/// `wallet network list`.
struct NetworkListCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: Phrase("Lists the networks; a star marks the current one.").text)
  }

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON array."))
  var json = false

  func run() async throws {
    let (home, json) = (place.homePath, json)
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let networks = NetworksClient.live(NetworksFile(home: home))
      let book = try await NetworkLines.changing { () throws(NetworkRefusal) in
        try await networks.book()
      }
      terminal.writeList(
        book.networks.map { NetworkLines.text($0, isUsed: book.used == $0.name, json: json) },
        json: json,
        none: Phrase("No networks; commands ask the node of 'devchain'.").text)
    }
  }
}

/// `wallet network use`.
struct NetworkUseCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "use", abstract: Phrase("Sets the default network.").text)
  }

  @Argument(help: .said("The network's name; 'default' for the node of 'devchain'."))
  var name: String

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (home, json, text) = (place.homePath, json, name)
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let networks = NetworksClient.live(NetworksFile(home: home))
      let name = text == NetworkLines.unset ? nil : try FailureText.networkName(text)
      let book = try await NetworkLines.changing { () throws(NetworkRefusal) in
        try await networks.use(name)
      }
      terminal.writeLine(NetworkLines.text(book.current, json: json))
    }
  }
}

/// `wallet network remove`.
struct NetworkRemoveCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove", abstract: Phrase("Removes a network; payments are not changed.").text)
  }

  @Argument(help: .said("The network's name."))
  var name: String

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (home, json, text) = (place.homePath, json, name)
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let networks = NetworksClient.live(NetworksFile(home: home))
      let name = try FailureText.networkName(text)
      let book = try await NetworkLines.changing { () throws(NetworkRefusal) in
        try await networks.remove(name)
      }
      terminal.writeLine(NetworkLines.text(book.current, json: json))
    }
  }
}

/// A network as a line.
enum NetworkLines {
  /// The text for the default, which is not a network of the home folder.
  static let unset = "default"

  static func text(_ network: Network, isUsed: Bool, json: Bool) -> String {
    let url = RPCAddress.shownText(of: network.url)
    guard json else {
      let mark = isUsed ? "* " : "  "
      return mark + Phrase("\(network.name)  chain \(network.chainID)  \(url)").text
    }
    return JSONText.object([
      ("name", .text(network.name.text)), ("chainId", .number(network.chainID.rawValue)),
      ("url", .text(url)), ("used", .flag(isUsed)),
    ])
  }

  /// Returns the network that commands use now.
  static func text(_ network: Network?, json: Bool) -> String {
    guard let network else {
      return json
        ? JSONText.object([
          ("name", .none), ("chainId", .number(ChosenNetwork.defaultChainID.rawValue)),
          ("url", .text(RPCAddress.local.shownText)), ("used", .flag(true)),
        ])
        : Phrase("Commands ask the node of 'devchain'.").text
    }
    return text(network, isUsed: true, json: json)
  }

  /// Runs code that reads or changes the networks.
  static func changing(
    _ work: () async throws(NetworkRefusal) -> NetworkBook
  ) async throws(CommandFailure) -> NetworkBook {
    do throws(NetworkRefusal) {
      return try await work()
    } catch {
      throw FailureText.failure(error)
    }
  }
}
