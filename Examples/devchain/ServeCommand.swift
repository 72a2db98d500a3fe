import ArgumentParser
import DevChain
import DurableFiles
import EthereumCrypto
import EthereumPrimitives
import Foundation
import LocalServing
import WalletCLI

/// `devchain`: serves a private chain over HTTP.
struct ServeCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve",
      abstract: Phrase("Serves a chain for development on 127.0.0.1.").text,
      discussion: Phrase(
        """
        Ten accounts hold 10,000 ether each; their keys are public:
        \(DevChainAccounts.mnemonic)
        Each has a million of the token \(DevToken.symbol) at
        \(DevToken.address.checksummed).
        """
      ).text)
  }

  @Option(
    parsing: .unconditional, help: .said("The port; 0 picks a free one. (default: 8545)"),
    transform: Self.port)
  var port: UInt16 = 8545

  @Option(name: .customLong("chain-id"), help: .said("The chain's id (EIP-155)."))
  var chainID: UInt64 = DevChainConfiguration.defaultChainID.rawValue

  @Option(
    name: .customLong("block-time"),
    help: .said("Seconds between blocks; without it each transaction is mined at once."),
    transform: Self.blockSeconds)
  var blockSeconds: Int?

  @Option(
    name: .customLong("state"),
    help: .said("The file that the chain is read from, and saved to as it changes."))
  var statePath: String?

  @Option(
    name: .customLong("cors-origin"),
    help: .said(
      "A web page that may call, besides those of this machine, such as https://app.example."))
  var origins: [String] = []

  @Flag(help: .said("Prints the address as one JSON object."))
  var json = false

  @Flag(help: .hidden)
  var untilInputEnds = false

  func validate() throws {
    guard chainID > 0 else { throw ValidationError.said("expected --chain-id from 1, found 0") }
    for origin in origins where !Self.isOrigin(origin) {
      throw ValidationError.said(
        "expected --cors-origin as a browser sends it, such as https://app.example, without a path")
    }
  }

  /// The longest time between two blocks: a day.
  static let blockSecondsMax = 86_400

  static func blockSeconds(_ text: String) throws -> Int {
    guard let seconds = Int(text), (1...blockSecondsMax).contains(seconds) else {
      throw ValidationError.said("expected a whole number of seconds from 1 to \(blockSecondsMax)")
    }
    return seconds
  }

  private static func isOrigin(_ text: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
    let host = text.dropFirst(scheme.count)
    return !host.isEmpty && host.allSatisfy { !"/?#@".contains($0) && !$0.isWhitespace }
  }

  static func port(_ text: String) throws -> UInt16 {
    guard let port = UInt16(text) else {
      throw ValidationError.said("expected a port from 0 to 65535")
    }
    return port
  }

  func run() async throws {
    // The process that started this one has ended, by whatever signal.
    if untilInputEnds {
      Thread.detachNewThread {
        while readLine() != nil {}
        kill(getpid(), SIGTERM)
      }
    }
    guard let statePath else {
      return try await serve(DevChain(newConfiguration), saver: nil)
    }
    let file = DevChainFile(path: Self.absolute(statePath), files: .posix)
    do {
      try await file.withLock {
        let chain = try loadedChain(file)
        let saver = DevChainSaver(chain: chain, file: file)
        try await serve(chain, saver: saver)
        var last = saver
        try await last.save()
      }
    } catch let failure as DevChainFile.Failure {
      try end(CommandFailure(said: DevChainFileText.text(failure, path: statePath)))
    }
  }

  private var newConfiguration: DevChainConfiguration {
    DevChainConfiguration(chainID: ChainID(rawValue: chainID), isAutomining: blockSeconds == nil)
  }

  /// Returns the chain of the file, or a new one if there is no file.
  private func loadedChain(_ file: DevChainFile) throws -> DevChain {
    guard var state = try file.load() else { return DevChain(newConfiguration) }
    let found = state.configuration.chainID.rawValue
    guard found == chainID else {
      try end(
        CommandFailure(
          "the file has the chain \(found), --chain-id says \(chainID); expected the same", .usage))
    }
    // The way in which blocks are mined is set again at each start.
    state.isAutomining = blockSeconds == nil
    return DevChain(state: state)
  }

  private func end(_ failure: CommandFailure) throws -> Never {
    Terminal.devchain(json: json).writeError(failure, json: json)
    throw ExitCode(failure.status.rawValue)
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private func serve(_ chain: DevChain, saver: DevChainSaver?) async throws {
    let server = DevChainServer(
      chain: chain, port: port, rules: CallerRules(origins: Set(origins)))
    try await ServerRun(port: port, json: json).untilStopped(
      serve: { [json, chainID] terminal in
        try await server.run { port in
          try terminal.greet(Self.greeting(port: port, chainID: chainID, json: json))
        }
      }, beside: work(on: chain, saver: saver), stop: { await server.stop() })
  }

  /// The interval at which a changed chain is saved.
  private static let savingInterval = Duration.seconds(5)

  /// Returns the work beside serving: mining at intervals, and saving; nil if there is neither.
  private func work(
    on chain: DevChain, saver: DevChainSaver?
  ) -> (@Sendable () async throws -> Void)? {
    guard blockSeconds != nil || saver != nil else { return nil }
    return { [blockSeconds, statePath, json] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        if let blockSeconds {
          group.addTask {
            try await chain.mineBlocks(every: .seconds(blockSeconds), clock: ContinuousClock())
          }
        }
        if let saver {
          group.addTask {
            var saver = saver
            try await saver.saveRepeatedly(
              every: Self.savingInterval, clock: ContinuousClock()
            ) { failure in
              DevChainFileText.warn(failure, path: statePath ?? "", json: json)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  private static func greeting(port: UInt16, chainID: UInt64, json: Bool) -> String {
    let url = "http://127.0.0.1:\(port)"
    guard json else { return Phrase("The chain \(chainID) listens on \(url)").text }
    return JSONText.object([("url", .text(url)), ("chainId", .number(chainID))])
  }
}
