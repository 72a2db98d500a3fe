import ActivityClient
import DurableFiles
import EthereumPrimitives
import Foundation
import GRDB
import Testing

@testable import ActivityClientLive

/// Copies of a journal, and the distinction between an old one and the journal itself.
@Suite struct JournalCopyTests {
  private let folder: TemporaryFolder
  private let bench: ActivityBench

  init() throws {
    folder = try TemporaryFolder()
    bench = ActivityBench(.folder(folder.path, busySeconds: 0))
  }

  private func journal() -> ActivityJournal {
    ActivityJournal(bench.database) { [bench] in bench.date }
  }

  /// Replaces the journal with a copy.
  private func putBack(_ copy: [UInt8]) throws {
    for name in ["", "-wal", "-shm"] {
      _ = try FileSystem.posix.remove(folder.databasePath + name)
    }
    try folder.put(copy, at: folder.databasePath)
  }

  // MARK: - Copies

  @Test func withoutAJournalThereIsNoCopy() async throws {
    #expect(try await journal().copy() == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func aCopyHasWhatWasCommittedAndLeavesNothingBeside() async throws {
    let payment = try await bench.makeClient().record(Sample())
    let copy = try #require(try await journal().copy())
    #expect(try folder.modes().keys.filter { $0.hasPrefix("backup") } == [])
    try putBack(copy)
    #expect(try ActivityJournal.check(copyAt: folder.databasePath) == 1)
    #expect(try await bench.makeClient().unresolved() == [payment])
  }

  /// Another process is in the middle of a transaction: its uncommitted changes are absent.
  @Test func aCopyIsOfOneMomentWhileOthersWrite() async throws {
    _ = try await bench.makeClient().record(Sample())
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
    let journal = journal()
    try await queue.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE; DELETE FROM transactions")
    }
    let copy = try #require(try await journal.copy())
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    let path = folder.path + "/copy"
    try folder.put(copy, at: path)
    #expect(try ActivityJournal.check(copyAt: path) == 1)
  }

  @Test func aCopyThatAKilledProcessLeftIsReplaced() async throws {
    _ = try await bench.makeClient().record(Sample())
    try folder.put([1, 2, 3], at: folder.path + "/backup.sqlite")
    #expect(try await journal().copy() != nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/backup.sqlite"))
  }

  @Test func aDamagedCopyIsFoundByItsCheck() async throws {
    _ = try await bench.makeClient().record(Sample())
    let copy = try #require(try await journal().copy())
    let path = folder.path + "/copy"
    var damaged = copy
    for place in 4_096..<8_192 { damaged[place] ^= 0x5A }
    for bytes in [damaged, Array(copy.prefix(copy.count / 2)), Array("no database".utf8), []] {
      try folder.put(bytes, at: path)
      #expect(throws: JournalFailure.self) { try ActivityJournal.check(copyAt: path) }
    }
    try folder.put(copy, at: path)
    try await DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE transactions SET raw = x'00'")
    }
    #expect(throws: JournalFailure.corrupt(path: path)) {
      try ActivityJournal.check(copyAt: path)
    }
    try folder.put(copy, at: path)
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 5") }
    #expect(throws: JournalFailure.unsupportedVersion(found: 5, supported: 4)) {
      try ActivityJournal.check(copyAt: path)
    }
  }

  /// It says so until it has its own payment.
  @Test func aCopySaysWhenItWasMade() async throws {
    #expect(try await journal().copyDate() == nil)
    _ = try await bench.makeClient().record(Sample())
    #expect(try await journal().copyDate() == nil)
    bench.advance(milliseconds: 1_000)
    let date = bench.date
    let copy = try #require(try await journal().copy())
    // The journal itself is not a copy.
    #expect(try await journal().copyDate() == nil)
    try putBack(copy)
    #expect(try await journal().copyDate() == date)
    bench.advance(milliseconds: 1_000)
    _ = try await bench.makeClient().record(Sample(nonce: 1))
    #expect(try await journal().copyDate() == nil)
  }

  /// An account of which a copy knows nothing may have paid since: the node's count is reported.
  @Test func beyondACopyTheNodesCountIsReported() async throws {
    _ = try await journal().stamp(expecting: nil, makesMissing: true)
    let question = NonceQuestion(
      chainID: 1337, from: Sample().intent.from, latest: 3, pending: 3)
    #expect(try await bench.makeClient().nextNonce(question) == 3)
    try putBack(try #require(try await journal().copy()))
    let report = GapReport(expected: 0, nonce: 3, latest: 3, pending: 3)
    await #expect(throws: NonceRefusal.gap(report)) {
      try await bench.makeClient().nextNonce(question)
    }
    var accepted = question
    accepted.acceptedGap = report
    #expect(try await bench.makeClient().nextNonce(accepted) == 3)
    let first = NonceQuestion(chainID: 1337, from: Sample().intent.from, latest: 0, pending: 0)
    #expect(try await bench.makeClient().nextNonce(first) == 0)
  }

  // MARK: - Stamps

  @Test func eachUseCountsAndNamesTheSameJournal() async throws {
    #expect(try await journal().stamp(expecting: nil, makesMissing: false) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    let first = try #require(try await journal().stamp(expecting: nil, makesMissing: true))
    #expect(first.count == 1 && first.id.count == 16)
    let second = try await journal().stamp(expecting: first, makesMissing: false)
    #expect(second == JournalStamp(id: first.id, count: 2))
    // A journal that is ahead is harmless: the process counted, and was killed before it could
    // report it.
    let third = try await journal().stamp(expecting: first, makesMissing: false)
    #expect(third?.count == 3)
  }

  @Test func anOlderAnEmptiedADeletedAndAnotherJournalAreNoticed() async throws {
    let one = journal()
    let first = try #require(try await one.stamp(expecting: nil, makesMissing: true))
    let older = try #require(try await journal().copy())
    _ = try await bench.makeClient().record(Sample())
    let known = try #require(try await one.stamp(expecting: first, makesMissing: false))

    try putBack(older)
    // Also for a journal that has been open all the time.
    for journal in [one, journal()] {
      await #expect(throws: StampRefusal.older) {
        try await journal.stamp(expecting: known, makesMissing: true)
      }
    }
    try putBack([])
    await #expect(throws: StampRefusal.older) {
      try await journal().stamp(expecting: known, makesMissing: true)
    }
    for name in try folder.modes().keys {
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
    await #expect(throws: StampRefusal.older) {
      try await journal().stamp(expecting: known, makesMissing: true)
    }
    #expect(try folder.modes() == [:])
    for _ in 1...5 { _ = try await journal().stamp(expecting: nil, makesMissing: true) }
    await #expect(throws: StampRefusal.older) {
      try await journal().stamp(expecting: known, makesMissing: true)
    }
  }
}
