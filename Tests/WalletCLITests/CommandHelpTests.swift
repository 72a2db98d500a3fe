import ArgumentParser
import Testing

@testable import WalletCLI

/// The full text of `wallet help` for each command.
@Suite struct CommandHelpTests {
  @Test(
    arguments: texts + PaymentHelp.texts + SessionHelp.texts + HomeHelp.texts + BackupHelp.texts)
  func theHelpOfACommandIs(name: String, text: String) throws {
    let command = try #require(
      WalletCommand.configuration.subcommands.first { $0.configuration.commandName == name })
    // ArgumentParser ends the help of a command without subcommands with a line end.
    let end = command.configuration.subcommands.isEmpty ? "\n" : ""
    #expect(WalletCommand.helpMessage(for: command, columns: 80) == text + end)
  }

  @Test(arguments: HomeHelp.below)
  func theHelpOfACommandBelowAnotherIs(names: String, text: String) throws {
    var commands = WalletCommand.configuration.subcommands
    var command: (any ParsableCommand.Type)?
    for name in names.split(separator: " ") {
      command = commands.first { $0.configuration.commandName == String(name) }
      commands = command?.configuration.subcommands ?? []
    }
    #expect(WalletCommand.helpMessage(for: try #require(command), columns: 80) == text + "\n")
  }

  @Test func everyCommandIsHere() {
    let names = WalletCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" }
    let texts =
      Self.texts + PaymentHelp.texts + SessionHelp.texts + HomeHelp.texts + BackupHelp.texts
    #expect(Set(names) == Set(texts.map(\.0)))
    #expect(names.count == texts.count)
  }

  private static let texts: [(String, String)] = [
    (
      "demo",
      """
      OVERVIEW: Creates a wallet, receives and sends ether, and explains each step.

      Without --rpc-url, the story runs on its own chain, for which this program
      starts 'devchain'. With it, the story runs on that node, whose first
      development account must be funded. The wallet of the story is deleted at the
      end.

      USAGE: wallet demo [--rpc-url <rpc-url>] [--json] [--screens]

      OPTIONS:
        --rpc-url <rpc-url>     The JSON-RPC address of a development node.
        --json                  Answers with one JSON object at the end; the story
                                goes to standard error.
        --screens               Plays the story on the wallet's screens, for an
                                audience to watch.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "screens",
      """
      OVERVIEW: Opens the wallet full-screen, as 'wallet' alone does.

      If standard input or output is not a terminal, it prints what to do next
      instead.

      Line by line (--lines, or TERM=dumb), a line is typed and entered, an empty
      line is Return, and one character is its key. A colon names keys: :esc :tab :up
      :down :left :right :home :end :pageup :pagedown :backspace :delete :f1 to :f35,
      with ctrl+, alt+ or shift+ before them, and several in one line (:down down
      enter). Where a passcode or a phrase is typed, the line is taken as it is; only
      :esc is a key. A recovery phrase is shown on the alternate screen, which is
      cleared; TERM=dumb has none, and it asks first.

      USAGE: wallet screens [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--verify-rpc-url <verify-rpc-url>] [--lock-after <lock-after>] [--language <language>] [--theme <theme>] [--lines]

      OPTIONS:
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
        --verify-rpc-url <verify-rpc-url>
                                A second node, of another operator, that must agree
                                on what is signed and on its outcome.
        --lock-after <lock-after>
                                Locks the wallet when no key is pressed for this long.
        --language <language>   The language: en or ko; otherwise that of LC_ALL,
                                LC_MESSAGES or LANG.
        --theme <theme>         The terminal's background: light or dark; otherwise
                                that of COLORFGBG, or dark.
        --lines                 Writes screens line by line, for screen readers; the
                                default if TERM is dumb.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "init",
      """
      OVERVIEW: Creates a wallet: shows its recovery phrase once, and asks for three
      of its words.

      USAGE: wallet init [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--six-digits] [--words <words>] [--json]

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, if it is not in the
                                wallet's folder.
        --passcode-file <passcode-file>
                                A file of mode 0600 with the passcode in its first
                                line, or - for standard input; otherwise it is asked
                                for.
        --six-digits            Takes a passcode of six digits. With copies of the
                                vault and the device key, all of them can be tried in
                                about eight days of one core.
        --words <words>         How many words the phrase has: 12, 15, 18, 21 or 24.
                                (default: 12)
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "import",
      """
      OVERVIEW: Creates a wallet from your recovery phrase or private key.

      USAGE: wallet import [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--six-digits] [--phrase-file <phrase-file>] [--json]

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, if it is not in the
                                wallet's folder.
        --passcode-file <passcode-file>
                                A file of mode 0600 with the passcode in its first
                                line, or - for standard input; otherwise it is asked
                                for.
        --six-digits            Takes a passcode of six digits. With copies of the
                                vault and the device key, all of them can be tried in
                                about eight days of one core.
        --phrase-file <phrase-file>
                                A file of mode 0600 with the phrase, or the private
                                key, in its first line; otherwise it is asked for.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "accounts",
      """
      OVERVIEW: Lists the wallet's accounts.

      The passcode is not needed: addresses are kept beside the vault. With
      --passcode-file the vault itself is asked. Do so where others may write to the
      wallet's folder.

      USAGE: wallet accounts [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--json]

      OPTIONS:
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
        --json                  Answers with one JSON array.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "balance",
      """
      OVERVIEW: Shows what an account, or any address, owns.

      Without an address, it shows the wallet's account. No passcode is needed,
      because addresses are kept beside the vault; it is asked for only if that list
      is missing or older than the vault.

      USAGE: wallet balance [<address>] [--from <from>] [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--json]

      ARGUMENTS:
        <address>               An address, or a contact's name; otherwise the
                                account's.

      OPTIONS:
        --from <from>           The account: its address, its name, or its position
                                in 'wallet accounts'. (default: the first)
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
      "receive",
      """
      OVERVIEW: Shows the address (EIP-55) to receive at, and its request (EIP-681).

      The passcode is not needed: addresses are kept beside the vault. With
      --passcode-file the vault itself is asked. Do so where others may write to the
      wallet's folder.

      USAGE: wallet receive [--from <from>] [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--json]

      OPTIONS:
        --from <from>           The account: its address, its name, or its position
                                in 'wallet accounts'. (default: the first)
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
