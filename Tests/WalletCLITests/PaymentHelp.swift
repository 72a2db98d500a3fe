/// The full text of `wallet help` for each command about payments.
enum PaymentHelp {
  static let texts: [(String, String)] = [
    (
      "send",
      """
      OVERVIEW: Sends ether, and waits until a block has the payment.

      Everything that will be signed is shown first. The passcode that signs is asked
      after that. The payment is recorded, then its hash is written to standard
      output, then it is broadcast. With --id the same command can be repeated, and
      pays only once. Exit code 75 means that nothing was recorded, 76 that the
      payment is recorded and its outcome is not known: then 'wallet wait' follows
      it, and a new 'wallet send' without --id would be another payment.

      USAGE: wallet send [<options>] --to <to>

      OPTIONS:
        --to <to>               The recipient: an address, a contact's name, or a
                                payment request (EIP-681).
        --amount <amount>       The amount in ether, such as 0.25, or max for
                                everything; a payment request may have one.
        --fee <fee>             How fast: slow, normal or fast. (values: slow,
                                normal, fast; default: normal)
        --id <id>               A name for this payment; paying by the same name
                                again pays once.
        --from <from>           The account: its address, its name, or its position
                                in 'wallet accounts'. (default: the first)
        --max-fee <max-fee>     The most that the fee may be, in ether; nothing else
                                overrides it. (default: 0.05)
        --max-fee-percent <max-fee-percent>
                                The share of the amount, in percent, above which the
                                fee is asked about again. (default: 10)
        --timeout <timeout>     How long to wait, such as 90s or 10m; after that the
                                exit code is 76. (default: 10m; 1m with --no-wait)
        --no-wait               Waits until the node has the payment, not until it is
                                confirmed.
        --nonce <nonce>         The nonce of the payment, where the node knows
                                transactions of the account that this wallet does not
                                know: once for an account that was used before,
                                unless a second node agrees.
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
        --yes                   Sends without asking after the review; questions
                                about a warning are still asked.
        --again                 Allows a second payment like one of the last twelve
                                hours.
        --from-published        Sends from an account whose private key is public, to
                                move its ether away.
        --json                  Answers with one JSON object for each event.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "open",
      """
      OVERVIEW: Opens a link: wallet:… or a payment request (EIP-681), ethereum:….

      wallet:send?to=0x…&amount=0.25 and ethereum:0x…@1?value=25e16 lead to the
      review of a payment, as 'wallet send' does; a link never sends by itself.
      wallet:receive shows the address to receive at, wallet:activity/0x… tells how
      far that payment is, and wallet:settings names the commands for settings.

      USAGE: wallet open [<options>] <link>

      ARGUMENTS:
        <link>                  The link.

      OPTIONS:
        --fee <fee>             How fast a payment is to be: slow, normal or fast.
                                (values: slow, normal, fast; default: normal)
        --id <id>               A name for the payment; paying by the same name again
                                pays once.
        --from <from>           The account: its address, its name, or its position
                                in 'wallet accounts'. (default: the first)
        --max-fee <max-fee>     The most that the fee may be, in ether; nothing else
                                overrides it. (default: 0.05)
        --max-fee-percent <max-fee-percent>
                                The share of the amount, in percent, above which the
                                fee is asked about again. (default: 10)
        --timeout <timeout>     How long to wait, such as 90s or 10m; after that the
                                exit code is 76. (default: 10m; 1m with --no-wait)
        --no-wait               Waits until the node has the payment, not until it is
                                confirmed.
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
        --json                  Answers with one JSON object for each event.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "status",
      """
      OVERVIEW: Shows the state of a payment, or of the wallet; sends nothing.

      Without a payment it shows the vault, the session of 'wallet unlock', the
      network and the pending payments; no node is asked. No passcode is needed. For
      a payment, exit code 0 means that it paid, 1 that it failed, was cancelled or
      replaced, 76 that its outcome is not known, 64 that no such payment is recorded
      here, 69 that the node does not answer, or can't confirm the outcome.

      USAGE: wallet status [<payment>] [--home <home>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--verify-rpc-url <verify-rpc-url>] [--json]

      ARGUMENTS:
        <payment>               The payment's hash, or the name that --id gave it;
                                otherwise the wallet itself.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --network <network>     A network that 'wallet network' remembers, by its
                                name.
        --chain-id <chain-id>   The chain that the node must follow; otherwise that
                                of the network. (default: 31337)
        --rpc-url <rpc-url>     The node's JSON-RPC address; otherwise $ETH_RPC_URL,
                                or the network's. (default: http://127.0.0.1:8545)
        --verify-rpc-url <verify-rpc-url>
                                A second node, of another operator, that must agree
                                on what is signed and on its outcome.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "wait",
      """
      OVERVIEW: Follows a recorded payment until its outcome is known, and sends it
      again if needed.

      It signs nothing and needs no passcode. A payment that no node ever took is
      sent, however old it is. The exit codes are those of 'wallet status'.

      USAGE: wallet wait <payment> [--timeout <timeout>] [--no-wait] [--home <home>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--verify-rpc-url <verify-rpc-url>] [--json]

      ARGUMENTS:
        <payment>               The payment's hash, or the name that --id gave it.

      OPTIONS:
        --timeout <timeout>     How long to wait, such as 90s or 10m; after that the
                                exit code is 76. (default: 10m; 1m with --no-wait)
        --no-wait               Waits until the node has the payment, not until it is
                                confirmed.
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --network <network>     A network that 'wallet network' remembers, by its
                                name.
        --chain-id <chain-id>   The chain that the node must follow; otherwise that
                                of the network. (default: 31337)
        --rpc-url <rpc-url>     The node's JSON-RPC address; otherwise $ETH_RPC_URL,
                                or the network's. (default: http://127.0.0.1:8545)
        --verify-rpc-url <verify-rpc-url>
                                A second node, of another operator, that must agree
                                on what is signed and on its outcome.
        --json                  Answers with one JSON object for each event.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "speed-up",
      """
      OVERVIEW: Raises the fee of a pending payment, and waits for the outcome.

      The new transaction has the payment's nonce, so a block can include one of the
      two, never both. Both fees rise by a tenth at least, within --max-fee.

      USAGE: wallet speed-up [<options>] <payment>

      ARGUMENTS:
        <payment>               The payment's hash, or the name that --id gave it.

      OPTIONS:
        --fee <fee>             How fast: slow, normal or fast. (values: slow,
                                normal, fast; default: normal)
        --max-fee <max-fee>     The most that the fee may be, in ether; nothing else
                                overrides it. (default: 0.05)
        --max-fee-percent <max-fee-percent>
                                The share of the amount, in percent, above which the
                                fee is asked about again. (default: 10)
        --timeout <timeout>     How long to wait, such as 90s or 10m; after that the
                                exit code is 76. (default: 10m; 1m with --no-wait)
        --no-wait               Waits until the node has the payment, not until it is
                                confirmed.
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
        --yes                   Signs without asking after the review.
        --json                  Answers with one JSON object for each event.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "cancel",
      """
      OVERVIEW: Cancels a pending payment, and waits for the outcome.

      A payment that was never sent is abandoned immediately. Otherwise a transaction
      with the same nonce, which sends nothing to the payer, replaces it if a block
      includes that one first: the exit code is 0 when the cancellation is in a
      block, and 1 when the payment was faster.

      USAGE: wallet cancel [<options>] <payment>

      ARGUMENTS:
        <payment>               The payment's hash, or the name that --id gave it.

      OPTIONS:
        --fee <fee>             How fast: slow, normal or fast. (values: slow,
                                normal, fast; default: normal)
        --max-fee <max-fee>     The most that the fee may be, in ether; nothing else
                                overrides it. (default: 0.05)
        --max-fee-percent <max-fee-percent>
                                The share of the amount, in percent, above which the
                                fee is asked about again. (default: 10)
        --timeout <timeout>     How long to wait, such as 90s or 10m; after that the
                                exit code is 76. (default: 10m; 1m with --no-wait)
        --no-wait               Waits until the node has the payment, not until it is
                                confirmed.
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
        --yes                   Signs without asking after the review.
        --json                  Answers with one JSON object for each event.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "activity",
      """
      OVERVIEW: Lists the latest payments, pending ones first.

      The node is asked about every payment whose outcome can still change. If it
      does not answer, or can't tell, the states are marked with their age, and the
      exit code is 69; if its chain lacks a final outcome, it is 76. Incoming
      payments are looked for in the newest blocks, and kept as this node reports
      them. No passcode is needed.

      USAGE: wallet activity [--from <from>] [--home <home>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--verify-rpc-url <verify-rpc-url>] [--with <with>] [--all] [--json]

      OPTIONS:
        --from <from>           The account: its address, its name, or its position
                                in 'wallet accounts'. (default: the first)
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --network <network>     A network that 'wallet network' remembers, by its
                                name.
        --chain-id <chain-id>   The chain that the node must follow; otherwise that
                                of the network. (default: 31337)
        --rpc-url <rpc-url>     The node's JSON-RPC address; otherwise $ETH_RPC_URL,
                                or the network's. (default: http://127.0.0.1:8545)
        --verify-rpc-url <verify-rpc-url>
                                A second node, of another operator, that must agree
                                on what is signed and on its outcome.
        --with <with>           Lists only payments to or from an address, or a
                                contact by its name.
        --all                   Lists all payments.
        --json                  Answers with one JSON array.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "repair",
      """
      OVERVIEW: Checks the outcome of every payment again, as this node reports it.

      For a node that lied, a deep reorganisation, or a development chain that was
      restarted: payments whose outcome is not on the node's chain are pending again.
      Nothing is signed or sent, and no passcode is needed.

      USAGE: wallet repair [--home <home>] [--network <network>] [--chain-id <chain-id>] [--rpc-url <rpc-url>] [--verify-rpc-url <verify-rpc-url>] [--json]

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --network <network>     A network that 'wallet network' remembers, by its
                                name.
        --chain-id <chain-id>   The chain that the node must follow; otherwise that
                                of the network. (default: 31337)
        --rpc-url <rpc-url>     The node's JSON-RPC address; otherwise $ETH_RPC_URL,
                                or the network's. (default: http://127.0.0.1:8545)
        --verify-rpc-url <verify-rpc-url>
                                A second node, of another operator, that must agree
                                on what is signed and on its outcome.
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
  ]
}
