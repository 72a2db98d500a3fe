package import ArgumentParser
import Foundation

/// `wallet`: a self-custody Ethereum wallet for terminals and scripts.
package struct WalletCommand: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "wallet",
      abstract: Phrase("A self-custody Ethereum wallet for the terminal.").text,
      discussion: Phrase(
        """
        Exit codes:
        \(ExitStatus.table)
        SIGINT or SIGTERM ends a command safely, with 75 or 76 if it had not finished.
        """
      ).text,
      version: WalletVersion.text,
      subcommands: [
        DemoCommand.self, InitCommand.self, ImportCommand.self, AccountsCommand.self,
        BalanceCommand.self, ReceiveCommand.self, SendCommand.self, OpenCommand.self,
        StatusCommand.self, WaitCommand.self, SpeedUpCommand.self, CancelCommand.self,
        ActivityCommand.self, RepairCommand.self, UnlockCommand.self, LockCommand.self,
        ContactsCommand.self, NetworkCommand.self, SettingsCommand.self, BackupCommand.self,
        RestoreCommand.self, VerifyBackupCommand.self, AcceptJournalCommand.self,
        SessionCommand.self, ScreensCommand.self,
      ], defaultSubcommand: ScreensCommand.self)
  }

  package init() {}
}

/// The next steps, for a user who typed only `wallet`.
enum NextSteps {
  static func text(home: String, hasWallet: Bool) -> String {
    let state: Phrase =
      hasWallet ? Phrase("The wallet is in \(home).") : Phrase("There is no wallet in \(home) yet.")
    let commands: [(String, Phrase)] =
      hasWallet
      ? [
        ("receive", Phrase("shows the address to receive at")),
        ("send", Phrase("sends ether, such as --to 0x… --amount 0.25")),
        ("activity", Phrase("lists the last payments")),
      ]
      : [
        ("demo", Phrase("plays the whole story with a temporary wallet")),
        ("init", Phrase("makes a wallet")),
        ("import", Phrase("makes a wallet from your recovery phrase")),
      ]
    let lines = (commands + [("--help", Phrase("lists all commands"))]).map { name, purpose in
      "  wallet \(name.padding(toLength: 10, withPad: " ", startingAt: 0))\(purpose.text)"
    }
    return ([state.text, Phrase("Next:").text] + lines).joined(separator: "\n")
  }
}
