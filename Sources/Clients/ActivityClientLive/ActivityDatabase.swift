import ActivityClient
package import DurableFiles
import Foundation
import GRDB

/// Where a journal's database is: in a file, or, for tests and simulations, in memory.
///
/// SQLite guarantees commits when a machine stops; nothing here repeats that.
package struct ActivityDatabase: Sendable {
  /// What a journal opens at its first use.
  enum Place: Sendable {
    case folder(String, FileSystem)
    case memory(DatabaseQueue)
  }

  /// How long a process waits for another one that writes.
  package static let busySecondsMax = 5.0

  /// The name of the database within its folder.
  package static let fileName = "payments.sqlite"

  /// The name of the journal that older wallets wrote.
  package static let oldFileName = "payments.jsonl"

  let place: Place
  let busySeconds: Double

  /// A database in a folder, which is created when there is something to write.
  ///
  /// - Parameters:
  ///   - path: An absolute path; the folder is for the owner alone.
  ///   - files: The disk, for all but the database itself.
  ///   - busySeconds: How long to wait for another process that writes.
  package static func folder(
    _ path: String, files: FileSystem = .posix, busySeconds: Double = Self.busySecondsMax
  ) -> ActivityDatabase {
    ActivityDatabase(place: .folder(path, files), busySeconds: busySeconds)
  }

  /// An empty database in memory. It lives as long as the value: journals that are made from it one
  /// after another see what was committed, as processes do.
  ///
  /// - Parameter pageCountMax: How many pages it may have, so that a test can fill it; nil for no
  ///   limit.
  package static func memory(pageCountMax: Int? = nil) -> ActivityDatabase {
    do {
      let queue = try DatabaseQueue(configuration: configuration(busySeconds: 0, isFile: false))
      try empty.get().backup(to: queue)
      if let pageCountMax {
        try queue.write { try $0.execute(sql: "PRAGMA max_page_count = \(pageCountMax)") }
      }
      return ActivityDatabase(place: .memory(queue), busySeconds: 0)
    } catch {
      preconditionFailure("No database can be made in memory: \(error)")
    }
  }

  /// An empty database in memory with all tables. Each new one is a copy of it: simulations make
  /// very many, and do not migrate each.
  private static let empty = Result {
    let queue = try DatabaseQueue(configuration: configuration(busySeconds: 0, isFile: false))
    try ActivitySchema.migrate(queue)
    return queue
  }

  // MARK: - Opening

  /// Opens the database; nil if there is none and none should be made.
  func open(isWriting: Bool, now: Date) throws(JournalFailure) -> DatabaseQueue? {
    switch place {
    case .memory(let queue): return queue
    case .folder(let folder, let files):
      let path = folder + "/" + Self.fileName
      let oldPath = folder + "/" + Self.oldFileName
      let (hasFile, hasOld): (Bool, Bool)
      do throws(FileFailure) {
        hasFile = try files.mode(path) != nil
        hasOld = try files.mode(oldPath) != nil
        guard hasFile || hasOld || isWriting else { return nil }
        try files.createFolder(folder)
      } catch {
        throw JournalFailure(error)
      }
      try Self.requirePrivate(folder, files)
      try Self.create(path, in: folder, files)
      let queue = try connect(path)
      if hasOld {
        try LegacyJournal(path: oldPath, files: files).moveInto(queue, databasePath: path, now: now)
      }
      return queue
    }
  }

  private func connect(_ path: String) throws(JournalFailure) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(
        path: path, configuration: Self.configuration(busySeconds: busySeconds, isFile: true))
      try ActivitySchema.migrate(queue)
      let synchronous = try queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
      precondition(
        synchronous == 2, "The database does not wait for the disk; expected synchronous = FULL.")
      return queue
    } catch {
      throw JournalFailure(error, path: path)
    }
  }

  /// `FULL` makes a commit wait until it is on the disk. A write-ahead log lets others read while
  /// one process writes; a rollback journal would lock them out.
  static func configuration(busySeconds: Double, isFile: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { database in
      // Not through GRDB's setting, with which a commit no longer waits for the disk.
      if isFile { try switchToWriteAheadLog(database, busySeconds: busySeconds) }
      try database.execute(sql: "PRAGMA busy_timeout = \(Int(busySeconds * 1_000))")
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // On Darwin a sync ends at the drive's own cache otherwise; others ignore it.
      try database.execute(sql: "PRAGMA fullfsync = ON")
      try database.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
    }
    return configuration
  }

  /// Two connections that switch the same new file would both wait, each for the other, if they
  /// waited within SQLite. So each gives its locks back, and tries again.
  private static func switchToWriteAheadLog(_ database: Database, busySeconds: Double) throws {
    let start = ContinuousClock.now
    while true {
      do {
        return try database.execute(sql: "PRAGMA journal_mode = WAL")
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && start.duration(to: .now) < .seconds(busySeconds)
      {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }

  /// Makes an empty file that only its owner reads: SQLite would make one by the process's mask,
  /// and gives its other files the mode of this one.
  private static func create(
    _ path: String, in folder: String, _ files: FileSystem
  ) throws(JournalFailure) {
    do throws(FileFailure) {
      if try files.mode(path) == nil {
        do throws(FileFailure) {
          files.close(try files.create(path, 0o600))
        } catch {
          // Another process was faster.
          guard try files.mode(path) != nil else { throw error }
        }
        try files.synchronizeFolder(folder)
      }
    } catch {
      throw JournalFailure(error)
    }
    try requirePrivate(path, files)
  }

  private static func requirePrivate(
    _ path: String, _ files: FileSystem
  ) throws(JournalFailure) {
    let mode: UInt16?
    do throws(FileFailure) {
      mode = try files.mode(path)
    } catch {
      throw JournalFailure(error)
    }
    if let mode, mode & 0o077 != 0 { throw .exposed(path: path, mode: mode) }
  }
}

// MARK: - Refusals

extension JournalFailure {
  /// What a refusal of the file system means for a journal.
  init(_ failure: FileFailure) {
    switch failure.reason {
    case .diskFull: self = .diskFull(path: failure.path)
    case .permissionDenied: self = .permissionDenied(path: failure.path)
    case .tooLarge: self = .tooLarge(path: failure.path)
    case .busy: self = .busy
    case .exposed(let mode): self = .exposed(path: failure.path, mode: mode)
    case .foreign: self = .permissionDenied(path: failure.path)
    case .notAFile, .notKept: self = .corrupt(path: failure.path)
    case .system(let errorNumber): self = .system(path: failure.path, errorNumber: errorNumber)
    }
  }

  /// What an error of the database means for a journal.
  init(_ error: any Error, path: String) {
    switch error {
    case let failure as JournalFailure: self = failure
    case let error as DatabaseError: self.init(error.extendedResultCode, path: path)
    // All other errors are about rows and texts that are not as we wrote them.
    default: self = .corrupt(path: path)
    }
  }

  private init(_ code: ResultCode, path: String) {
    switch code {
    // Where readers and writers meet, a file of its own grows; SQLite calls that a fault of the
    // disk, also where there is only no room.
    case .SQLITE_FULL, .SQLITE_IOERR_SHMSIZE: self = .diskFull(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN:
      self = .permissionDenied(path: path)
    case .SQLITE_IOERR, .SQLITE_PROTOCOL: self = .system(path: path, errorNumber: EIO)
    case .SQLITE_NOMEM: self = .system(path: path, errorNumber: ENOMEM)
    default: self = .corrupt(path: path)
    }
  }
}
