import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB

/// Distinguishes two moments of a database, whichever process wrote between them.
///
/// The two counts of changes are a connection's, and begin anew with it. Where a stamp opened the
/// database again, they can be those of an older moment; the count of openings can't.
struct JournalRevision: Hashable, Sendable {
  /// How often this process has opened the database.
  var openings: Int
  /// Changes with every commit of another connection.
  var others: Int
  /// Grows with every row that this connection writes.
  var own: Int
}

// MARK: - What Accounts Paid, Got and Owned

extension ActivityJournal {
  /// The current revision of the database.
  func revision() throws(JournalFailure) -> JournalRevision {
    // Opened now, if it has to be, so that the count is that of the connection that is read.
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

  // MARK: - Blocks Looked Through

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
