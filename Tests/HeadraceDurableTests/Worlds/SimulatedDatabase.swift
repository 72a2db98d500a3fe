#if Durable
  import Headrace

  @testable import HeadraceDurable

  /// A database in memory, whose time a world sets.
  ///
  /// It works on the calling thread, so that transactions have the order of the tasks that request
  /// them.
  final class SimulatedDatabase: Sendable {
    /// Databases of worlds that have ended, with their tables, triggers and compiled statements.
    private static let free = LockIsolated<[SimulatedDatabase]>([])

    private let database: SQLiteDatabase

    /// Returns an empty database for the workers of a world, whose owners are watched.
    static func forWorld() throws -> SimulatedDatabase {
      if let used = free.withValue({ $0.popLast() }) {
        try used.clear()
        return used
      }
      let database = try SimulatedDatabase()
      _ = try database.run(SQLJournal.tables.map { SQLStatement($0) })
      try database.watchOwners()
      return database
    }

    /// Lets another world use the database.
    func giveBack() { Self.free.withValue { $0.append(self) } }

    private func clear() throws {
      // A deletion of events adds to other tables.
      let tables = [
        "headrace_journal", "headrace_entity", "headrace_message", "headrace_worker",
        "simulated_pruned", "simulated_violation",
      ]
      _ = try run(tables.map { SQLStatement("DELETE FROM \($0)") })
      try setNow(0)
    }

    init() throws {
      database = try SQLiteDatabase(path: nil)
      let tables = [
        SQLStatement("CREATE TABLE simulated_clock (now DOUBLE PRECISION NOT NULL)"),
        SQLStatement("INSERT INTO simulated_clock (now) VALUES (0)"),
        SQLStatement("CREATE TABLE simulated_violation (detail TEXT NOT NULL)"),
        // The entities that were claimed in this transaction: the events of their former epoch may
        // follow in the same transaction, because all decisions come first.
        SQLStatement("CREATE TABLE simulated_claim (id TEXT NOT NULL)"),
      ]
      _ = try database.transactionHere { try $0.run(tables) }
    }

    /// Records violations of ownership.
    ///
    /// Those are an event that is appended by another than the last owner or while the entity is
    /// not ready, and a new owner without a higher epoch, with an earlier version, or while the
    /// entity is not ready.
    private func watchOwners() throws {
      _ = try run([
        SQLStatement(
          """
          CREATE TRIGGER simulated_append BEFORE INSERT ON headrace_journal
          WHEN NEW.epoch <> (SELECT epoch FROM headrace_entity WHERE id = NEW.entity)
          AND NEW.entity NOT IN (SELECT id FROM simulated_claim)
          BEGIN INSERT INTO simulated_violation VALUES
          (NEW.entity || ': event ' || NEW.sequence || ' is of the former epoch ' || NEW.epoch); END
          """),
        SQLStatement(
          """
          CREATE TRIGGER simulated_raise AFTER UPDATE OF epoch ON headrace_entity
          BEGIN INSERT INTO simulated_claim VALUES (NEW.id); END
          """),
        SQLStatement(
          """
          CREATE TRIGGER simulated_take BEFORE UPDATE ON headrace_entity
          WHEN NEW.worker <> COALESCE(OLD.worker, '') AND NEW.epoch <= OLD.epoch
          BEGIN INSERT INTO simulated_violation VALUES
          (NEW.id || ': a new owner in epoch ' || NEW.epoch); END
          """),
        SQLStatement(
          """
          CREATE TRIGGER simulated_status BEFORE INSERT ON headrace_journal
          WHEN (SELECT status FROM headrace_entity WHERE id = NEW.entity) <> 'ready'
          BEGIN INSERT INTO simulated_violation VALUES
          (NEW.entity || ': event ' || NEW.sequence || ' of an entity that is not ready'); END
          """),
        SQLStatement(
          """
          CREATE TRIGGER simulated_version BEFORE UPDATE ON headrace_entity
          WHEN NEW.version < OLD.version OR OLD.status <> 'ready' AND NEW.worker IS NOT NULL
          BEGIN INSERT INTO simulated_violation VALUES
          (NEW.id || ': run by version ' || NEW.version || ', status ' || OLD.status); END
          """),
      ])
      try keepPruned()
    }

    /// Keeps events that are pruned, and notes when one is that its entity needs.
    private func keepPruned() throws {
      _ = try run([
        SQLStatement("CREATE TABLE simulated_pruned AS SELECT * FROM headrace_journal WHERE FALSE"),
        SQLStatement(
          """
          CREATE VIEW simulated_history AS
          SELECT * FROM simulated_pruned UNION ALL SELECT * FROM headrace_journal
          """),
        SQLStatement(
          """
          CREATE TRIGGER simulated_prune BEFORE DELETE ON headrace_journal
          BEGIN
          INSERT INTO simulated_pruned
          VALUES (OLD.entity, OLD.sequence, OLD.epoch, OLD.version, OLD.event);
          INSERT INTO simulated_violation SELECT OLD.entity || ': pruned at ' || OLD.sequence
          WHERE OLD.sequence >= (SELECT checkpoint FROM headrace_entity WHERE id = OLD.entity);
          END
          """),
      ])
    }

    /// Records a start of an effect that is not committed.
    func requireCommitted(effect key: String) throws {
      let parts = key.split(separator: "#").map(String.init)
      _ = try run([
        SQLStatement(
          """
          INSERT INTO simulated_violation SELECT $1 || ' runs, and its start is not committed'
          WHERE NOT EXISTS (SELECT 1 FROM simulated_history WHERE entity = $2 AND event LIKE $3)
          """, .text(key), .text(parts[0]), .text("%\"effectStarted\"%\"effect\":\(parts[1]),%"))
      ])
    }

    /// Makes the last checkpoint of an entity unreadable.
    ///
    /// - Returns: The statements that restore it, also if it is pruned; none if there is no such
    ///   entity.
    func damage(_ id: EntityID) throws -> [SQLStatement] {
      let found = try run([
        SQLStatement(
          """
          SELECT j.sequence, j.event FROM headrace_entity e JOIN headrace_journal j
          ON j.entity = e.id AND j.sequence = e.checkpoint WHERE e.id = $1
          """, .text("\(id)"))
      ])
      guard let row = found[0].rows.first else { return [] }
      func update(_ table: String, _ event: SQLValue) -> SQLStatement {
        SQLStatement(
          "UPDATE \(table) SET event = $3 WHERE entity = $1 AND sequence = $2", .text("\(id)"),
          row[0], event)
      }
      _ = try run([update("headrace_journal", .text("{\"kind\":\"checkpoint\""))])
      return ["headrace_journal", "simulated_pruned"].map { update($0, row[1]) }
    }

    func setNow(_ now: Double) throws {
      _ = try run([SQLStatement("UPDATE simulated_clock SET now = $1", .real(now))])
    }

    func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
      try transaction { try $0.run(statements) }
    }

    func transaction<Result>(_ body: (any SQLTransaction) throws -> Result) throws -> Result {
      try database.transactionHere { transaction in
        let result = try body(transaction)
        _ = try transaction.run([SQLStatement("DELETE FROM simulated_claim")])
        return result
      }
    }
  }

  /// The database as one worker reaches it.
  final class WorkersDatabase: SQLDatabase {
    /// The probability of faults, and the worker's current condition.
    struct Condition: Sendable {
      /// True if transactions may fail, be slow, or kill the worker.
      var isFaulty = true
      /// Its program has ended.
      var isDead = false
      /// Nothing reaches the database.
      var isCut = false
      /// The worker makes no progress.
      var isStalled = false
      var stalled: [CheckedContinuation<Void, Never>] = []
    }

    private enum Fault { case none, slow, refused, failed, dropped, unacknowledged, killed }

    private let worker: String
    private let surroundings: SimulatedSurroundings
    private let condition = LockIsolated(Condition())
    /// Ends the worker.
    private let kill: @Sendable () -> Void

    init(
      _ worker: String, _ surroundings: SimulatedSurroundings, kill: @escaping @Sendable () -> Void
    ) {
      (self.worker, self.surroundings, self.kill) = (worker, surroundings, kill)
    }

    var now: String { "(SELECT now FROM simulated_clock)" }

    var isDead: Bool { condition.value.isDead }

    func change(_ change: @Sendable (inout Condition) -> Void) {
      let freed = condition.withValue { condition in
        change(&condition)
        if condition.isStalled { return [CheckedContinuation<Void, Never>]() }
        defer { condition.stalled = [] }
        return condition.stalled
      }
      for continuation in freed { continuation.resume() }
    }

    func transaction<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
    ) async throws -> Result {
      try await arrive()
      let fault = condition.value.isFaulty ? drawFault() : .none
      if fault != .none { surroundings.tell("\(worker): a transaction is \(fault)") }
      switch fault {
      case .slow: try await surroundings.clock.sleep(for: .seconds(choose(of: 8)))
      case .refused: throw SQLFailure(detail: "full", isTransient: false)
      case .failed: throw SQLFailure(detail: "busy", isTransient: true)
      case .dropped:
        throw SQLFailure(detail: "dropped", isTransient: choose(of: 3) > 0, isUnknown: true)
      case .killed where choose(of: 2) == 0:
        kill()
      default: break
      }
      try await arrive()
      let result = try surroundings.database.transaction {
        try body(ToldTransaction(transaction: $0, worker: worker, surroundings: surroundings))
      }
      await Task {}.value
      if fault == .killed { kill() }
      if fault == .slow { try await surroundings.clock.sleep(for: .seconds(choose(of: 8))) }
      try await arrive()
      if fault == .unacknowledged {
        throw SQLFailure(detail: "dropped", isTransient: choose(of: 3) > 0, isUnknown: true)
      }
      return result
    }

    /// Waits while the worker is stalled.
    private func arrive() async throws {
      await Task {}.value
      while condition.value.isStalled {
        await withCheckedContinuation { continuation in
          let isStalled = condition.withValue { condition in
            if condition.isStalled { condition.stalled.append(continuation) }
            return condition.isStalled
          }
          if !isStalled { continuation.resume() }
        }
      }
      let now = condition.value
      if now.isDead { throw SQLFailure(detail: "the worker is dead", isTransient: false) }
      if now.isCut { throw SQLFailure(detail: "cut", isTransient: true, isUnknown: true) }
    }

    private func drawFault() -> Fault {
      let number = choose(of: 100)
      if number >= 99 { return .killed }
      if number >= 97 { return .unacknowledged }
      if number >= 95 { return .dropped }
      if number >= 93 { return .failed }
      if number >= 92 { return .refused }
      return number >= 88 ? .slow : .none
    }
  }

  /// Reports its changes.
  private struct ToldTransaction: SQLTransaction {
    let transaction: any SQLTransaction
    let worker: String
    let surroundings: SimulatedSurroundings

    func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
      let results = try runChanged(statements)
      guard surroundings.isTold else { return results }
      for (statement, result) in zip(statements, results) where !statement.sql.contains("TABLE") {
        guard !statement.sql.hasPrefix("SELECT") else { continue }
        let sql = statement.sql.replacing(/\s+/, with: " ").prefix(48)
        surroundings.tell(
          "  \(worker) \(sql) \(statement.values): \(result.changedCount) \(result.rows)")
      }
      return results
    }

    private func runChanged(_ statements: [SQLStatement]) throws -> [SQLResult] {
      guard let defect = surroundings.defect else { return try transaction.run(statements) }
      let results = try statements.map { statement in
        try defect.changed(statement).map { try transaction.run([$0])[0] } ?? SQLResult()
      }
      return defect.changed(results, of: statements)
    }
  }
#endif
