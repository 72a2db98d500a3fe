import HeadraceTerminal
import HeadraceTerminalTesting
import TestEffort
import Testing

@testable import WalletCLI

/// The running app on a home whose payments can't be read or written: each failure is a sentence,
/// nothing is lost, and the app continues.
@Suite(.serialized) struct BadHomeProcessTests {
  /// Makes a wallet's database, prepares it, and opens the app as a user without special rights.
  private static func script(_ prepare: String) -> String {
    """
    umask 077; cd "$HOME"; export HEADRACE_HOME="$HOME/wallet"
    "$0" contacts add Bob 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 >/dev/null 2>&1
    file="$HEADRACE_HOME/activity/payments.sqlite"
    [ -f "$file" ] || echo "no database at $file"
    \(prepare)
    before=$(cksum <"$file")
    if [ "$(id -u)" = 0 ]; then
      chown -R 65534:65534 "$HOME"
      setpriv --reuid=65534 --regid=65534 --clear-groups "$0"
    else
      "$0"
    fi
    [ "$before" = "$(cksum <"$file")" ] && echo all is as it was
    """
  }

  private static let damages = [
    // A read-only file is still read.
    ("chmod 0400 \"$file\"", "No payments yet."),
    ("chmod 0000 \"$file\"", "may not be read or"),
    (
      "printf '\\000\\000\\000\\143' | dd of=\"$file\" bs=1 seek=60 conv=notrunc 2>/dev/null",
      "A newer wallet wrote the payments (version 99)"
    ),
    ("echo no database >\"$file\"; rm -f \"$file\"-*", "is damaged"),
  ]

  @Test(arguments: Effort.cases(damages))
  func itIsReportedAndNothingIsLost(prepare: String, sentence: String) async throws {
    let process = try ScreenProcess(
      ["-c", Self.script(prepare), try ScreenProcess.executable()],
      size: Size(columns: 120, rows: 30), shell: true,
      files: try await CheapWallet.files(in: "wallet"))
    process.expect("Type your passcode.")
    process.type(CheapWallet.passcode + "\r")
    process.expect(sentence)
    process.type("q")
    process.expect("all is as it was")
    #expect(process.change() == .exited(0))
    #expect(process.screen.modes == [])
  }

  /// Another program is writing; the app reads in the meantime.
  @Test func aDatabaseThatAnotherWritesIsRead() async throws {
    let lock = """
      mkfifo "$HOME/held" "$HOME/hold"
      python3 -c 'import sqlite3, sys
      base = sqlite3.connect(sys.argv[1]); base.execute("BEGIN EXCLUSIVE")
      open(sys.argv[2], "w").write("held"); open(sys.argv[3]).read()' \
        "$file" "$HOME/held" "$HOME/hold" </dev/null >/dev/null 2>&1 &
      cat "$HOME/held" >/dev/null; exec 9>"$HOME/hold"
      """
    let process = try ScreenProcess(
      ["-c", Self.script(lock), try ScreenProcess.executable()],
      size: Size(columns: 120, rows: 30), shell: true,
      files: try await CheapWallet.files(in: "wallet"))
    process.expect("Type your passcode.")
    process.type(CheapWallet.passcode + "\r")
    process.expect("No payments yet.")
    process.type("q")
    #expect(process.change() == .exited(0))
  }
}
