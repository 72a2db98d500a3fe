import ArgumentParser
import Testing
import WalletCLI

@Suite struct WalletHelpTests {
  @Test func theHelpNamesEveryCommandAndEveryExitCode() {
    #expect(
      WalletCommand.helpMessage(columns: 80) == """
        OVERVIEW: A self-custody Ethereum wallet for the terminal.

        Exit codes: 0 done, 1 refused, 64 bad usage, 69 node unavailable, 75 try again,
        77 locked.
        After SIGINT or SIGTERM a command comes to a safe end, with 75 if it was not
        done; for devchain that is its end, with 0.

        USAGE: wallet <subcommand>

        OPTIONS:
          -h, --help              Show help information.

        SUBCOMMANDS:
          demo                    Makes a wallet, receives and sends ether, and tells
                                  each step.
          init                    Makes a wallet: shows its recovery phrase once and
                                  asks three words back.
          import                  Makes a wallet of a recovery phrase that you have.
          accounts                Lists the wallet's accounts.
          balance                 Shows what an address owns.
          receive                 Shows the address (EIP-55) to receive at, and its
                                  request (EIP-681).
          send                    Sends ether, and waits until a block has the payment.
          activity                Lists the last payments; those that wait for a block
                                  come first.
          devchain                Serves a chain for development on 127.0.0.1.

          See 'wallet help <subcommand>' for detailed help.
        """)
  }

  @Test(arguments: [
    ["send", "--amount", "1"], ["send", "--to", "0x0"], ["receive", "--chain-id", "0"],
    ["devchain", "--port", "65536"], ["devchain", "--block-time", "0"], ["balance"], ["pay"],
    ["send", "--to", "a", "--amount", "1", "--fee", "warp"],
  ])
  func aLineThatIsNoCommandIsRefusedAsUsage(arguments: [String]) {
    do {
      _ = try WalletCommand.parseAsRoot(arguments)
      Issue.record("\(arguments) was accepted.")
    } catch {
      #expect(WalletCommand.exitCode(for: error).rawValue == 64)
    }
  }
}
