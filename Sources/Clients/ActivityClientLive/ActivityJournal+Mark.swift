package import ActivityClient
package import Foundation
import GRDB

/// Distinguishes one journal from another, and a journal from an old copy of it.
package struct JournalStamp: Hashable, Sendable {
  /// Random bytes that the journal was made with.
  package let id: [UInt8]
  /// How often an open vault has opened it, or written it for a payment.
  package let count: UInt64

  /// Describes a journal.
  package init(id: [UInt8], count: UInt64) {
    (self.id, self.count) = (id, count)
  }
}

/// Why a journal was not stamped.
package enum StampRefusal: Error, Equatable, Sendable {
  /// The journal is not the expected one, or is an older copy of it, or is missing.
  case older
  /// The database could not be read or written.
  case storage(JournalFailure)
}

extension ActivityJournal {
  /// Counts one more use of the journal, if it is the expected one and not an older copy.
  ///
  /// The database is opened anew for that, because the file that is there now decides.
  ///
  /// - Parameters:
  ///   - known: What is known of the journal; nil if nothing is known, and any journal is accepted.
  ///   - makesMissing: Whether a journal is made if there is none and none is expected.
  /// - Returns: The stamp that the journal has now, on the disk; nil if there is no journal.
  package func stamp(
    expecting known: JournalStamp?, makesMissing: Bool
  ) throws(StampRefusal) -> JournalStamp? {
    let isThere = try existsNow()
    if !isThere, known != nil { throw .older }
    guard isThere || makesMissing else { return nil }
    return try write(StampRefusal.storage) { table, _ in
      let found = try table.stamp()
      if let known { try found.requireNotBehind(known) }
      return try table.countStamp(found)
    }
  }

  /// Looks whether the journal is the expected one and not behind it; nothing is written.
  ///
  /// - Parameter known: What is known of the journal.
  package func check(expecting known: JournalStamp) throws(StampRefusal) {
    guard try existsNow() else { throw .older }
    let found: JournalStamp?
    do throws(JournalFailure) {
      found = try read(nil) { try $0.stamp() }
    } catch {
      throw .storage(error)
    }
    try found.requireNotBehind(known)
  }

  /// Whether a journal stands there now, whatever stood there before.
  private func existsNow() throws(StampRefusal) -> Bool {
    reopen()
    do throws(JournalFailure) {
      return try exists()
    } catch {
      throw .storage(error)
    }
  }

  /// When the backup was made from which the journal was restored; nil if it was not restored, or
  /// if a payment was recorded since.
  package func copyDate() throws(JournalFailure) -> Date? {
    try read(nil) { table in try table.isBehind() ? table.copyDate() : nil }
  }
}

extension JournalStamp? {
  /// Refuses a journal that is another one than is known, or an older copy of it.
  fileprivate func requireNotBehind(_ known: JournalStamp) throws(StampRefusal) {
    guard let self, self.id == known.id, self.count >= known.count else { throw .older }
  }
}

extension PaymentTable {
  func stamp() throws -> JournalStamp? {
    let row = try Row.fetchOne(database, sql: "SELECT id, stamp FROM journal_mark")
    return row.map { row in
      let id: Data = row["id"]
      return JournalStamp(id: Array(id), count: UInt64(bitPattern: row["stamp"]))
    }
  }

  /// Counts one more; a journal without a mark gets one.
  func countStamp(_ found: JournalStamp?) throws -> JournalStamp? {
    if found == nil {
      try database.execute(
        sql: "INSERT INTO journal_mark (only_row, id, stamp) VALUES (1, randomblob(16), 1)")
    } else {
      try database.execute(sql: "UPDATE journal_mark SET stamp = stamp + 1")
    }
    return try stamp()
  }

  /// When this database was copied; nil if it is not a copy.
  func copyDate() throws -> Date? {
    try Int64.fetchOne(database, sql: "SELECT copied_at FROM journal_mark").map(Self.date)
  }

  /// Whether this is a copy without a payment of its own so far: later payments may be missing in
  /// it.
  func isBehind() throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT 1 FROM journal_mark WHERE copied_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM payments WHERE recorded_at >= copied_at)
        """) ?? false
  }
}
