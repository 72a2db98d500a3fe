package import ActivityClient
package import Foundation
import GRDB

/// Distinguishes one journal from another, and a journal from an old copy of it.
package struct JournalStamp: Hashable, Sendable {
  /// Random bytes chosen when the journal was created.
  package let id: [UInt8]
  /// The number of times an open vault has opened the journal, or written it for a payment.
  package let count: UInt64

  /// Describes a journal.
  package init(id: [UInt8], count: UInt64) {
    (self.id, self.count) = (id, count)
  }
}

/// The reason a journal was not stamped.
package enum StampRefusal: Error, Equatable, Sendable {
  /// The journal is not the expected one, is an older copy of it, or is missing.
  case older
  /// The database could not be read or written.
  case storage(JournalFailure)
}

extension ActivityJournal {
  /// Counts one more use of the journal, if it is the expected one and not an older copy.
  ///
  /// The database is reopened for this, because the file on the disk now decides.
  ///
  /// - Parameters:
  ///   - known: The last known stamp; nil if none is known, so that any journal is accepted.
  ///   - makesMissing: True to create a journal if none exists and none is expected.
  /// - Returns: The journal's new stamp, which is on the disk; nil if there is no journal.
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

  /// Checks that the journal is the expected one and not behind it; writes nothing.
  ///
  /// - Parameter known: The last known stamp.
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

  /// Returns true if a journal exists now, after reopening the database.
  private func existsNow() throws(StampRefusal) -> Bool {
    reopen()
    do throws(JournalFailure) {
      return try exists()
    } catch {
      throw .storage(error)
    }
  }

  /// Returns the date of the backup from which the journal was restored; nil if it was not
  /// restored, or if a payment was recorded since.
  package func copyDate() throws(JournalFailure) -> Date? {
    try read(nil) { table in try table.isBehind() ? table.copyDate() : nil }
  }
}

extension JournalStamp? {
  /// Refuses a journal that differs from the known one, or that is an older copy of it.
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

  /// Increments the count; a journal without a mark gets one.
  func countStamp(_ found: JournalStamp?) throws -> JournalStamp? {
    if found == nil {
      try database.execute(
        sql: "INSERT INTO journal_mark (only_row, id, stamp) VALUES (1, randomblob(16), 1)")
    } else {
      try database.execute(sql: "UPDATE journal_mark SET stamp = stamp + 1")
    }
    return try stamp()
  }

  /// Returns the date at which this database was copied; nil if it is not a copy.
  func copyDate() throws -> Date? {
    try Int64.fetchOne(database, sql: "SELECT copied_at FROM journal_mark").map(Self.date)
  }

  /// Returns true if this is a copy in which no payment was recorded since, so that later payments
  /// may be missing.
  func isBehind() throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT 1 FROM journal_mark WHERE copied_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM payments WHERE recorded_at >= copied_at)
        """) ?? false
  }
}
