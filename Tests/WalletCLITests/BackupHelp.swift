/// The text of `wallet help` about the commands for backups.
enum BackupHelp {
  static let texts: [(String, String)] = [
    (
      "backup",
      """
      OVERVIEW: Writes the whole wallet into one file, sealed under its passcode.

      The file holds the vault, the device key, the payments with the contacts, the
      networks and the settings; sessions with services are left out. The passcode
      alone opens it: anyone with the file may guess passcodes, as with copies of the
      vault and its device key, and six digits fall in about eight days of one core.
      A file that exists is never replaced.

      USAGE: wallet backup <file> [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--json]

      ARGUMENTS:
        <file>                  The file to write.

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
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "restore",
      """
      OVERVIEW: Restores the wallet from a file that 'wallet backup' wrote.

      The wallet's folder must be empty or missing. Everything is checked before
      anything is written: the wallet is restored completely or not at all. Payments
      made after the backup are unknown to it: transactions that the node counts
      beyond it are reported before a payment, and 'wallet repair' reads the outcomes
      of the others again.

      USAGE: wallet restore <file> [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--json]

      ARGUMENTS:
        <file>                  The file that 'wallet backup' wrote.

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
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
    (
      "accept-journal",
      """
      OVERVIEW: Accepts a payment list that is an old copy, or missing.

      The vault knows how many payments there were. If their file is an old copy,
      another wallet's, or missing, nothing is signed until the right one is
      restored, or this command accepts the current one. Payments that it lacks are
      then unknown: the same name (--id) would pay again.

      USAGE: wallet accept-journal [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--json]

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
        --json                  Answers with one JSON object.
        --version               Show the version.
        -h, --help              Show help information.
      """
    ),
  ]
}
