import ArgumentParser
import DevChain
import EthereumPrimitives

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

  private static func port(_ text: String) throws -> UInt16 {
    guard let port = UInt16(text) else {
      throw ValidationError("expected a port from 0 to 65535")
    }
    return port
  }

  func run() async throws {
    let terminal = Terminal.standard(showsProgress: false)
    signal(SIGPIPE, SIG_IGN)
    do throws(CommandFailure) {
      try await serve(terminal, until: StopSignals())
    } catch {
      terminal.writeError("wallet: \(error.message)")
      throw ExitCode(error.status.rawValue)
    }
  }

  /// Serves until a signal comes; that is how this command is done.
  private func serve(
    _ terminal: Terminal, until signals: StopSignals
  ) async throws(CommandFailure) {
    let chain = DevChain(
      DevChainConfiguration(
        chainID: ChainID(rawValue: chainID), isAutomining: blockSeconds == nil))
    let server = DevChainServer(chain: chain, port: port)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [json, chainID] in
          try await server.run { port in
            terminal.writeLine(Self.greeting(port: port, chainID: chainID, json: json))
            if let errorNumber = terminal.output.errorNumber {
              throw CommandFailure.answerNotWritten(errorNumber)
            }
          }
        }
        group.addTask {
          await signals.first()
          await server.stop()
        }
        if let blockSeconds {
          group.addTask {
            try await chain.mineBlocks(every: .seconds(blockSeconds), clock: ContinuousClock())
          }
        }
        _ = try await group.next()
        group.cancelAll()
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch is CancellationError {
      // The signal came before the chain listened.
      return
    } catch {
      throw CommandFailure(
        "port \(port) of 127.0.0.1 can't be listened on; expected a free one that is allowed (choose "
          + "with --port; 0 takes any)", .tryAgain)
    }
  }

  private static func greeting(port: UInt16, chainID: UInt64, json: Bool) -> String {
    let url = "http://127.0.0.1:\(port)"
    guard json else { return "The chain \(chainID) listens on \(url)" }
    return JSONText.object([("url", .text(url)), ("chainId", .number(chainID))])
  }
}
