/// The text of `wallet help` for the commands about a home.
enum HomeHelp {
  static let texts: [(String, String)] = [
    (
      "unlock",
      """
      OVERVIEW: Opens the wallet for a while: reading needs no passcode.

      A process keeps the wallet open and answers other commands of the same person,
      on a socket in the wallet's folder. It ends with 'wallet lock', after its time
      limit, or on a signal. It reports the accounts and signs nothing: a payment
      still asks for the passcode after its review.

      USAGE: wallet unlock [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--for <for>] [--foreground] [--json]

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
        --for <for>             How long, such as 15m. (default: the setting
                                lock-after, or 15m)
        --foreground            Stays in the foreground, as a service manager wants
                                it.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "lock",
      """
      OVERVIEW: Ends the session of 'wallet unlock'.

      USAGE: wallet lock [--home <home>] [--json]

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "contacts",
      """
      OVERVIEW: Keeps contacts: names for addresses. No passcode is needed.

      USAGE: wallet contacts <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        list (default)          Lists the contacts by name.
        add                     Adds a contact.
        rename                  Renames a contact.
        remove                  Removes a contact; payments are not changed.

        See 'wallet help contacts <subcommand>' for detailed help.
      """
    ),
    (
      "network",
      """
      OVERVIEW: Remembers networks by name: a chain, and a node that follows it.

      Which node a command asks: --rpc-url, then --network, then $ETH_RPC_URL, then
      the network in use, then the node of 'devchain'. Which chain it must follow:
      --chain-id, then that of --network, then that of the network in use, then 31337.

      USAGE: wallet network <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        add                     Adds a network, if its node is on the given chain.
        list (default)          Lists the networks; a star marks the current one.
        use                     Sets the default network.
        remove                  Removes a network; payments are not changed.

        See 'wallet help network <subcommand>' for detailed help.
      """
    ),
    (
      "settings",
      """
      OVERVIEW: Shows or sets the language, the unit, the auto-lock and limits.

      language: en or ko, in place of LC_ALL, LC_MESSAGES and LANG. unit: ether, gwei
      or wei, for balances and on the screens. lock-after: how long screens stay open
      without a key, or never, and how long 'wallet unlock' counts. max-fee and
      max-fee-percent: the ceilings of fees where a command names none. 'default'
      takes a setting back.

      USAGE: wallet settings <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        get (default)           Shows one setting, or all.
        set                     Sets a setting.

        See 'wallet help settings <subcommand>' for detailed help.
      """
    ),
    (
      "verify-backup",
      """
      OVERVIEW: Checks whether a recovery phrase is this wallet's.

      The phrase is typed and its first account compared with the wallet's. Nothing
      of either is shown or changed. Exit code 0 means that it is the wallet's, 1
      that it is another one, or not a phrase.

      USAGE: wallet verify-backup [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--phrase-file <phrase-file>] [--json]

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
        --phrase-file <phrase-file>
                                A file of mode 0600 with the phrase in its first
                                line, or - for standard input; otherwise it is asked
                                for.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
  ]

  /// The texts of their subcommands.
  static let below: [(String, String)] = [
    (
      "contacts list",
      """
      OVERVIEW: Lists the contacts by name.

      USAGE: wallet contacts list [--home <home>] [--json]

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON array.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "contacts add",
      """
      OVERVIEW: Adds a contact.

      USAGE: wallet contacts add <name> <address> [--home <home>] [--json]

      ARGUMENTS:
        <name>                  The name, of at most 40 characters.
        <address>               The address.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON array: all contacts.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "contacts rename",
      """
      OVERVIEW: Renames a contact.

      USAGE: wallet contacts rename <contact> <name> [--home <home>] [--json]

      ARGUMENTS:
        <contact>               The contact: its name or its address.
        <name>                  The new name.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON array: all contacts.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "contacts remove",
      """
      OVERVIEW: Removes a contact; payments are not changed.

      USAGE: wallet contacts remove <contact> [--home <home>] [--json]

      ARGUMENTS:
        <contact>               The contact: its name or its address.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON array: all contacts.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "network add",
      """
      OVERVIEW: Adds a network, if its node is on the given chain.

      USAGE: wallet network add <name> --rpc-url <rpc-url> [--chain-id <chain-id>] [--use] [--home <home>] [--json]

      ARGUMENTS:
        <name>                  The name: a to z, 0 to 9, and - _ . after the first.

      OPTIONS:
        --rpc-url <rpc-url>     The node's JSON-RPC address.
        --chain-id <chain-id>   The chain that the node must follow. (default: the
                                one that it names)
        --use                   Uses the network from now on.
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "network list",
      """
      OVERVIEW: Lists the networks; a star marks the current one.

      USAGE: wallet network list [--home <home>] [--json]

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON array.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "network use",
      """
      OVERVIEW: Sets the default network.

      USAGE: wallet network use <name> [--home <home>] [--json]

      ARGUMENTS:
        <name>                  The network's name; 'default' for the node of
                                'devchain'.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "network remove",
      """
      OVERVIEW: Removes a network; payments are not changed.

      USAGE: wallet network remove <name> [--home <home>] [--json]

      ARGUMENTS:
        <name>                  The network's name.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "settings get",
      """
      OVERVIEW: Shows one setting, or all.

      USAGE: wallet settings get [<field>] [--home <home>] [--json]

      ARGUMENTS:
        <field>                 The setting; otherwise all. (values: language, unit,
                                lock-after, max-fee, max-fee-percent)

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "settings set",
      """
      OVERVIEW: Sets a setting.

      USAGE: wallet settings set <field> <value> [--home <home>] [--json]

      ARGUMENTS:
        <field>                 The setting. (values: language, unit, lock-after,
                                max-fee, max-fee-percent)
        <value>                 Its value; 'default' takes it back.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
  ]
}
