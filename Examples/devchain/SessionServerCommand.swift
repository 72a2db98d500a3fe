import ArgumentParser
import DevSession
import EthereumPrimitives
import Foundation
import WalletCLI

extension DevSessionFault: ExpressibleByArgument {}

/// `devchain session`: a service to sign in to.
struct SessionServerCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "session",
      abstract: Phrase("Serves a sign-in endpoint for development on 127.0.0.1.").text,
      discussion: Phrase(
        """
        A nonce is valid for five minutes and one sign-in, a refresh token for one refresh: using it \
        twice ends its session. A session lasts a day, and ends with the program. \
        Faults, for tests: \(DevSessionFault.allCases.map(\.rawValue).joined(separator: ", ")).
        """
      ).text)
  }

  @Option(
    parsing: .unconditional, help: .said("The port; 0 picks a free one. (default: 4361)"),
    transform: ServeCommand.port)
  var port: UInt16 = 4361

  @Option(
    name: .customLong("chain-id"), help: .said("The chain that sessions are bound to (EIP-155)."))
  var chainID: UInt64 = 31_337

  @Option(
    name: .customLong("access-time"),
    help: .said("How long an access token is valid, such as 60s. (default: 1m)"),
    transform: DurationText.init)
  var accessTime = DurationText(seconds: 60)

  @Option(help: .said("The fault to simulate."))
  var fault: DevSessionFault?

  @Flag(help: .said("Prints the address as one JSON object."))
  var json = false

  func validate() throws {
    guard chainID > 0 else { throw ValidationError.said("expected --chain-id from 1, found 0") }
  }

  func run() async throws {
    let session = DevSession(
      DevSessionConfiguration(
        chainID: ChainID(rawValue: chainID), accessSeconds: Int64(accessTime.seconds),
        fault: fault),
      now: { Int64(Date().timeIntervalSince1970) })
    let server = DevSessionServer(session: session, port: port)
    try await ServerRun(port: port, json: json).untilStopped(
      serve: { [json, chainID] terminal in
        try await server.run { url in
          try terminal.greet(
            json
              ? JSONText.object([("url", .text(url)), ("chainId", .number(chainID))])
              : Phrase("The session endpoint for chain \(chainID) listens on \(url)").text)
        }
      }, stop: { await server.stop() })
  }
}
