import ArgumentParser
import Testing

@testable import WalletCLI

@Suite struct WalletHelpTests {
  @Test func theHelpNamesEveryCommandAndEveryExitCode() {
    #expect(
      WalletCommand.helpMessage(columns: 80) == """
        OVERVIEW: A self-custody Ethereum wallet for the terminal.

        Exit codes:
        0   done: the payment is confirmed (with --no-wait, a node has it)
        1   refused, or the payment failed: don't repeat it
        64  bad usage, or no such payment here: fix the command
        69  no usable answer from a node; nothing new is recorded: try again later
        75  nothing was recorded: repeat the same command
        76  recorded, outcome not known: use 'wallet wait', never 'wallet send' again
        77  locked, or a wrong passcode; nothing new is recorded: give the right one
        SIGINT or SIGTERM ends a command safely, with 75 or 76 if it had not finished.

        USAGE: wallet <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          demo                    Creates a wallet, receives and sends ether, and
                                  explains each step.
          init                    Creates a wallet: shows its recovery phrase once, and
                                  asks for three of its words.
          import                  Creates a wallet from your recovery phrase or private
                                  key.
          accounts                Lists the wallet's accounts.
          balance                 Shows what an account, or any address, owns.
          receive                 Shows the address (EIP-55) to receive at, and its
                                  request (EIP-681).
          send                    Sends ether, and waits until a block has the payment.
          open                    Opens a link: wallet:… or a payment request
                                  (EIP-681), ethereum:….
          status                  Shows the state of a payment, or of the wallet; sends
                                  nothing.
          wait                    Follows a recorded payment until its outcome is
                                  known, and sends it again if needed.
          speed-up                Raises the fee of a pending payment, and waits for
                                  the outcome.
          cancel                  Cancels a pending payment, and waits for the outcome.
          activity                Lists the latest payments, pending ones first.
          repair                  Checks the outcome of every payment again, as this
                                  node reports it.
          unlock                  Opens the wallet for a while: reading needs no
                                  passcode.
          lock                    Ends the session of 'wallet unlock'.
          contacts                Keeps contacts: names for addresses. No passcode is
                                  needed.
          network                 Remembers networks by name: a chain, and a node that
                                  follows it.
          settings                Shows or sets the language, the unit, the auto-lock
                                  and limits.
          backup                  Writes the whole wallet into one file, sealed under
                                  its passcode.
          restore                 Restores the wallet from a file that 'wallet backup'
                                  wrote.
          verify-backup           Checks whether a recovery phrase is this wallet's.
          accept-journal          Accepts a payment list that is an old copy, or
                                  missing.
          session                 Signs in to a service with Ethereum (EIP-4361), and
                                  out.
          screens (default)       Opens the wallet full-screen, as 'wallet' alone does.

          See 'wallet help <subcommand>' for detailed help.
        """)
  }

  /// The first and the last accepted values; those beside them are refused below.
  @Test(arguments: ["1", "86400"])
  func blockTimesUpToADayAreTaken(seconds: String) {
    #expect(throws: Never.self) {
      try CommandLines.parse(["devchain", "--block-time", seconds])
    }
  }

  @Test(arguments: [
    ["send", "--amount", "1"], ["send", "--to", "0x0"], ["receive", "--chain-id", "0"],
    ["devchain", "session", "--port", "65536"], ["devchain", "session", "--chain-id", "0"],
    ["session", "status", "--session-url", "http://example.com"],
    ["devchain", "--port", "65536"], ["devchain", "--block-time", "0"],
    ["devchain", "--block-time", "9223372036854775807"], ["devchain", "--block-time", "86401"],
    ["devchain", "--block-time", "99999999999999999999"], ["devchain", "--cors-origin", "*"],
    ["devchain", "--cors-origin", "https://app.example/path"], ["pay"],
    ["balance", "0x0", "--from", "1"],
    ["send", "--to", "a", "--amount", "1", "--fee", "warp"],
  ])
  func anUnknownCommandIsRejectedAsUsage(arguments: [String]) {
    #expect(CommandLines.refusal(arguments)?.code == 64)
  }

  /// The development servers used to be commands of the wallet.
  @Test(arguments: [("devchain", "devchain"), ("devsession", "devchain session")])
  func aServerForDevelopmentIsAnotherProgram(command: String, program: String) {
    #expect(
      NearestCommand.refusal([command, "--port", "0"])?.text
        == "there is no command 'wallet \(command)'; did you mean '\(program)'?")
  }
}
