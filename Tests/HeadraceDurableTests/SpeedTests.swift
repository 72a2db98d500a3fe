#if Durable
  import Headrace
  import Testing

  @testable import HeadraceDurable

  /// The requests to the database, which determine the speed of durable entities.
  @Suite struct SpeedTests {
    @Test func aTurnIsOneDecisionAndItsEvents() async throws {
      let database = try WatchedDatabase()
      let runtime = try await World(database: database).worker()
      try await runtime.send(.heard(1))
      database.statements.setValue([])
      try await runtime.send(.heard(2))
      #expect(
        database.statements.value.map { $0.sql.prefix { $0 != "\n" } } == [
          "UPDATE headrace_entity SET sequence = $4, checkpoint = COALESCE($5, checkpoint),",
          "INSERT INTO headrace_journal (entity, sequence, epoch, version, event)",
        ])
      await runtime.stop()
    }

    /// Each read after 99 of them found one.
    @Test func messagesBehindThoseOfALaterVersionAreReadTogether() async throws {
      let database = try WatchedDatabase()
      let world = World(database: database)
      let runtime = try await world.worker()
      try await runtime.send(.heard(0))
      _ = try await world.run(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
        INSERT INTO headrace_message (source, sequence, target, version, action)
        SELECT CASE WHEN i < 200 THEN 'later' ELSE 'worker:w' END, i, 'order/1',
        CASE WHEN i < 200 THEN 2 ELSE 1 END, '{"heard":{"_0":' || i || '}}' FROM n
        """)
      database.statements.setValue([])
      await runtime.deliver(to: "order/1")
      let reads = database.statements.value.filter {
        $0.sql.hasPrefix("SELECT source, sequence, action, version FROM headrace_message")
      }
      // Two pages with those of the later version, three more, and their end.
      #expect(reads.count == 6)
      let heard = (200..<500).map { "\($0)" }
      #expect(try await runtime.order("order/1").receipts == ["0"] + heard)
      await runtime.stop()
    }

    @Test func aSearchDoesNotReadAllEntities() async throws {
      let database = try WatchedDatabase()
      let journal = SQLJournal(database: database)
      try await journal.prepare()
      database.statements.setValue([])
      let features = ["order": 1, "stock": 1]
      let waiting = try await journal.waiting(
        worker: "w", features: features, after: SearchPosition(), limit: 100)
      #expect(waiting.ids.isEmpty)
      let searches = database.statements.value
      let plans = try await database.transaction { transaction in
        try searches.map {
          try transaction.run([SQLStatement("EXPLAIN QUERY PLAN " + $0.sql, values: $0.values)])[0]
        }
      }
      for plan in plans {
        let steps = plan.rows.compactMap { $0[3].text }
        #expect(steps.contains { $0.hasPrefix("SEARCH e ") }, "\(steps)")
        #expect(!steps.contains { $0.hasPrefix("SCAN e") }, "\(steps)")
      }
      #expect(plans.count == 2)
    }
  }

  /// A database in memory that records the requests.
  private final class WatchedDatabase: SQLDatabase {
    private struct Watched: SQLTransaction {
      let base: any SQLTransaction
      let note: ([SQLStatement]) -> Void

      func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
        note(statements)
        return try base.run(statements)
      }
    }

    private let database: SQLiteDatabase
    let statements = LockIsolated<[SQLStatement]>([])

    init() throws { database = try SQLiteDatabase(path: nil) }

    var now: String { database.now }

    func transaction<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
    ) async throws -> Result {
      try await database.transaction { [statements] transaction in
        try body(
          Watched(base: transaction) { asked in statements.withValue { $0 += asked } })
      }
    }
  }
#endif
