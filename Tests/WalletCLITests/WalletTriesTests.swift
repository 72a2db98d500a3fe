import DevChain
import Foundation
import TestEffort
import Testing

@testable import VaultClientLive

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The attempts that count as a try of the passcode, by the executable itself.
@Suite(.serialized) struct WalletTriesTests {
  private static let ledger = ".headrace/vault/attempts"

  /// The files of a wallet whose key takes as long as a real one, made once for all tests.
  private static let files = Task {
    let home = try TemporaryHome()
    let made = try await WalletProcess.run(
      ["import", "--phrase-file", home.secretFile("phrase", DevChainAccounts.mnemonic)]
        + WalletFixture.passcodeOption(home), home: home)
    try #require(made.status == 0, "\(made)")
    return try home.files()
  }

  /// Returns a home with that wallet, after so many wrong passcodes, two days ago.
  private func home(failureCount: Int) async throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.install(try await Self.files.value)
    try install(failureCount: failureCount, in: home)
    return home
  }

  /// Replaces the present ledger with one of so many wrong passcodes, two days ago.
  private func install(failureCount: Int, in home: TemporaryHome) throws {
    let twoDaysAgo = Int64(Date().timeIntervalSince1970 * 1_000) - 2 * 86_400_000
    // An older count of openings than the vault's would by itself cause a wait.
    let openings = try #require(try ledger(home)?.openings)
    var ledger = AttemptLedger.cleared(
      at: TimeReading(wallMilliseconds: twoDaysAgo), openings: openings)
    for _ in 0..<failureCount { ledger.countAttempt(at: ledger.countedAt) }
    try home.install([Self.ledger: Data(ledger.encoded)])
  }

  private func ledger(_ home: TemporaryHome) throws -> AttemptLedger? {
    let file = URL(filePath: home.path + "/" + Self.ledger)
    return AttemptLedger(decoding: Array(try Data(contentsOf: file)))
  }

  /// Control-C, or Control-\, in the middle of the right passcode caused a new wait: after five
  /// wrong ones for a minute, later for up to a day.
  ///
  /// The short form leaves it to `VaultTriesTests.anInterruptedDerivationCausesNoNewWait`.
  @Test(
    .enabled(if: !Effort.isShort),
    arguments: [
      (4, SIGINT), (5, SIGINT), (14, SIGINT), (4, SIGQUIT), (14, SIGQUIT),
    ])
  func fiveInterruptionsOfARightPasscodeCauseNoWait(
    failureCount: Int, signal: Int32
  ) async throws {
    let home = try await home(failureCount: failureCount)
    let arguments = ["accounts"] + (try WalletFixture.passcodeOption(home))
    var interruptionCount = 0
    for _ in 1...100 where interruptionCount < 5 {
      let before = try ledger(home)
      let process = try WalletProcess(arguments, home: home, watching: .nothing)
      // The attempt is counted, so the key is being derived.
      while try ledger(home)?.failureCount == failureCount { await Task.yield() }
      process.signal(signal)
      let outcome = try await process.outcome()
      let after = try ledger(home)
      // On a busy machine the wallet may be open before the signal: that is no interruption.
      guard after?.openings == before?.openings else {
        try install(failureCount: failureCount, in: home)
        continue
      }
      interruptionCount += 1
      #expect(outcome.status == (signal == SIGQUIT ? -SIGQUIT : 75), "\(outcome)")
      #expect(after == before)
    }
    #expect(interruptionCount == 5)
    let outcome = try await WalletProcess.run(arguments, home: home)
    #expect(outcome == .init(status: 0, stdout: WalletFixture.accountLine, stderr: ""))
  }

  /// Of six concurrent commands, each with the right passcode, the sixth found five tries counted.
  @Test func sixConcurrentRightPasscodesAllOpen() async throws {
    let home = try await WalletFixture.home()
    let arguments = ["accounts"] + (try WalletFixture.passcodeOption(home))
    let outcomes = try await withThrowingTaskGroup(of: WalletProcess.Outcome.self) { group in
      for _ in 1...6 {
        group.addTask { try await WalletProcess.run(arguments, home: home) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for outcome in outcomes {
      #expect(outcome == .init(status: 0, stdout: WalletFixture.accountLine, stderr: ""))
    }
    #expect(try ledger(home)?.failureCount == 0)
  }

  /// A script that deletes the counter after each wrong guess gets one guess, and then waits.
  @Test func aDeletedCounterMakesWait() async throws {
    let home = try await WalletFixture.home()
    let wrong = try WalletFixture.passcodeOption(home, "a guess that is wrong")
    let first = try await WalletProcess.run(["accounts"] + wrong, home: home)
    #expect(first.status == 77)
    for _ in 1...2 {
      try FileManager.default.removeItem(atPath: home.path + "/" + Self.ledger)
      let next = try await WalletProcess.run(["accounts"] + wrong, home: home)
      #expect(next.status == 77)
      #expect(
        next.stderr.hasPrefix(
          "wallet: too many tries without the right passcode, or their count is missing or an old copy;"
            + " the next try is possible at "))
      #expect(try ledger(home)?.failureCount == AttemptLedger.replacedFailureCount)
    }
  }
}
