import ArgumentParser
import Testing

@testable import WalletCLI

@Suite struct WalletHelpTests {
  @Test func theHelpNamesEveryCommandAndEveryExitCode() {
    #expect(
      WalletCommand.helpMessage(columns: 80) == """
        OVERVIEW: A self-custody Ethereum wallet for the terminal.

        Exit codes:
        0   done: a payment is in a block, deep enough (with --no-wait, a node has it)
        1   refused, or the payment has its end and did not pay: don't repeat it
        64  bad usage, or no such payment here: mend the command
        69  no node answers or can tell; nothing new is recorded: repeat it later
        75  nothing was recorded: repeat the same command
        76  recorded, its end is not known: 'wallet wait', and never 'wallet send' anew
        77  locked, or a wrong passcode; nothing new is recorded: give the right one
        After SIGINT or SIGTERM a command comes to a safe end: 75 or 76 if it was not
        done.

        USAGE: wallet <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          demo                    Makes a wallet, receives and sends ether, and tells
                                  each step.
          init                    Makes a wallet: shows its recovery phrase once and
                                  asks three words back.
          import                  Makes a wallet of a recovery phrase, or a private
                                  key, that you have.
          accounts                Lists the wallet's accounts.
          balance                 Shows what an account, or any address, owns.
          receive                 Shows the address (EIP-55) to receive at, and its
                                  request (EIP-681).
          send                    Sends ether, and waits until a block has the payment.
          open                    Opens a link: wallet:… or a payment request
                                  (EIP-681), ethereum:….
          status                  Tells how far a payment is, or without one how the
                                  wallet stands; sends nothing.
          wait                    Follows a recorded payment to its end, and sends its
                                  bytes again where needed.
          speed-up                Offers a higher fee for a payment that waits, and
                                  follows it to its end.
          cancel                  Cancels a payment that waits, and follows that to its
                                  end.
          activity                Lists the last payments; those whose end is not known
                                  come first.
          repair                  Reads the end of every payment again, by the word of
                                  this node.
          unlock                  Opens the wallet for a while, so that reading asks
                                  for no passcode.
          lock                    Ends what 'wallet unlock' began.
          contacts                Keeps contacts: names for addresses. No passcode is
                                  needed.
          network                 Remembers networks by name: a chain, and a node that
                                  follows it.
          settings                Shows or sets the language, the unit, the auto-lock
                                  and limits.
          backup                  Writes the whole wallet into one file, sealed under
                                  its passcode.
          restore                 Makes the wallet anew of a file that 'wallet backup'
                                  wrote.
          verify-backup           Tells whether a recovery phrase that you have is this
                                  wallet's.
          accept-journal          Goes on with payments that are an old copy, or are
                                  gone.
          session                 Signs in to a service with Ethereum (EIP-4361), and
                                  out.
          screens (default)       Opens the wallet on the whole terminal; so does
                                  'wallet' alone.

          See 'wallet help <subcommand>' for detailed help.
        """)
  }

  /// The first and the last that are taken; those beside them are refused below.
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
  func aLineThatIsNoCommandIsRefusedAsUsage(arguments: [String]) {
    #expect(CommandLines.refusal(arguments)?.code == 64)
  }

  /// The servers for development were commands of the wallet once.
  @Test(arguments: [("devchain", "devchain"), ("devsession", "devchain session")])
  func aServerForDevelopmentIsAnotherProgram(command: String, program: String) {
    #expect(
      NearestCommand.refusal([command, "--port", "0"])?.text
        == "there is no command 'wallet \(command)'; did you mean '\(program)'?")
  }
}
