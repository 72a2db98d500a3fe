#if Postgres
  import Synchronization

  /// A PostgreSQL database with a pool of connections.
  ///
  /// Transactions are READ COMMITTED: a statement that changes a row waits for its lock and then
  /// checks its `WHERE` with the current row, and all decisions are made in such a `WHERE`.
  final class PostgresDatabase: SQLDatabase {
    private struct Pool {
      var idle: [PostgresConnection]
      var waiting: [CheckedContinuation<PostgresConnection, Never>] = []
    }

    private let pool: Mutex<Pool>
    /// One connection is reserved for leases and searches.
    let transactionCountMax: Int

    init(_ address: PostgresAddress, connectionCount: Int) {
      transactionCountMax = max(1, connectionCount - 1)
      pool = Mutex(Pool(idle: (0..<connectionCount).map { _ in PostgresConnection(address) }))
    }

    /// The number of transactions that wait for a connection.
    var waitingCount: Int { pool.withLock(\.waiting.count) }

    // It differs for each statement of a transaction, but is the same for all rows of a statement,
    // so that an index can be searched for it.
    var now: String { "extract(epoch FROM statement_timestamp())::float8" }

    var snapshot: SQLStatement? {
      SQLStatement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    }

    func transaction<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
    ) async throws -> Result {
      try await transaction(isUrgent: false, body)
    }

    func urgentTransaction<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
    ) async throws -> Result {
      try await transaction(isUrgent: true, body)
    }

    private func transaction<Result: Sendable>(
      isUrgent: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
    ) async throws -> Result {
      let connection = await takeConnection(isUrgent: isUrgent)
      defer { giveBack(connection) }
      return try await connection.transaction(body)
    }

    private func takeConnection(isUrgent: Bool) async -> PostgresConnection {
      await withCheckedContinuation { continuation in
        let connection = pool.withLock { pool in
          // The connection used last is the least likely to be lost.
          let connection = pool.idle.popLast()
          if connection == nil {
            pool.waiting.insert(continuation, at: isUrgent ? 0 : pool.waiting.count)
          }
          return connection
        }
        if let connection { continuation.resume(returning: connection) }
      }
    }

    private func giveBack(_ connection: PostgresConnection) {
      let next = pool.withLock { pool in
        if pool.waiting.isEmpty { pool.idle.append(connection) }
        return pool.waiting.isEmpty ? nil : pool.waiting.removeFirst()
      }
      next?.resume(returning: connection)
    }
  }

  /// A pooled connection that connects on first use.
  ///
  /// It has its own thread, because libpq blocks.
  private actor PostgresConnection {
    nonisolated let executor = QueueExecutor()
    private let address: PostgresAddress
    private var session: PostgresSession?

    init(_ address: PostgresAddress) { self.address = address }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func transaction<Result>(
      _ body: @Sendable (any SQLTransaction) throws -> Result
    ) throws -> Result {
      let wasConnected = session != nil
      do {
        return try attempt(body)
      } catch let failure as SQLFailure
        where wasConnected && session == nil && failure.isTransient && !failure.isUnknown
      {
        // The connection was lost while it was idle, and nothing was committed.
        return try attempt(body)
      }
    }

    private func attempt<Result>(
      _ body: (any SQLTransaction) throws -> Result
    ) throws -> Result {
      let session = try session ?? PostgresSession(address)
      self.session = session
      defer { if !session.isUsable { self.session = nil } }
      let transaction = PostgresTransaction(session)
      do {
        let result = try body(transaction)
        _ = try transaction.finish([])
        return result
      } catch {
        transaction.rollBack()
        throw error
      }
    }
  }

  /// A transaction that begins with its first statements.
  private final class PostgresTransaction: SQLTransaction {
    private let session: PostgresSession
    private var isOpen = false
    private var hasFailed = false

    init(_ session: PostgresSession) { self.session = session }

    func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
      guard !statements.isEmpty else { return [] }
      return try run(statements, ending: [])
    }

    func finish(_ statements: [SQLStatement]) throws -> [SQLResult] {
      guard isOpen || !statements.isEmpty else { return [] }
      guard !hasFailed else {
        throw SQLFailure(detail: "a statement of the transaction has failed", isTransient: false)
      }
      do {
        let results = try run(statements, ending: [SQLStatement("COMMIT")])
        isOpen = false
        return results
      } catch var failure as SQLFailure {
        // Without a connection, it is unknown how much the server did. An ordinary error, which
        // keeps the connection usable, has undone the transaction.
        failure.isUnknown = failure.isUnknown || !session.isUsable
        throw failure
      }
    }

    private func run(
      _ statements: [SQLStatement], ending end: [SQLStatement]
    ) throws -> [SQLResult] {
      let begin = isOpen ? [] : [SQLStatement("BEGIN ISOLATION LEVEL READ COMMITTED")]
      isOpen = true
      do {
        let results = try session.run(begin + statements + end)
        return Array(results.dropFirst(begin.count).prefix(statements.count))
      } catch {
        hasFailed = true
        throw error
      }
    }

    func rollBack() {
      guard isOpen, session.isUsable else { return }
      do {
        _ = try session.run([SQLStatement("ROLLBACK")])
      } catch {
        // The server undoes the transaction when it loses the connection.
        session.close()
      }
    }
  }
#endif
