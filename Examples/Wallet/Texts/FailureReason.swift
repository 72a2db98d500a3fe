/// The reason a command failed, finer than by its exit code, for programs.
///
/// The names are written with `--json`, and never change. `Documentation/json.md` explains each.
enum FailureReason: String, CaseIterable, Sendable {
  // The passcode.
  case locked, wrongPasscode, backedOff, badPasscode, secretGone
  // The wallet and its files.
  case noWallet, walletExists, unknownAccount, damagedVault, damagedBackup, deviceKey, exposedFiles
  case olderPayments, diskFull, busy
  // The typed text.
  case badAddress, badAmount, badPhrase
  // The payment and its node.
  case insufficientFunds, nodeUnreachable, wrongChain
  // The command.
  case interrupted
}
