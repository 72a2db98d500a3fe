import ActivityClient
package import DurableFiles
import Foundation
import GRDB

/// The location of a journal's database: a file, or, for tests and simulations, memory.
///
/// SQLite guarantees that commits survive a crash of the machine; this code does not repeat that.
package struct ActivityDatabase: Sendable {
  /// The location that a journal opens at its first use.
  enum Place: Sendable {
    case folder(String, FileSystem)
    case memory(DatabaseQueue)
  }

  /// The maximum time that a process waits for another one that writes.
  package static let busySecondsMax = 5.0

  /// The name of the database within its folder.
  package static let fileName = "payments.sqlite"

  /// The name of the journal that older wallets wrote.
  package static let oldFileName = "payments.jsonl"

  let place: Place
  let busySeconds: Double

  /// Returns a database in a folder, which is created at the first write.
  ///
  /// - Parameters:
  ///   - path: An absolute path; only the owner may access the folder.
  ///   - files: The file system, for everything but the database itself.
  ///   - busySeconds: The maximum time to wait for another process that writes.
  package static func folder(
    _ path: String, files: FileSystem = .posix, busySeconds: Double = Self.busySecondsMax
  ) -> ActivityDatabase {
    ActivityDatabase(place: .folder(path, files), busySeconds: busySeconds)
  }

  /// Returns an empty database in memory, which lives as long as the value: consecutive journals
  /// see what was committed, as processes do.
  ///
  /// - Parameter pageCountMax: The maximum number of pages, so that a test can fill it; nil for no
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

  /// An empty database in memory with all tables, which new ones are copied from: simulations
  /// create very many, and would otherwise migrate each.
  private static let empty = Result {
    let queue = try DatabaseQueue(configuration: configuration(busySeconds: 0, isFile: false))
    try ActivitySchema.migrate(queue)
    return queue
  }

  // MARK: - Opening

  /// Opens the database; nil if it does not exist and should not be created.
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

  /// Returns the settings of a connection: `FULL` makes a commit wait until it is on the disk, and
  /// a write-ahead log lets others read while one process writes.
  static func configuration(busySeconds: Double, isFile: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { database in
      // Not with GRDB's setting, which makes commits return before they are on the disk.
      if isFile { try switchToWriteAheadLog(database, busySeconds: busySeconds) }
      try database.execute(sql: "PRAGMA busy_timeout = \(Int(busySeconds * 1_000))")
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // On Darwin, a sync otherwise ends at the drive's own cache; other systems ignore it.
      try database.execute(sql: "PRAGMA fullfsync = ON")
      try database.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
    }
    return configuration
  }

  /// Turns on the write-ahead log, and releases the locks between tries: within SQLite, two
  /// connections to the same new file would wait for each other.
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

  /// Creates an empty file that only its owner can read: SQLite would create one by the process's
  /// mask, and it gives its other files the mode of this one.
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
  /// Converts an error of the file system into one of a journal.
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

  /// Converts an error of the database into one of a journal.
  init(_ error: any Error, path: String) {
    switch error {
    case let failure as JournalFailure: self = failure
    case let error as DatabaseError: self.init(error.extendedResultCode, path: path)
    // All other errors are about rows or texts that this code did not write.
    default: self = .corrupt(path: path)
    }
  }

  private init(_ code: ResultCode, path: String) {
    switch code {
    // The shared-memory file grows while readers and writers work; SQLite reports a full disk there
    // as an I/O error.
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
