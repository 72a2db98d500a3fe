package import ArgumentParser
import DevChain
import Foundation

/// `wallet`: a self-custody Ethereum wallet for terminals and scripts.
package struct WalletCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "A self-custody Ethereum wallet for the terminal.",
    discussion: """
      Exit codes: 0 done, 1 refused, 64 bad usage, 69 node unavailable, 75 try again, 77 locked.
      After SIGINT or SIGTERM a command comes to a safe end, with 75 if it was not done; for \
      devchain that is its end, with 0.
      """,
    subcommands: [
      DemoCommand.self, InitCommand.self, ImportCommand.self, AccountsCommand.self,
      BalanceCommand.self, ReceiveCommand.self, SendCommand.self, ActivityCommand.self,
      DevChainCommand.self,
    ])

  package init() {}

  package func run() async throws {
    try await CommandRun.reporting(json: true) { terminal throws(CommandFailure) in
      let home = WalletOptions.defaultHome(ProcessInfo.processInfo.environment)
      let session = WalletSession(
        home: home, deviceKeyPath: nil, chainID: DevChainConfiguration.defaultChainID,
        node: RPCAddress.local.client, terminal: terminal)
      terminal.writeLine(NextSteps.text(home: home, hasWallet: try await session.hasWallet()))
    }
  }
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

/// How a command ended, for scripts; from `sysexits.h` where that has one.
package enum ExitStatus: Int32, Sendable {
  /// The wallet refused.
  case refused = 1
  /// The command line is not one, or a file that it names is not as it must be.
  case usage = 64
  /// The node can't be reached, or does not answer as a node does.
  case nodeUnavailable = 69
  /// The same command may work later.
  case tryAgain = 75
  /// The wallet is locked, or the passcode was wrong.
  case locked = 77
}

/// A refusal as a command ends with it: one sentence and a code.
package struct CommandFailure: Error, Equatable, Sendable {
  /// What happened and what was expected.
  package let message: String
  /// How the program ends.
  package let status: ExitStatus

  /// Creates a failure; its sentence may quote others, such as a node.
  package init(_ message: String, _ status: ExitStatus = .refused) {
    self.message = PlainText.printable(message)
    self.status = status
  }
}
