import ArgumentParser
import Testing

@testable import WalletCLI

/// The full text of `wallet help` about sessions.
@Suite struct SessionHelp {
  @Test(arguments: nested)
  func theHelpOfACommandIs(name: String, text: String) throws {
    let command = try #require(
      SessionCommand.configuration.subcommands.first { $0.configuration.commandName == name })
    #expect(WalletCommand.helpMessage(for: command, columns: 80) == text + "\n")
  }

  @Test func everyCommandIsHere() {
    let names = SessionCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" }
    #expect(names == Self.nested.map(\.0))
  }

  static let texts: [(String, String)] = [
    (
      "session",
      """
      OVERVIEW: Signs in to a service with Ethereum (EIP-4361), and out.

      Exit code 0 means that it was done, 1 that the wallet or the service refused,
      69 that the service gave no valid answer, 75 that the same command may work
      later, 77 a wrong passcode.

      USAGE: wallet session <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        sign-in                 Signs in: shows the message, asks for the passcode,
                                and signs it.
        status                  Shows the stored session, without asking the service.
        whoami                  Asks the service who is signed in.
        sign-out                Signs out: the service revokes the tokens, then the
                                vault drops them.

        See 'wallet help session <subcommand>' for detailed help.
      """
    )
  ]

  private static let nested: [(String, String)] = [
    (
      "sign-in",
      """
      OVERVIEW: Signs in: shows the message, asks for the passcode, and signs it.

      A service that gives a wrong domain, URI, chain, nonce or time is refused
      before anything is signed. Its tokens are kept in the vault. If there is a
      session already, it is shown, and nothing is signed.

      USAGE: wallet session sign-in [--session-url <session-url>] [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--yes] [--json]

      OPTIONS:
        --session-url <session-url>
                                The service's address: https, or http to this
                                machine. (default: http://127.0.0.1:4361)
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, if it is not in the
                                wallet's folder.
        --passcode-file <passcode-file>
                                A file of mode 0600 with the passcode in its first
                                line, or - for standard input; otherwise it is asked
                                for.
        --network <network>     A network that 'wallet network' remembers, by its
                                name.
        --chain-id <chain-id>   The chain that the node must follow; otherwise that
                                of the network. (default: 31337)
        --rpc-url <rpc-url>     The node's JSON-RPC address; otherwise $ETH_RPC_URL,
                                or the network's. (default: http://127.0.0.1:8545)
        --yes                   Signs without asking after the message is shown.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "status",
      """
      OVERVIEW: Shows the stored session, without asking the service.

      USAGE: wallet session status [--session-url <session-url>] [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--json]

      OPTIONS:
        --session-url <session-url>
                                The service's address: https, or http to this
                                machine. (default: http://127.0.0.1:4361)
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, if it is not in the
                                wallet's folder.
        --passcode-file <passcode-file>
                                A file of mode 0600 with the passcode in its first
                                line, or - for standard input; otherwise it is asked
                                for.
        --network <network>     A network that 'wallet network' remembers, by its
                                name.
        --chain-id <chain-id>   The chain that the node must follow; otherwise that
                                of the network. (default: 31337)
        --rpc-url <rpc-url>     The node's JSON-RPC address; otherwise $ETH_RPC_URL,
                                or the network's. (default: http://127.0.0.1:8545)
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "whoami",
      """
      OVERVIEW: Asks the service who is signed in.

      If the access token has expired, the wallet gets new tokens and asks once more.

      USAGE: wallet session whoami [--session-url <session-url>] [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--json]

      OPTIONS:
        --session-url <session-url>
                                The service's address: https, or http to this
                                machine. (default: http://127.0.0.1:4361)
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, if it is not in the
                                wallet's folder.
        --passcode-file <passcode-file>
                                A file of mode 0600 with the passcode in its first
                                line, or - for standard input; otherwise it is asked
                                for.
        --network <network>     A network that 'wallet network' remembers, by its
                                name.
        --chain-id <chain-id>   The chain that the node must follow; otherwise that
                                of the network. (default: 31337)
        --rpc-url <rpc-url>     The node's JSON-RPC address; otherwise $ETH_RPC_URL,
                                or the network's. (default: http://127.0.0.1:8545)
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "sign-out",
      """
      OVERVIEW: Signs out: the service revokes the tokens, then the vault drops them.

      If the service does not answer, they are kept, so that they can be revoked
      later.

      USAGE: wallet session sign-out [--session-url <session-url>] [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--json]

      OPTIONS:
        --session-url <session-url>
                                The service's address: https, or http to this
                                machine. (default: http://127.0.0.1:4361)
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, if it is not in the
                                wallet's folder.
        --passcode-file <passcode-file>
                                A file of mode 0600 with the passcode in its first
                                line, or - for standard input; otherwise it is asked
                                for.
        --network <network>     A network that 'wallet network' remembers, by its
                                name.
        --chain-id <chain-id>   The chain that the node must follow; otherwise that
                                of the network. (default: 31337)
        --rpc-url <rpc-url>     The node's JSON-RPC address; otherwise $ETH_RPC_URL,
                                or the network's. (default: http://127.0.0.1:8545)
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
  ]
}
