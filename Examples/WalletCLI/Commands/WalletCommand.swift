package import ArgumentParser
import DevChain
import Foundation

/// `wallet`: a self-custody Ethereum wallet for terminals and scripts.
package struct WalletCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: Phrase("A self-custody Ethereum wallet for the terminal.").text,
    discussion: Phrase(
      """
      Exit codes:
      \(ExitStatus.table)
      After SIGINT or SIGTERM a command comes to a safe end: 75 or 76 if it was not done; for \
      devchain and devsession that is its end, with 0.
      """
    ).text,
    version: WalletVersion.text,
    subcommands: [
      DemoCommand.self, InitCommand.self, ImportCommand.self, AccountsCommand.self,
      BalanceCommand.self, ReceiveCommand.self, SendCommand.self, OpenCommand.self,
      StatusCommand.self, WaitCommand.self, SpeedUpCommand.self, CancelCommand.self,
      ActivityCommand.self, RepairCommand.self, UnlockCommand.self, LockCommand.self,
      ContactsCommand.self, NetworkCommand.self, SettingsCommand.self, BackupCommand.self,
      RestoreCommand.self, VerifyBackupCommand.self, AcceptJournalCommand.self, SessionCommand.self,
      DevChainCommand.self, DevSessionCommand.self,
      ScreensCommand.self,
    ], defaultSubcommand: ScreensCommand.self)

  package init() {}
}

/// The version of the program.
enum WalletVersion {
  /// By Semantic Versioning, as the changelog counts.
  static let text = "0.1.0"
}

/// What to do next, for who typed nothing but `wallet`.
enum NextSteps {
  static func text(home: String, hasWallet: Bool) -> String {
    let state = hasWallet ? "The wallet is in \(home)." : "There is no wallet in \(home) yet."
    let commands =
      hasWallet
      ? [
        ("receive", "shows the address to receive at"),
        ("send", "sends ether, such as --to 0x… --amount 0.25"),
        ("activity", "lists the last payments"),
      ]
      : [
        ("demo", "plays the whole story with a wallet that is thrown away"),
        ("init", "makes a wallet"),
        ("import", "makes a wallet of a recovery phrase that you have"),
      ]
    let lines = (commands + [("--help", "lists all commands")]).map { name, purpose in
      "  wallet \(name.padding(toLength: 10, withPad: " ", startingAt: 0))\(purpose)"
    }
    return ([state, "Next:"] + lines).joined(separator: "\n")
  }
}
