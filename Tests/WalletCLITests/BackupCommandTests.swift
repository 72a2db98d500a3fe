import DevChain
import EthereumCrypto
import Foundation
import TestEffort
import Testing

@testable import WalletCLI

/// `wallet backup`, `restore` and `accept-journal`, by the executable itself.
@Suite struct BackupCommandTests {
  private static let recipient = DevChainAccounts.addresses[1].checksummed

  private func run(
    _ arguments: [String], _ home: TemporaryHome, _ passcode: String? = WalletFixture.passcode
  ) async throws -> WalletProcess.Outcome {
    let option = try passcode.map { try WalletFixture.passcodeOption(home, $0) } ?? []
    return try await WalletProcess.run(arguments + option, home: home).withoutWaiting
  }

  private func send(
    _ home: TemporaryHome, _ url: String, _ amount: String, _ more: [String] = []
  ) async throws -> WalletProcess.Outcome {
    try await run(
      ["send", "--to", Self.recipient, "--amount", amount, "--yes", "--rpc-url", url] + more, home)
  }

  private func folder(_ home: TemporaryHome) -> String { home.path + "/.headrace" }

  private func journalPath(_ home: TemporaryHome) -> String {
    folder(home) + "/activity/payments.sqlite"
  }

  /// Returns the files of the journal, as copied while no wallet runs.
  private func journalFiles(_ home: TemporaryHome) throws -> [String: Data] {
    try home.files().filter { $0.key.hasPrefix(".headrace/activity/payments.sqlite") }
  }

  private func remove(_ files: some Sequence<String>, _ home: TemporaryHome) throws {
    for name in files { try FileManager.default.removeItem(atPath: home.path + "/" + name) }
  }

