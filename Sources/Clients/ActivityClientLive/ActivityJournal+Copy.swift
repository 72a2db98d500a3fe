package import ActivityClient
import DurableFiles
import Foundation
import GRDB

extension ActivityJournal {
  /// The size limit of a database that is copied into memory, in bytes.
  package static let copyByteCountMax = 1 << 28

  /// Copies the database as it is at one moment, while other processes may write.
  ///
  /// SQLite writes the copy into an empty file that only its owner can read; the file is then read
  /// and removed. The copy contains the time of copying, so that a restored wallet can show it.
  ///
  /// - Returns: The bytes of the copy; nil if there is no database.
  package func copy() throws(JournalFailure) -> [UInt8]? {
    guard let (folder, files) = folder, let queue = try connection(isWriting: false) else {
      return nil
    }
    let path = folder + "/backup.sqlite"
    let lock = FolderLock(folder: folder, files: files)
    return try lock.withLock(refusal: { JournalFailure($0) }) { () throws(JournalFailure) in
      do throws(FileFailure) {
        // A process that was killed may have left a copy.
        try Self.removeCopy(path, files)
        files.close(try files.create(path, 0o600))
        let bytes = try write(queue, into: path, files)
        try Self.removeCopy(path, files)
        return bytes
      } catch {
        throw JournalFailure(error)
      }
    }
  }

  private func write(
    _ queue: DatabaseQueue, into path: String, _ files: FileSystem
  ) throws(FileFailure) -> [UInt8]? {
    let date = PaymentTable.milliseconds(now())
    do {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM INTO ?", arguments: [path])
      }
      let copy = try DatabaseQueue(path: path)
      try copy.write { database in
        try database.execute(sql: "UPDATE journal_mark SET copied_at = ?", arguments: [date])
        try database.execute(
          sql: """
            INSERT INTO journal_mark (only_row, id, stamp, copied_at)
              SELECT 1, randomblob(16), 0, ? WHERE NOT EXISTS (SELECT 1 FROM journal_mark)
            """, arguments: [date])
      }
      try copy.close()
    } catch {
      try Self.removeCopy(path, files)
      let isFull = (error as? DatabaseError)?.resultCode == .SQLITE_FULL
      throw FileFailure(isFull ? .diskFull : .notKept, path: path)
    }
    return try files.read(path, Self.copyByteCountMax)
  }

  private static func removeCopy(_ path: String, _ files: FileSystem) throws(FileFailure) {
    for name in [path, path + "-journal", path + "-wal", path + "-shm"] {
      _ = try files.remove(name)
    }
  }

  /// Checks a copy before it replaces a journal: its version, every page and index, and every
  /// payment with its transactions.
  ///
  /// - Parameter path: The path of the copy, which is only read.
  /// - Returns: The number of its payments.
  /// - Throws: `unsupportedVersion`, or `corrupt`.
  @discardableResult
  package static func check(copyAt path: String) throws(JournalFailure) -> Int {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let count = try queue.read { database in
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard (1...ActivitySchema.currentVersion).contains(version) else {
          throw JournalFailure.unsupportedVersion(
            found: version, supported: ActivitySchema.currentVersion)
        }
        let findings = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        guard findings == ["ok"] else { throw JournalFailure.corrupt(path: path) }
        let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        guard orphans.isEmpty else { throw JournalFailure.corrupt(path: path) }
        guard version == ActivitySchema.currentVersion else {
          return try Int.fetchOne(database, sql: "SELECT count(*) FROM payments") ?? 0
        }
        return try PaymentTable(database: database).payments(where: "TRUE").count
      }
      try queue.close()
      return count
    } catch {
      throw JournalFailure(error, path: path)
    }
  }
}
