import Foundation
import HeadraceTerminal
import HeadraceTerminalTesting
import TestEffort
import Testing

@testable import WalletCLI

/// A payment in the app while another process writes the payments' database.
///
/// A sentence reports it, nothing is recorded or sent, and the same payment succeeds afterwards.
@Suite(.serialized) struct LockedJournalTests {
  /// A wallet with ether on a private chain, and a process that locks the database for writing.
  ///
  /// It has the lock from the creation of the file `lock` to that of the file `release`.
  private static let script = """
    umask 077; cd "$HOME"; export HEADRACE_HOME="$HOME/wallet"
    mkfifo chain; exec 8<>chain
    "${0%wallet}devchain" --port 0 --json >chain 2>/dev/null </dev/null &
    node=$!
    read -r line <&8
    url=$(printf %s "$line" | sed 's/.*"url":"\\([^"]*\\)".*/\\1/; s/\\\\//g')
    "$0" contacts add Bob 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 >/dev/null 2>&1
    python3 -c 'import os, sqlite3, sys, time
    def wait(name):
        while not os.path.exists(name): time.sleep(0.05)
    wait("lock")
    base = sqlite3.connect(sys.argv[1], timeout=60)
    base.execute("BEGIN IMMEDIATE"); open("held", "w").close()
    wait("release"); base.rollback(); open("free", "w").close()' \
      "$HEADRACE_HOME/activity/payments.sqlite" </dev/null >/dev/null 2>&1 &
    "$0" screens --rpc-url "$url" $language
    "$0" activity --json --rpc-url "$url" >activity.json
    kill $node
    """

  @Test(arguments: Effort.cases(Language.allCases))
  func itIsReportedNothingIsLostAndItIsPaidAfterwards(language: Language) async throws {
    let texts = Texts(language)
    let process = try ScreenProcess(
      ["-c", Self.script, try ScreenProcess.executable()], size: Size(columns: 120, rows: 30),
      ["language": "--language=\(language.rawValue)"], shell: true,
      files: try await CheapWallet.files(in: "wallet"))
    process.expect(texts[.unlockLead])
    process.type(CheapWallet.passcode + "\r")
    process.expect("10,000 ETH")
    process.type("s")
    process.expect(texts[.sendAmount])
    process.type("0x70997970C51812dc3A010C7d01b50e0d17dc79C8\r0.5\r")
    process.expect(texts[.reviewAgree])
    try process.leaveFile("lock")
    #expect(process.waits { process.hasFile("held") })
    process.type(CheapWallet.passcode + "\r")
    process.expect(
      language == .english
        ? "Another wallet is writing at this moment; try again when it is done."
        : "지금 다른 지갑이 쓰고 있습니다. 끝난 뒤에 다시 하세요.")
    // The review is still shown, with all that was typed.
    process.expect("0.5 ETH")
    process.expect(texts[.reviewAgree])
    try process.leaveFile("release")
    #expect(process.waits { process.hasFile("free") })
    process.type(CheapWallet.passcode + "\r")
    process.expect(texts[.sendingDone])
    process.type("\r")
    process.expect("−0.5 ETH")
    process.type("q")
    #expect(process.change() == .exited(0))
    // One payment is in the journal, and a block has it.
    let journal = try process.contents("activity.json")
    #expect(journal.ranges(of: "\"hash\"").count == 1, "\(journal)")
    #expect(journal.contains("\"block\":"), "\(journal)")
    #expect(journal.contains("\"wei\":\"500000000000000000\""), "\(journal)")
  }
}
