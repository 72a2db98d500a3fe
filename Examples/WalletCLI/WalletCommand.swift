package import ArgumentParser

/// `wallet`: a self-custody Ethereum wallet for terminals and scripts.
package struct WalletCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "A self-custody Ethereum wallet for the terminal.",
    discussion: """
      Exit codes: 0 done, 1 refused, 64 bad usage, 69 node unavailable, 75 try again, 77 locked.
      """,
    subcommands: [
      DemoCommand.self, InitCommand.self, ImportCommand.self, AccountsCommand.self,
      BalanceCommand.self, ReceiveCommand.self, SendCommand.self, ActivityCommand.self,
      DevChainCommand.self,
    ])

  package init() {}
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

  /// Creates a failure.
  package init(_ message: String, _ status: ExitStatus = .refused) {
    self.message = message
    self.status = status
  }
}
