import ArgumentParser
import Testing

@testable import DevServers

/// The full text of `devchain help` for each command.
@Suite struct DevelopmentHelpTests {
  @Test(arguments: texts)
  func theHelpOfACommandIs(name: String, text: String) throws {
    let command = try #require(
      DevelopmentCommand.configuration.subcommands.first { $0.configuration.commandName == name })
    #expect(DevelopmentCommand.helpMessage(for: command, columns: 80) == text + "\n")
  }

  @Test func everyCommandIsHere() {
    let names = DevelopmentCommand.configuration.subcommands.map {
      $0.configuration.commandName ?? ""
    }
    #expect(names == Self.texts.map(\.0))
  }

  private static let texts: [(String, String)] = [
    (
      "serve",
      """
      OVERVIEW: Serves a chain for development on 127.0.0.1.

      Ten accounts hold 10,000 ether each; their keys are public:
      test test test test test test test test test test test junk
      Each has a million of the token DCT at
      0x7063000000000000000000000000000000000020.

      USAGE: devchain serve [--port <port>] [--chain-id <chain-id>] [--block-time \
      <block-time>] [--state <state>] [--cors-origin <cors-origin> ...] [--json]

      OPTIONS:
        --port <port>           The port; 0 picks a free one. (default: 8545)
        --chain-id <chain-id>   The chain's id (EIP-155). (default: 31337)
        --block-time <block-time>
                                Seconds between blocks; without it each transaction
                                is mined at once.
        --state <state>         The file that the chain is read from, and saved to as
                                it changes.
        --cors-origin <cors-origin>
                                A web page that may call, besides those of this
                                machine, such as https://app.example.
        --json                  Prints the address as one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "session",
      """
      OVERVIEW: Serves a sign-in endpoint for development on 127.0.0.1.

      A nonce is valid for five minutes and one sign-in, a refresh token for one
      refresh: using it twice ends its session. A session lasts a day, and ends with
      the program. Faults, for tests: domain, uri, chain, nonce, repeated-nonce,
      expired, endless, 401-once, 401-always, profile, slow.

      USAGE: devchain session [--port <port>] [--chain-id <chain-id>] [--access-time <access-time>] [--fault <fault>] [--json]

      OPTIONS:
        --port <port>           The port; 0 picks a free one. (default: 4361)
        --chain-id <chain-id>   The chain that sessions are bound to (EIP-155).
                                (default: 31337)
        --access-time <access-time>
                                How long an access token is valid, such as 60s.
                                (default: 1m)
        --fault <fault>         The fault to simulate. (values: domain, uri, chain,
                                nonce, repeated-nonce, expired, endless, 401-once,
                                401-always, profile, slow)
        --json                  Prints the address as one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
  ]
}
