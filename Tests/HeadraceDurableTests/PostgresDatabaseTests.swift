#if Postgres
  import Dispatch
  import Headrace
  import Testing

  @testable import HeadraceDurable

  @Suite(.enabledWithPostgres, .postgres, .serialized) struct PostgresDatabaseTests {
    private func makeDatabase() async throws -> (PostgresTestDatabase, PostgresDatabase) {
      let database = try await #require(PostgresServer.current).makeDatabase()
      return (database, PostgresDatabase(PostgresAddress(database.url), connectionCount: 1))
    }

    @Test func valuesAreReadAsTheyWereWritten() async throws {
      let (_, database) = try await makeDatabase()
      let values: [SQLValue] = [
        .null, .integer(.min), .integer(.max), .real(0.1), .real(-1e-300), .real(1_753_000_000.25),
        .text(""), .text("O'Neil \\ \"x\" $1"), .text("zażółć 👩‍👩‍👧\n"),
      ]
      let results = try await database.transaction { transaction in
        _ = try transaction.run([
          SQLStatement(
            "CREATE TEMPORARY TABLE t (number INT8, real FLOAT8, text TEXT) ON COMMIT DROP")
        ])
        return try values.map { value in
          let column =
            switch value {
            case .null, .text: "text"
            case .integer: "number"
            case .real: "real"
            }
          return try transaction.run([
            SQLStatement("INSERT INTO t (\(column)) VALUES ($1) RETURNING \(column)", value)
          ])[0]
        }
      }
      #expect(results.map(\.rows) == values.map { [[$0]] })
      #expect(results.allSatisfy { $0.changedCount == 1 })
    }

    @Test func theTimeIsThatOfTheStatement() async throws {
      let (_, database) = try await makeDatabase()
      let now = SQLStatement("SELECT \(database.now)")
      let times = try await database.transaction { transaction in
        try (0..<2).map { _ in try transaction.run([now])[0].rows[0][0].real ?? 0 }
      }
      #expect(times[0] < times[1])
      #expect(times[0] > 1_700_000_000)
    }

    @Test func aTextWithNULIsRefused() async throws {
      let (_, database) = try await makeDatabase()
      let failure = await #expect(throws: SQLFailure.self) {
        try await database.transaction { try $0.run([SQLStatement("SELECT $1", .text("a\0b"))]) }
      }
      #expect(failure?.detail == "the database stores no text with a NUL character: 'a\\0b'")
      #expect(failure?.isRefused == true)
      #expect(failure?.isTransient == false)
      let next = try await database.transaction { try $0.run([SQLStatement("SELECT 1")]) }
      #expect(next[0].rows == [[.integer(1)]])
    }

    @Test func aFailedStatementUndoesItsTransaction() async throws {
      let (_, database) = try await makeDatabase()
      let create = SQLStatement("CREATE TABLE t (id INT8 PRIMARY KEY)")
      let insert = SQLStatement("INSERT INTO t VALUES ($1)", .integer(1))
      _ = try await database.transaction { try $0.run([create]) }
      for _ in 1...2 {
        let failure = await #expect(throws: SQLFailure.self) {
          try await database.transaction { transaction in
            _ = try transaction.run([insert])
            _ = try transaction.run([insert, SQLStatement("SELECT count(*) FROM t")])
          }
        }
        #expect(
          failure?.detail
            == "duplicate key value violates unique constraint \"t_pkey\" (23505)")
        #expect(failure?.isTransient == false)
        #expect(failure?.isUnknown == false)
      }
      let count = SQLStatement("SELECT count(*) FROM t")
      #expect(try await database.transaction { try $0.run([count])[0].rows } == [[.integer(0)]])
    }

    @Test func aLargeBatchIsDone() async throws {
      let (_, database) = try await makeDatabase()
      let text = String(repeating: "x", count: 20_000)
      let echo = SQLStatement("SELECT CAST($1 AS TEXT)", .text(text))
      let results = try await database.transaction {
        try $0.run(Array(repeating: echo, count: 500))
      }
      #expect(results.allSatisfy { $0.rows == [[.text(text)]] })
    }

    // MARK: - Commits

    /// Adds a trigger that runs when a transaction is committed that inserts into the table `t`.
    private func addTrigger(_ body: String, to database: PostgresTestDatabase) async throws {
      try await database.run(
        """
        CREATE TABLE t (id INT8);
        CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN \(body); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER c AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION f();
        """)
    }

    @Test func aCommitThatIsRefusedIsKnown() async throws {
      let (test, database) = try await makeDatabase()
      try await addTrigger("RAISE EXCEPTION 'no' USING ERRCODE = '40001'", to: test)
      let insert = SQLStatement("INSERT INTO t VALUES (1)")
      let failure = await #expect(throws: SQLFailure.self) {
        try await database.transaction { try $0.run([insert]) }
      }
      #expect(failure?.detail == "no (40001)")
      #expect(failure?.isTransient == true)
      #expect(failure?.isUnknown == false)
    }

    @Test func aCommitWithoutAnAnswerIsUnknown() async throws {
      let (test, database) = try await makeDatabase()
      try await addTrigger("PERFORM pg_terminate_backend(pg_backend_pid())", to: test)
      let insert = SQLStatement("INSERT INTO t VALUES (1)")
      let failure = await #expect(throws: SQLFailure.self) {
        try await database.transaction { try $0.run([insert]) }
      }
      #expect(failure?.isTransient == true)
      #expect(failure?.isUnknown == true)
    }

    @Test func aConnectionThatWasLostWhileItWaitedIsNotNoticed() async throws {
      let (test, database) = try await makeDatabase()
      let select = SQLStatement("SELECT 1")
      for _ in 1...3 {
        let results = try await database.transaction { try $0.run([select]) }
        #expect(results[0].rows == [[.integer(1)]])
        try await test.terminateConnections()
      }
    }

    /// The server kept the locks of an unreachable worker until TCP gave it up.
    @Test func theLocksOfAWorkerThatIsNotReachedAreReleased() async throws {
      let (test, _) = try await makeDatabase()
      let journal = try DurableJournal.postgres(test.url).journal
      try await journal.prepare()
      _ = try await journal.renew(worker: "w", seconds: 1_000)
      let claim = JournalOperation.claim("tally/1", version: 1, worker: "w", now: 0)
      _ = try await journal.perform([claim])
      func database(_ options: String) -> PostgresDatabase {
        PostgresDatabase(
          PostgresAddress("\(test.url) options='\(options)'"), connectionCount: 1)
      }
      let (locks, lock) = AsyncStream<Void>.makeStream()
      let isReleased = DispatchSemaphore(value: 0)
      let stalled = Task {
        let database = database("-c idle_in_transaction_session_timeout=500")
        try await database.transaction { transaction in
          _ = try transaction.run([SQLStatement("UPDATE headrace_entity SET attempts = 9")])
          lock.yield()
          isReleased.wait()
        }
      }
      for await _ in locks { break }
      // It waits for the lock several times, until the server ends the other session.
      let queue = CommitQueue(
        SQLJournal(database: database("-c lock_timeout=50")), clock: ContinuousClock(),
        DurableMetrics(features: []))
      let answer = try await queue.perform(claim)
      guard case .claimed(let entity) = answer else {
        Issue.record("\(answer)")
        return
      }
      #expect(entity.epoch == 2)
      isReleased.signal()
      let failure = await #expect(throws: SQLFailure.self) { try await stalled.value }
      #expect(failure?.isTransient == true)
    }

    @Test func theSettingsOfTheConnectionStringCount() async throws {
      let (test, database) = try await makeDatabase()
      let other = PostgresDatabase(
        PostgresAddress("\(test.url) options='-c lock_timeout=7s'"), connectionCount: 1)
      let names = ["idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"]
      let settings = names.map { SQLStatement("SELECT current_setting('\($0)')") }
      for (database, lock) in [(database, "5s"), (other, "7s")] {
        let results = try await database.transaction { try $0.run(settings) }
        #expect(results.map { $0.rows[0][0].text } == ["10s", lock, "1min"])
      }
    }

    // MARK: - Several at Once

    /// It waited behind any number of reads, and the lease ended meanwhile.
    @Test func aRenewalComesBeforeAllThatWaitForAConnection() async throws {
      let (_, database) = try await makeDatabase()
      let journal = SQLJournal(database: database)
      try await journal.prepare()
      let (isHeld, gate) = (LockIsolated(false), DispatchSemaphore(value: 0))
      async let first: Void = database.transaction { _ in
        isHeld.setValue(true)
        gate.wait()
      }
      while !isHeld.value { await Task.yield() }
      let workers = SQLStatement("SELECT id FROM headrace_worker")
      let seen = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...3 {
          group.addTask { try await database.transaction { try $0.run([workers])[0].rows.count } }
        }
        while database.waitingCount < 3 { await Task.yield() }
        group.addTask { try await journal.renew(worker: "w", seconds: 10) ? 0 : 1 }
        while database.waitingCount < 4 { await Task.yield() }
        gate.signal()
        return try await group.reduce(0, +)
      }
      // The worker had no lease before, and each read sees it.
      #expect(seen == 4)
      try await first
    }

    /// The worker committed something between the events and their count.
    @Test func eventsAreReadTogetherWithTheirCount() async throws {
      let (test, database) = try await makeDatabase()
      let journal = SQLJournal(database: database)
      try await journal.prepare()
      _ = try await journal.renew(worker: "w", seconds: 1_000)
      var turn = Turn(id: "tally/1", epoch: 1, version: 1, sequence: 0)
      turn.events = ["{}"]
      let claim = JournalOperation.claim("tally/1", version: 1, worker: "w", now: 0)
      for operation in [claim, .append(turn)] { _ = try await journal.perform([operation]) }
      let interrupted = InterruptedDatabase(base: database) {
        _ = try PostgresSession(PostgresAddress(test.url)).run([
          SQLStatement("UPDATE headrace_entity SET sequence = 2"),
          SQLStatement("INSERT INTO headrace_journal VALUES ('tally/1', 2, 1, 1, '{}')"),
        ])
      }
      let stored = try #require(
        try await SQLJournal(database: interrupted).entity("tally/1", eventsFrom: .first))
      #expect(stored.events.count == 1)
      #expect(stored.summary.eventCount == 1)
    }

    @Test func manyWorkersMakeTheTablesConcurrently() async throws {
      let (test, _) = try await makeDatabase()
      try await withThrowingTaskGroup { group in
        for _ in 1...12 {
          group.addTask { try await DurableJournal.postgres(test.url).journal.prepare() }
        }
        try await group.waitForAll()
      }
    }

    @Test func batchesInAnyOrderDoNotDeadlock() async throws {
      let (test, _) = try await makeDatabase()
      let journal = try DurableJournal.postgres(test.url).journal
      try await journal.prepare()
      try await journal.renew(worker: "w", seconds: 3600)
      for round in 0..<10 {
        let claims = (0..<20).map { number in
          JournalOperation.claim(
            EntityID("tally", "\(round)-\(number)"), version: 1, worker: "w", now: 0)
        }
        try await withThrowingTaskGroup { group in
          // An entity is set aside if it is claimed more often without a commit.
          for _ in 1...SQLJournal.attemptCountMax {
            group.addTask { try await journal.perform(claims.shuffled()) }
          }
          for try await answers in group {
            #expect(answers.allSatisfy { if case .claimed = $0 { true } else { false } })
          }
        }
      }
    }

    // MARK: - Connection Strings

    @Test(arguments: [
      "postgres://ann:secret@127.0.0.1:1/orders", "host=127.0.0.1 port=1 password=secret user=ann",
    ])
    func aServerThatIsNotThereIsNamed(url: String) async throws {
      let journal = try DurableJournal.postgres(url)
      let failure = await #expect(throws: DurableFailure.self) {
        _ = try await journal.summary(of: "tally/1")
      }
      let text = "\(try #require(failure))"
      #expect(text.contains(#"connection to server at "127.0.0.1", port 1 failed"#))
      #expect(text.contains("Connection refused"))
      #expect(!text.contains("secret"))
    }

    @Test(arguments: [
      "postgre://ann:secret@db/orders", "postgres://ann:secret@db:x?y/orders",
      "password=two secrets", "host=db option=1 password='secret",
    ])
    func aConnectionStringThatCanNotBeReadIsRefused(url: String) throws {
      let failure = #expect(throws: DurableFailure.self) { try DurableJournal.postgres(url) }
      guard case .unopened(let detail) = try #require(failure) else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(!detail.isEmpty)
      #expect(!detail.contains("sec") && !detail.contains("ret"))
    }

    /// libpq mistakes parts of an unescaped password for a host, a port or a database.
    @Test(arguments: ["postgres://ann:secret/hush@127.0.0.1:1/x", "postgres://ann:a@secret:1/x"])
    func aPasswordThatWasNotEscapedIsHidden(url: String) async throws {
      let failure = await #expect(throws: DurableFailure.self) {
        _ = try await DurableJournal.postgres(url).summary(of: "tally/1")
      }
      #expect(!"\(try #require(failure))".contains("hush"))
    }

    @Test func aDatabaseThatIsNotThereIsNamed() async throws {
      let url = try #require(PostgresServer.current).url(of: "missing")
      let failure = await #expect(throws: DurableFailure.self) {
        _ = try await DurableJournal.postgres(url).summary(of: "tally/1")
      }
      #expect("\(try #require(failure))".contains(#"database "missing" does not exist"#))
    }
  }

  /// Another session works before the last statement of each transaction.
  private struct InterruptedDatabase: SQLDatabase {
    let base: PostgresDatabase
    let work: @Sendable () throws -> Void

    var now: String { base.now }
    var snapshot: SQLStatement? { base.snapshot }

    func transaction<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
    ) async throws -> Result {
      try await base.transaction { try body(Transaction(base: $0, work: work)) }
    }

    private struct Transaction: SQLTransaction {
      let base: any SQLTransaction
      let work: () throws -> Void

      func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
        let results = try base.run(statements.dropLast())
        try work()
        return try results + base.run(statements.suffix(1))
      }
    }
  }
#endif
