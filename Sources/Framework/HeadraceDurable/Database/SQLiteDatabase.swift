#if Durable
  import GRDB

  /// A database in a file, or in memory.
  final class SQLiteDatabase: SQLDatabase {
    private let queue: DatabaseQueue
    private let thread = DatabaseThread()

    /// - Parameters:
    ///   - path: The file; `nil` for a database in memory.
    ///   - createsFile: Pass `true` to prepare the file as a database of entities; otherwise it
    ///     already is one.
    init(path: String?, createsFile: Bool = true) throws {
      var configuration = Configuration()
      configuration.prepareDatabase { database in
        // Another process on this machine may lock the database for a moment.
        try database.execute(sql: "PRAGMA busy_timeout = 10000")
        if path != nil, createsFile { try database.execute(sql: "PRAGMA journal_mode = WAL") }
        // A commit returns when it is on the disk.
        try database.execute(sql: "PRAGMA synchronous = FULL")
      }
      do {
        queue =
          try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
          ?? DatabaseQueue(configuration: configuration)
      } catch let error as DatabaseError {
        throw SQLFailure(error)
      }
    }

    var now: String { "((julianday('now') - 2440587.5) * 86400.0)" }

    func transaction<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
    ) async throws -> Result {
      // GRDB's own asynchronous access uses more threads, and ends with the caller's task.
      try await thread.run { [self] in try transactionHere(body) }
    }

    /// Runs a transaction on the calling thread.
    func transactionHere<Result>(_ body: (any SQLTransaction) throws -> Result) throws -> Result {
      do {
        // GRDB's own transactions compile their two statements each time.
        return try queue.writeWithoutTransaction { database in
          try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
          do {
            let result = try body(SQLiteTransaction(database: database))
            try database.cachedStatement(sql: "COMMIT").execute()
            return result
          } catch {
            // SQLite ends a transaction itself after some failures.
            if database.isInsideTransaction { try database.rollback() }
            throw error
          }
        }
      } catch let error as DatabaseError {
        throw SQLFailure(error)
      }
    }
  }

  extension SQLFailure {
    fileprivate init(_ error: DatabaseError) {
      let isBusy = [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode.primaryResultCode)
      let isRefused = [.SQLITE_TOOBIG, .SQLITE_CONSTRAINT]
        .contains(error.resultCode.primaryResultCode)
      // SQLite creates files beside the database, also to read it.
      let isForbidden = [.SQLITE_READONLY, .SQLITE_CANTOPEN]
        .contains(error.resultCode.primaryResultCode)
      self.init(
        detail: (error.message ?? "\(error.resultCode)")
          + (isForbidden
            ? "; expected an existing folder, and write access to it and to the file" : ""),
        isTransient: isBusy, isRefused: isRefused)
    }
  }

  /// The thread on which transactions wait for the disk.
  private actor DatabaseThread {
    nonisolated let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Result>(_ body: @Sendable () throws -> Result) rethrows -> Result { try body() }
  }

  private struct SQLiteTransaction: SQLTransaction {
    let database: Database

    func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
      try statements.map(run)
    }

    private func run(_ statement: SQLStatement) throws -> SQLResult {
      try statement.requireTexts()
      // SQLite numbers parameters with a question mark.
      var sql = Array(statement.sql.utf8)
      for index in sql.indices where sql[index] == UInt8(ascii: "$") {
        sql[index] = UInt8(ascii: "?")
      }
      let prepared = try database.cachedStatement(sql: String(decoding: sql, as: UTF8.self))
      // Optional, because GRDB reads others by a key path, which takes longer than many statements.
      let arguments = StatementArguments(
        statement.values.map { $0.databaseValue as (any DatabaseValueConvertible)? })
      guard prepared.columnCount > 0 else {
        try prepared.execute(arguments: arguments)
        return SQLResult(changedCount: database.changesCount)
      }
      let rows = try Row.fetchAll(prepared, arguments: arguments).map { row in
        Array(row.databaseValues.map(SQLValue.init))
      }
      return SQLResult(rows: rows, changedCount: database.changesCount)
    }
  }

  extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
      switch self {
      case .null: .null
      case .integer(let value): value.databaseValue
      case .real(let value): value.databaseValue
      case .text(let value): value.databaseValue
      }
    }

    fileprivate init(_ value: DatabaseValue) {
      switch value.storage {
      case .int64(let value): self = .integer(Int(value))
      case .double(let value): self = .real(value)
      case .string(let value): self = .text(value)
      case .null, .blob: self = .null
      }
    }
  }
#endif
