import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB

/// Identifies one revision of a database, whichever process wrote it.
///
/// The two change counts belong to a connection, and start again with a new one. After a stamp has
/// reopened the database, they can equal those of an earlier revision; the count of openings can't.
struct JournalRevision: Hashable, Sendable {
  /// The number of times this process has opened the database.
  var openings: Int
  /// A number that changes with every commit of another connection.
  var others: Int
  /// A number that grows with every row written by this connection.
  var own: Int
}

// MARK: - Activity and Balances

extension ActivityJournal {
  /// Returns the current revision of the database.
  func revision() throws(JournalFailure) -> JournalRevision {
    // Opens the database first, if necessary, so that the count belongs to the connection read.
    let openings = try exists() ? openingCount : 0
    return try read(JournalRevision(openings: openings, others: 0, own: 0)) { table in
      JournalRevision(
        openings: openings,
        others: try Int.fetchOne(table.database, sql: "PRAGMA data_version") ?? 0,
        own: table.database.totalChangesCount)
    }
  }

  func page(_ query: HistoryQuery) throws(JournalFailure) -> [ActivityLine] {
    try read([]) { try HistoryTable(database: $0.database).page(query) }
  }

  func balances(
    _ account: Address, _ chainID: ChainID
  ) throws(JournalFailure) -> [BalanceSample] {
    try read([]) { try HistoryTable(database: $0.database).balances(account, chainID) }
  }

  func noteBalance(
    _ account: Address, _ chainID: ChainID, _ sample: BalanceSample
  ) throws(JournalFailure) {
    try write({ $0 }) { table, _ in
      try HistoryTable(database: table.database).note(sample, account, chainID)
    }
  }

  // MARK: - Scanned Blocks

  func scanned(_ chainID: ChainID) throws(JournalFailure) -> ScannedBlocks {
    try read(ScannedBlocks()) { try HistoryTable(database: $0.database).scanned(chainID) }
  }

  func addBlocks(_ batch: ScannedBatch) throws(JournalFailure) {
    guard !batch.blocks.isEmpty else { return }
    try write({ $0 }) { table, date in
      try HistoryTable(database: table.database).add(batch, at: date)
    }
  }

  func rollBackBlocks(_ chainID: ChainID, to number: UInt64) throws(JournalFailure) -> Bool {
    try write({ $0 }) { table, _ in
      try HistoryTable(database: table.database).rollBack(chainID, to: number)
    }
  }

  func forgetBlocks(_ chainID: ChainID) throws(JournalFailure) -> Bool {
    try write({ $0 }) { table, _ in
      try HistoryTable(database: table.database).forget(chainID)
    }
  }
}
