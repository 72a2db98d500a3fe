import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB
import NodeClient
import TestEffort
import Testing

@testable import ActivityClientLive

/// The journal's file: its readers, its errors when it can't be used, and concurrent changes by
/// others.
@Suite struct ActivityDatabaseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeClient(busySeconds: Double = 0) -> ActivityClient {
    ActivityBench(.folder(folder.path, busySeconds: busySeconds)).makeClient()
  }

  @Test func nothingIsMadeBeforeThereIsSomethingToWrite() async throws {
    let client = makeClient()
    #expect(try await client.payments(ActivityQuery()) == [])
    #expect(try await client.nextNonce(3) == 3)
    var sample = Sample()
    sample.transaction.nonce = 5
    await #expect(throws: RecordRefusal.mismatch(.nonce)) { try await client.record(sample) }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func onlyTheOwnerMayReadIt() async throws {
    let client = makeClient()
    _ = try await client.record(Sample())
    let modes = try folder.modes()
    #expect(modes["payments.sqlite"] == 0o600)
    #expect(modes.values.allSatisfy { $0 & 0o077 == 0 }, "\(modes)")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o602])
  func aFileThatOthersMayUseIsRefused(mode: Int) async throws {
    _ = try await makeClient().record(Sample())
    try folder.setMode(mode, of: folder.databasePath)
    await #expect(
      throws: JournalFailure.exposed(path: folder.databasePath, mode: UInt16(mode))
    ) { try await makeClient().unresolved() }
    try folder.setMode(0o600, of: folder.databasePath)
    try folder.setMode(mode | 0o700, of: folder.path)
    await #expect(
      throws: RecordRefusal.storage(.exposed(path: folder.path, mode: UInt16(mode | 0o700)))
    ) { try await makeClient().record(Sample(nonce: 1)) }
  }

  @Test func everyCommitIsSyncedAndReadersAreNotLockedOut() async throws {
    _ = try await makeClient().record(Sample())
    let own = try #require(
      try ActivityDatabase.folder(folder.path).open(isWriting: true, now: .now))
    // 2: a commit waits until it is on the disk.
    #expect(try await own.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
    #expect(try await queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
    try await queue.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      try database.execute(sql: "UPDATE payments SET state = 'abandoned'")
    }
    // Another process is in the middle of a change.
    let client = makeClient()
    #expect(try await client.unresolved().map(\.state) == [.signed])
    await #expect(throws: RecordRefusal.storage(.busy)) {
      try await client.record(Sample(nonce: 1))
    }
    await #expect(throws: UpdateRefusal.storage(.busy)) {
      try await client.update(Sample().id, .abandoned)
    }
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    _ = try await client.record(Sample(nonce: 1))
    #expect(try await client.unresolved().count == 2)
  }

  @Test func manyProcessesGiveOneNonceOnce() async throws {
    let clients = (0..<4).map { _ in makeClient(busySeconds: 30) }
    let recorded = await withTaskGroup(of: Bool.self) { group in
      for (index, client) in clients.enumerated() {
        group.addTask {
          do throws(RecordRefusal) {
            _ = try await client.record(Sample(nonce: 3, variant: UInt64(index)))
            return true
          } catch {
            #expect(error != .storage(.busy))
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(recorded == 1)
    #expect(try await makeClient().payments(ActivityQuery()).count == 1)
  }

  /// Connections that switch a new file to a write-ahead log must not wait for each other.
  @Test func aNewDatabaseIsOpenedByManyConcurrently() async throws {
    for _ in 0..<40 {
      let folder = try TemporaryFolder()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let database = ActivityDatabase.folder(folder.path, busySeconds: 20)
            _ = try database.open(isWriting: true, now: .now)
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func aFullDiskIsReportedAndNothingIsRecorded() async throws {
    let client = ActivityBench(.memory(pageCountMax: 30)).makeClient()
    var count: UInt64 = 0
    var refusal: RecordRefusal?
    while refusal == nil, count < 1_000 {
      do throws(RecordRefusal) {
        _ = try await client.record(Sample(nonce: count))
        count += 1
      } catch {
        refusal = error
      }
    }
    #expect(refusal == .storage(.diskFull(path: "the memory")))
    #expect(try await client.payments(ActivityQuery(limit: .max)).count == Int(count))
    #expect(try await client.nextNonce(0) == count)
    #expect(try await client.payment(.transaction(Sample(nonce: count).hash)) == nil)
  }

  /// SQLite's refusals, by its own numbers.
  @Test(
    arguments: [
      (.SQLITE_FULL, .diskFull(path: "/p")), (.SQLITE_BUSY, .busy), (.SQLITE_LOCKED, .busy),
      (.SQLITE_READONLY, .permissionDenied(path: "/p")), (.SQLITE_CORRUPT, .corrupt(path: "/p")),
      (.SQLITE_PERM, .permissionDenied(path: "/p")), (.SQLITE_NOTADB, .corrupt(path: "/p")),
      (.SQLITE_CANTOPEN, .permissionDenied(path: "/p")),
      (.SQLITE_IOERR_SHMSIZE, .diskFull(path: "/p")),
      (.SQLITE_IOERR_READ, .system(path: "/p", errorNumber: EIO)),
      (.SQLITE_READONLY_DIRECTORY, .permissionDenied(path: "/p")),
      (.SQLITE_IOERR, .system(path: "/p", errorNumber: EIO)),
      (.SQLITE_NOMEM, .system(path: "/p", errorNumber: ENOMEM)),
      (.SQLITE_CONSTRAINT, .corrupt(path: "/p")),
    ] as [(ResultCode, JournalFailure)])
  func aRefusalOfTheDatabaseHasItsMeaning(code: ResultCode, failure: JournalFailure) {
    #expect(JournalFailure(DatabaseError(resultCode: code), path: "/p") == failure)
  }

  @Test func aFileThatIsNotADatabaseIsLeftUnchanged() async throws {
    let garbage = [UInt8](repeating: 0x41, count: 5_000)
    try folder.put(garbage, at: folder.databasePath)
    let failure = JournalFailure.corrupt(path: folder.databasePath)
    let client = makeClient()
    await #expect(throws: failure) { try await client.unresolved() }
    await #expect(throws: NonceRefusal.storage(failure)) { try await client.nextNonce(0) }
    await #expect(throws: RecordRefusal.storage(failure)) { try await client.record(Sample()) }
    #expect(try folder.contents(folder.databasePath) == garbage)
  }

  /// A payment that may be broadcast again must equal the signed one, to the bit.
  @Test(arguments: [
    "UPDATE transactions SET raw = x'02C0'", "UPDATE payments SET state = 'sponsored'",
    "UPDATE payments SET value = '0x00'", "UPDATE payments SET id = zeroblob(32)",
    "UPDATE transactions SET role = 'gift'", "UPDATE payments SET state = 'confirmed'",
    "UPDATE transactions SET max_fee = 'much'", "UPDATE payments SET key = 'a b'",
  ])
  func foreignDatabasesAreNotRead(change: String) async throws {
    _ = try await makeClient().record(Sample())
    try await DatabaseQueue(path: folder.databasePath).write { try $0.execute(sql: change) }
    await #expect(throws: JournalFailure.corrupt(path: folder.databasePath)) {
      try await makeClient().unresolved()
    }
  }

  @Test func eventsAreOnlyAdded() async throws {
    _ = try await makeClient().record(Sample())
    let queue = try DatabaseQueue(path: folder.databasePath)
    for change in ["DELETE FROM events", "UPDATE events SET at = 0", "DELETE FROM payments"] {
      await #expect(throws: DatabaseError.self) {
        try await queue.write { try $0.execute(sql: change) }
      }
    }
  }

  @Test func aJournalOfANewerWalletIsRefused() async throws {
    _ = try await makeClient().record(Sample())
    try await DatabaseQueue(path: folder.databasePath).write {
      try $0.execute(sql: "PRAGMA user_version = 5")
    }
    await #expect(throws: JournalFailure.unsupportedVersion(found: 5, supported: 4)) {
      try await makeClient().unresolved()
    }
  }

  /// The first version did not know whether everything was asked for, the second had only payments,
  /// the third had no mark.
  @Test(arguments: [1, 2, 3])
  func aJournalOfAnEarlierVersionIsBroughtUpToDate(version: Int) async throws {
    let payment = try await makeClient().record(Sample())
    try await DatabaseQueue(path: folder.databasePath).write {
      try $0.execute(sql: "DROP TABLE journal_mark")
      if version < 3 {
        try $0.execute(sql: "DROP INDEX payments_by_account")
        for table in ["received", "scanned_blocks", "scanned_accounts", "balances", "contacts"] {
          try $0.execute(sql: "DROP TABLE \(table)")
        }
      }
      if version == 1 { try $0.execute(sql: "ALTER TABLE payments DROP COLUMN is_everything") }
      try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier > '\(version)'")
      try $0.execute(sql: "PRAGMA user_version = \(version)")
    }
    #expect(try await makeClient().unresolved() == [payment])
    #expect(!payment.intent.isEverything)
    let query = HistoryQuery(account: .alice, chainID: 1337)
    let history = HistoryClient.live(ActivityJournal(folder: folder.path), node: NodeClient())
    #expect(try await history.page(query) == [.payment(payment)])
    let found = try await DatabaseQueue(path: folder.databasePath).read {
      try Int.fetchOne($0, sql: "PRAGMA user_version")
    }
    #expect(found == 4)
  }

  @Test func anUnwritablePathIsReported() async throws {
    try folder.put([], at: folder.path + "/file")
    let client = ActivityBench(.folder(folder.path + "/file/journal")).makeClient()
    await #expect(throws: RecordRefusal.self) { try await client.record(Sample()) }
    // SQLite can't open a folder as a file.
    try FileManager.default.createDirectory(
      atPath: folder.databasePath, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    await #expect(
      throws: RecordRefusal.storage(.permissionDenied(path: folder.databasePath))
    ) { try await makeClient().record(Sample()) }
  }

  @Test func entriesAreThereForTheNextProcess() async throws {
    var first: ActivityClient? = makeClient()
    _ = try await first?.record(Sample())
    _ = try await first?.replace(Sample().id, .replacement(.speedUp))
    _ = try await first?.update(Sample().id, .handedOver(Sample().hash))
    let payment = try await first?.payment(.id(Sample().id))
    first = nil
    let next = makeClient()
    #expect(try await next.payment(.id(Sample().id)) == payment)
    #expect(try await next.history(Sample().id).count == 3)
  }

  /// Two wallets that pay for the first time concurrently both make the tables; the later one found
  /// them, and called the journal damaged.
  @Test func processesThatMakeItConcurrentlyFindItIntact() async throws {
    for round in 1...Effort.count(20) {
      let path = folder.path + "-\(round)"
      defer { do { try FileManager.default.removeItem(atPath: path) } catch { print(error) } }
      await withTaskGroup { group in
        for _ in 1...4 {
          group.addTask {
            do throws(JournalFailure) {
              let database = ActivityDatabase.folder(path, busySeconds: 10)
              _ = try database.open(isWriting: true, now: .now)
            } catch {
              // Turning the write-ahead log on does not wait for another process.
              #expect(error == .busy)
            }
          }
        }
      }
    }
  }
}
