import ArgumentParser
import DevChain
import EthereumPrimitives

/// `wallet devchain`: a chain of one's own, over HTTP.
struct DevChainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devchain",
    abstract: "Serves a chain for development on 127.0.0.1.",
    discussion: """
      Ten accounts hold 10,000 ether each; everybody has their keys:
      \(DevChainAccounts.mnemonic)
      """)

  @Option(
    parsing: .unconditional, help: "The port; 0 takes a free one. (default: 8545)",
    transform: Self.port)
  var port: UInt16 = 8545

  @Option(name: .customLong("chain-id"), help: "The chain's id (EIP-155).")
  var chainID: UInt64 = DevChainConfiguration.defaultChainID.rawValue

  @Option(
    name: .customLong("block-time"),
    help: "Seconds between blocks; without it each transaction is mined at once.")
  var blockSeconds: Int?

  @Flag(help: "Says where it listens with one JSON object.")
  var json = false

  func validate() throws {
    guard chainID > 0 else { throw ValidationError("expected --chain-id from 1, found 0") }
    if let blockSeconds, blockSeconds < 1 {
      throw ValidationError("expected --block-time from 1 second, found \(blockSeconds)")
    }
  }

  static func port(_ text: String) throws -> UInt16 {
    guard let port = UInt16(text) else {
      throw ValidationError("expected a port from 0 to 65535")
    }
    return port
  }

  func run() async throws {
    let chain = DevChain(
      DevChainConfiguration(
        chainID: ChainID(rawValue: chainID), isAutomining: blockSeconds == nil))
    let server = DevChainServer(chain: chain, port: port)
    try await ServerRun(port: port).untilStopped(
      serve: { [json, chainID] terminal in
        try await server.run { port in
          try terminal.greet(Self.greeting(port: port, chainID: chainID, json: json))
        }
      }, beside: mining(chain), stop: { await server.stop() })
  }

  /// What mines blocks at intervals; nil where each transaction is mined at once.
  private func mining(_ chain: DevChain) -> (@Sendable () async throws -> Void)? {
    guard let blockSeconds else { return nil }
    return {
      try await chain.mineBlocks(every: .seconds(blockSeconds), clock: ContinuousClock())
    }
  }

  private static func greeting(port: UInt16, chainID: UInt64, json: Bool) -> String {
    let url = "http://127.0.0.1:\(port)"
    guard json else { return "The chain \(chainID) listens on \(url)" }
    return JSONText.object([("url", .text(url)), ("chainId", .number(chainID))])
  }
}
