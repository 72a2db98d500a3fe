import ArgumentParser
import DevChain
import Dispatch
import EthereumPrimitives
import Foundation

/// `wallet devchain`: a chain of one's own, over HTTP.
struct DevChainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devchain",
    abstract: "Serves a chain for development on 127.0.0.1.",
    discussion: """
      Ten accounts hold 10,000 ether each; everybody has their keys:
      \(DevChainAccounts.mnemonic)
      """)

  @Option(help: "The port; 0 takes a free one.")
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

  func run() async throws {
    let chain = DevChain(
      DevChainConfiguration(
        chainID: ChainID(rawValue: chainID), isAutomining: blockSeconds == nil))
    let server = DevChainServer(chain: chain, port: port)
    let signals = StopSignals()
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [json, chainID] in
          try await server.run { port in
            let url = "http://127.0.0.1:\(port)"
            Terminal.standard.writeLine(
              json
                ? "{\"url\":\"\(url)\",\"chainId\":\(chainID)}"
                : "The chain \(chainID) listens on \(url)")
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
    } catch is CancellationError {
      return
    } catch let failure as DevChainServer.StartFailure {
      Terminal.standard.writeError("wallet: the chain could not listen: \(failure)")
      throw ExitCode(ExitStatus.tryAgain.rawValue)
    }
  }
}

/// Waits for SIGINT or SIGTERM.
///
/// Unchecked: the sources are made here and only kept alive after that.
final class StopSignals: @unchecked Sendable {
  private let stream: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    self.stream = stream
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  func first() async {
    for await _ in stream { return }
  }
}