  @Test func aWalletComesBackWithAllThatItHad() async throws {
    let home = try await WalletFixture.home()
    let file = home.materialPath + "/backup"
    try await DevChainServer.serving(DevChain()) { url in
      #expect(try await send(home, url, "0.5", ["--id", "rent"]).status == 0)
      _ = try await run(["settings", "set", "unit", "gwei"], home, nil)
      _ = try await run(["contacts", "add", "Bob", Self.recipient], home, nil)
      let written = try await run(["backup", file, "--json"], home)
      #expect(written.status == 0 && written.stderr == "", "\(written)")
      let line =
        /\{"file":"[^"]*\/backup","bytes":\d+,"madeAt":"([^"]*)","holds":\["vault","payments","accounts","settings","deviceKey"\]\}\n/
      let date = try #require(written.stdout.wholeMatch(of: line)).1
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)

      let other = try TemporaryHome()
      let restored = try await run(["restore", file, "--json"], other)
      #expect(restored.status == 0, "\(restored)")
      #expect(
        restored.stdout
          == #"{"home":"\#(folder(other))","madeAt":"\#(date)","holds":["vault","payments","accounts","settings","deviceKey"],"payments":1}"#
          + "\n")
      let warning =
        "Payments made after \(date) are unknown to this wallet, and so are their names (--id): the same"
        + " name would pay again. Transactions that the node counts beyond it are reported before"
        + " a payment; 'wallet repair' reads the outcomes of the others again."
      #expect(restored.stderr == #"{"event":"note","text":"\#(warning)"}"# + "\n")
      #expect(try await run(["accounts"], other).stdout == WalletFixture.accountLine)
      #expect(try await run(["settings", "get", "unit"], other, nil).stdout == "gwei\n")
      #expect(
        try await run(["contacts"], other, nil).stdout
          == (try await run(["contacts"], home, nil).stdout))
      #expect(
        try await run(["activity", "--rpc-url", url], other, nil)
          == (try await run(["activity", "--rpc-url", url], home, nil)))
      // The name of a payment is known: it does not pay twice.
      let again = try await send(other, url, "0.5", ["--id", "rent"])
      #expect(again.status == 0)
      // The original wallet pays again; the restored one reports what it does not know.
      #expect(try await send(home, url, "0.25").status == 0)
      let refused = try await send(other, url, "0.125")
      #expect(refused.status == 1 && refused.stdout == "")
      // The journal in the backup has its own date.
      let dates = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/
      let told = refused.stderr.replacing(dates, with: "DATE")
      #expect(told.contains(warning.replacing(dates, with: "DATE")), "\(refused.stderr)")
      #expect(
        refused.stderr.contains("Expected --nonce 2, if that is intended"), "\(refused.stderr)")
      #expect(try await send(other, url, "0.125", ["--nonce", "2"]).status == 0)
      // From then on it has its own payment.
      let last = try await send(other, url, "0.0625")
      #expect(last.status == 0 && !last.stderr.contains("unknown to this wallet"), "\(last)")
    }
  }

  @Test func obstaclesAreNamed() async throws {
    let home = try await WalletFixture.home()
    let file = try home.secretFile("backup", "another's")
    let written = try await run(["backup", file], home)
    #expect(written.status == 1 && written.stdout == "")
    #expect(
      written.stderr.replacing("\n", with: " ")
        == "wallet: \(file) exists already; expected a new name: a backup never replaces a file ")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "another's\n")

    let taken = try await run(["restore", file], home)
    #expect(taken.status == 1)
    #expect(
      taken.stderr
        == "wallet: \(folder(home)) has settings, vault in it; expected an empty or missing folder (see --home)\n"
    )
    let other = try TemporaryHome()
    let missing = try await run(["restore", file + "2"], other)
    #expect(missing.status == 64)
    #expect(
      missing.stderr
        == "wallet: \(file)2 does not exist; expected a file that 'wallet backup' wrote\n")
    let damaged = try await run(["restore", file], other)
    #expect(damaged.status == 64)
    #expect(
      damaged.stderr
        == "wallet: \(file) is damaged, or not a backup; expected it as 'wallet backup' wrote it\n")
    #expect(try other.files() == [:])
    let nobody = try await run(["backup", file + "3"], other)
    #expect(nobody.status == 1 && nobody.stderr.hasPrefix("wallet: there is no wallet in "))
  }

  /// The short form leaves it to `BackupTests.aWrongPasscodeOpensNothing`.
  @Test(.enabled(if: !Effort.isShort)) func aWrongPasscodeNeitherBacksUpNorRestores() async throws {
    let home = try await WalletFixture.home()
    let file = home.materialPath + "/backup"
    let wrong = try await run(["backup", file], home, "another passcode")
    #expect(wrong.status == 77)
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try await run(["backup", file], home).status == 0)
    let other = try TemporaryHome()
    let refused = try await run(["restore", file, "--json"], other, "another passcode")
    #expect(refused.status == 77 && refused.stdout == "")
    #expect(
      refused.stderr
        == #"{"code":77,"cause":"locked","message":"the passcode is wrong; expected the one that the wallet had when the backup was made","retryable":false,"reason":"wrongPasscode"}"#
        + "\n")
    #expect(try other.files() == [:])
  }

  @Test func aFullDiskLeavesNoBackup() async throws {
    let home = try await WalletFixture.home()
    let outcome = try await run(["backup", "/dev/full/backup"], home)
    #expect(outcome.status == 1 && outcome.stdout == "")
    #expect(outcome.stderr.hasSuffix(" can't be used: Not a directory\n"), "\(outcome.stderr)")
  }

  // MARK: - Journals

  private static let older =
    "wallet: nothing was sent: the wallet's payments are an old copy, another wallet's, or missing."
    + " Payments since then are unknown, a name (--id) would pay again, and equal payments are not"
    + " noticed; expected the file as it was (activity/payments.sqlite), or 'wallet accept-journal'"
    + " first\n"

  private static let beware =
    "Warning: the payment list is an old copy, another wallet's, or missing. No payment is signed"
    + " until it is restored, or accepted with 'wallet accept-journal'.\n"

  /// A copy from before the last payment, an empty file, and no file.
  @Test(arguments: Effort.cases([0, 1, 2]))
  func anOlderJournalIsReportedAndNothingIsSigned(change: Int) async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      #expect(try await send(home, url, "0.5").status == 0)
      let copy = try journalFiles(home)
      #expect(try await send(home, url, "0.25").status == 0)
      let right = try journalFiles(home)
      try remove(right.keys, home)
      switch change {
      case 0: try home.install(copy)
      case 1: try home.install([".headrace/activity/payments.sqlite": Data()])
      default: break
      }
      let refused = try await send(home, url, "0.125")
      #expect(refused.status == 1 && refused.stdout == "", "\(refused)")
      #expect(refused.stderr.hasSuffix(Self.beware + Self.older), "\(refused.stderr)")
      #expect(try await run(["accounts"], home).stderr == Self.beware)

      // The right one is restored, and the state is as before.
      try remove(try journalFiles(home).keys, home)
      try home.install(right)
      let read = try await run(["accounts"], home)
      #expect(read.stdout == WalletFixture.accountLine && read.stderr == "")
      #expect(try await send(home, url, "0.125").status == 0)

      // Or the owner accepts the other one.
      try remove(try journalFiles(home).keys, home)
      if change == 0 { try home.install(copy) }
      let accepted = try await run(["accept-journal"], home)
      #expect(
        accepted
          == WalletProcess.Outcome(
            status: 0,
            stdout:
              "The payments are accepted as they are. Compare the nonce of the next review with what the node counts.\n",
            stderr: ""))
      let next = try await send(home, url, "0.0625", ["--nonce", "3"])
      #expect(next.status == 0 && !next.stderr.contains("Warning"), "\(next)")
    }
  }

  /// A wallet that has never paid knows no journal, and accepts the one that it finds.
  @Test func aFreshWalletHasNoAlarm() async throws {
    let home = try await WalletFixture.home()
    for _ in 1...2 { #expect(try await run(["accounts"], home).stderr == "") }
    try await DevChainServer.serving(DevChain()) { url in
      #expect(try await send(home, url, "0.5").status == 0)
      let journal = try journalFiles(home)
      let fresh = try await WalletFixture.home()
      try fresh.install(journal)
      let sent = try await send(fresh, url, "0.25")
      #expect(sent.status == 0 && !sent.stderr.contains("Warning"), "\(sent)")
    }
  }

  /// Eight commands, in the short form three, that open the same wallet concurrently: none mistakes
  /// another's count for an old copy.
  @Test func processesThatOpenConcurrentlyRaiseNoAlarm() async throws {
    let home = try await WalletFixture.home()
    try await DevChainServer.serving(DevChain()) { url in
      #expect(try await send(home, url, "0.5").status == 0)
      let option = try WalletFixture.passcodeOption(home)
      let outcomes = try await withThrowingTaskGroup(of: WalletProcess.Outcome.self) { group in
        for _ in 1...(Effort.isShort ? 3 : 8) {
          group.addTask { try await WalletProcess.run(["accounts"] + option, home: home) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for outcome in outcomes {
        #expect(outcome.stdout == WalletFixture.accountLine && outcome.stderr == "", "\(outcome)")
      }
    }
  }
}
