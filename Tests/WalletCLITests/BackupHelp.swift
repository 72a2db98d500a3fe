/// What `wallet help` says of the commands that keep a wallet whole.
enum BackupHelp {
  static let texts: [(String, String)] = [
    (
      "backup",
      """
      OVERVIEW: Writes the whole wallet into one file, sealed under its passcode.

      The file holds the vault, the device key, the payments with the contacts, the
      networks and the settings; sessions with services are left out. It opens by the
      passcode alone: anyone with the file may guess passcodes, as with copies of the
      vault and its device key, and six digits fall in about eight days of one core.
      A file that exists is never replaced.

      USAGE: wallet backup <file> [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--json]

      ARGUMENTS:
        <file>                  The file to write.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, where it is not in the
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

      The wallet's folder must be empty or not there. All is checked before anything
      is put there: then the wallet is there whole, or nothing of it. Payments made
      after the backup are unknown to it: what the node counts beyond it is told
      before a payment, and 'wallet repair' reads the ends of the others again.

      USAGE: wallet restore <file> [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--json]

      ARGUMENTS:
        <file>                  The file that 'wallet backup' wrote.

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, where it is not in the
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

      The vault knows how far the payments had come. Where their file is an old copy,
      another one or gone, nothing is signed until the right one is put back, or this
      command takes what is there. Payments that it lacks are unknown then: the same
      name (--id) would pay again.

      USAGE: wallet accept-journal [--home <home>] [--device-key <device-key>] [--passcode-file <passcode-file>] [--json]

      OPTIONS:
        --home <home>           The wallet's folder; $HEADRACE_HOME or ~/.headrace by
                                default.
        --device-key <device-key>
                                The file of the device key, where it is not in the
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
