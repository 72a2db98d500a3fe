import Foundation

/// The journal of entities in plain SQL, for SQLite, PostgreSQL and compatible databases.
struct SQLJournal: EntityJournal {
  let database: any SQLDatabase

  var transactionCountMax: Int { database.transactionCountMax }

  /// The number of times that an entity may be taken without a commit before it is set aside.
  static let attemptCountMax = 5
  /// The number of times that an entity was taken before it is opened with few others, and the next
  /// time alone.
  ///
  /// So a kill from outside counts against many entities only this often.
  static let suspectCountMin = 2

  /// The version of the tables; a program refuses those of a later one.
  private static let schema = 1

  static let tables = [
    """
    CREATE TABLE IF NOT EXISTS headrace_entity (
      id TEXT PRIMARY KEY, feature TEXT NOT NULL, version BIGINT NOT NULL, epoch BIGINT NOT NULL,
      worker TEXT, sequence BIGINT NOT NULL, checkpoint BIGINT NOT NULL, active BIGINT NOT NULL,
      due DOUBLE PRECISION, start DOUBLE PRECISION NOT NULL, attempts BIGINT NOT NULL,
      status TEXT NOT NULL, reason TEXT)
    """,
    """
    CREATE TABLE IF NOT EXISTS headrace_journal (
      entity TEXT NOT NULL, sequence BIGINT NOT NULL, epoch BIGINT NOT NULL,
      version BIGINT NOT NULL, event TEXT NOT NULL,
      PRIMARY KEY (entity, sequence))
    """,
    """
    CREATE TABLE IF NOT EXISTS headrace_message (
      source TEXT NOT NULL, sequence BIGINT NOT NULL, target TEXT NOT NULL, version BIGINT NOT NULL,
      action TEXT NOT NULL, PRIMARY KEY (source, sequence))
    """,
    """
    CREATE TABLE IF NOT EXISTS headrace_worker (
      id TEXT PRIMARY KEY, lease DOUBLE PRECISION NOT NULL)
    """,
    "CREATE INDEX IF NOT EXISTS headrace_message_target ON headrace_message (target)",
    """
    CREATE INDEX IF NOT EXISTS headrace_entity_due ON headrace_entity (due) WHERE due IS NOT NULL
    """,
    """
    CREATE INDEX IF NOT EXISTS headrace_entity_active ON headrace_entity (active) WHERE active > 0
    """,
    "CREATE TABLE IF NOT EXISTS headrace_schema (version BIGINT PRIMARY KEY)",
    // Written last: where the version is, all tables are.
    "INSERT INTO headrace_schema (version) VALUES (\(schema)) ON CONFLICT (version) DO NOTHING",
  ]

  func prepare() async throws {
    do {
      try await requireKnownSchema()
    } catch let failure as SQLFailure where !failure.isTransient && !failure.isUnknown {
      // There are no tables, or not all of them; if the database fails, it does so again.
      // One at a time: a transaction that locks several tables could deadlock with a worker's.
      for table in Self.tables { try await make(table) }
      try await requireKnownSchema()
    }
    // Removes the rows of killed workers.
    let forget = SQLStatement("DELETE FROM headrace_worker WHERE lease <= \(database.now)")
    try await database.transaction { _ = try $0.run([forget]) }
  }

  private func make(_ table: String) async throws {
    let create: @Sendable (any SQLTransaction) throws -> Void = {
      _ = try $0.run([SQLStatement(table)])
    }
    do {
      try await database.transaction(create)
    } catch is SQLFailure {
      // In PostgreSQL this fails if another worker creates it at the same time; then it exists. Any
      // other failure comes again.
      try await database.transaction(create)
    }
  }

  func requireKnownSchema() async throws {
    let statement = SQLStatement("SELECT MAX(version) FROM headrace_schema")
    let found = try await database.transaction { try $0.run([statement]) }[0].rows[0][0].integer
    guard let found, found >= Self.schema else {
      throw SQLFailure(detail: "tables are missing", isTransient: false)
    }
    guard found > Self.schema else { return }
    throw DurableFailure.unopened(
      detail: "a later version of Headrace created it, with schema \(found); expected "
        + "\(Self.schema)")
  }

  // MARK: - Workers

  func renew(worker: String, seconds: Double) async throws -> Bool {
    let before = SQLStatement(
      "SELECT id FROM headrace_worker WHERE id = $1 AND lease > \(database.now)", .text(worker))
    let sql = """
      INSERT INTO headrace_worker (id, lease) VALUES ($1, \(database.now) + $2)
      ON CONFLICT (id) DO UPDATE SET lease = excluded.lease
      """
    let forget = SQLStatement("DELETE FROM headrace_worker WHERE id = $1", .text(worker))
    let statement =
      seconds > 0 ? SQLStatement(sql, .text(worker), .real(seconds)) : forget
    // Any number of readers may wait for the database, and the lease ends meanwhile.
    return try await database.urgentTransaction {
      try !$0.run([before, statement])[0].rows.isEmpty
    }
  }

  /// Returns the condition that no other living worker has an entity `e`.
  func isFree(but worker: String) -> String {
    """
    (e.worker IS NULL OR \(worker) OR NOT EXISTS (
      SELECT 1 FROM headrace_worker w WHERE w.id = e.worker AND w.lease > \(database.now)))
    """
  }

  func waiting(
    worker: String, features: [String: Int], after position: SearchPosition, limit: Int
  ) async throws -> WaitingEntities {
    let features = features.sorted { $0.key < $1.key }
    let known = features.flatMap { [SQLValue.text($0.key), .integer($0.value)] }
    // A condition for each feature, with its name and its version, after four other parameters.
    func anyFeature(_ condition: (_ index: Int, _ name: String, _ version: String) -> String)
      -> String
    {
      let conditions = features.indices.map { index in
        "(\(condition(index, "$\(2 * index + 5)", "$\(2 * index + 6)")))"
      }
      return "(\(conditions.joined(separator: " OR ")))"
    }
    // Neither an entity nor a message may be of a later version than this program. An entity of
    // this worker with a later message is handed over.
    let statements = [
      SQLStatement(
        """
        SELECT e.id, e.attempts, COALESCE(e.due, 0) FROM headrace_entity e
        WHERE e.status = 'ready' AND (e.active > 0 OR e.due <= \(database.now))
        AND \(anyFeature { _, name, version in "e.feature = \(name) AND e.version <= \(version)" })
        AND \(isFree(but: "FALSE")) AND (COALESCE(e.due, 0), e.id) > ($3, $4)
        ORDER BY COALESCE(e.due, 0), e.id LIMIT $2
        """,
        values: [.text(worker), .integer(limit), .real(position.due), .text(position.dueID)]
          + known),
      SQLStatement(
        """
        SELECT DISTINCT m.target, CASE WHEN e.worker = $1 THEN 0 ELSE e.attempts END
        FROM headrace_message m LEFT JOIN headrace_entity e ON e.id = m.target
        WHERE m.target > $3 AND (e.id IS NULL AND \(anyFeature { index, name, version in
          let length = features[index].key.unicodeScalars.count + 1
          return """
            substr(m.target, 1, \(length)) = \(name) || '/'
            AND (m.version <= \(version) OR m.version = \(Int.max))
            """
        }) OR e.status = 'ready' AND \(anyFeature { _, name, version in
          """
          e.feature = \(name) AND e.version <= \(version)
          AND (m.version <= \(version) OR m.version = \(Int.max) OR e.worker = $1)
          """
        }) AND \(isFree(but: "e.worker = $1"))) ORDER BY m.target LIMIT $2
        """, values: [.text(worker), .integer(limit), .text(position.target), .text("")] + known),
    ]
    let results = try await database.transaction { try $0.run(statements) }
    return WaitingEntities(results[0].rows, results[1].rows, after: position, limit: limit)
  }

  func messages(
    for id: EntityID, after last: ReceivedMessage.ID?, limit: Int
  ) async throws -> [ReceivedMessage] {
    let statement = SQLStatement(
      """
      SELECT source, sequence, action, version FROM headrace_message WHERE target = $1
      AND (source, sequence) > ($3, $4) ORDER BY source, sequence LIMIT $2
      """, .text("\(id)"), .integer(limit), .text(last?.source ?? ""),
      .integer(last?.sequence ?? 0))
    return try await database.transaction { try $0.run([statement]) }[0].rows.compactMap { row in
      guard let source = row[0].text, let sequence = row[1].integer, let action = row[2].text,
        let version = row[3].integer
      else { return nil }
      return ReceivedMessage(
        id: .init(source: source, sequence: sequence), target: id, action: action,
        version: version)
    }
  }

  func drop(
    _ message: ReceivedMessage.ID, to id: EntityID, epoch: Int?
  ) async throws -> String? {
    let statement = SQLStatement(
      """
      DELETE FROM headrace_message WHERE target = $1 AND source = $2 AND sequence = $3
      AND ($4 < 0 OR EXISTS (SELECT 1 FROM headrace_entity WHERE id = $1 AND epoch = $4))
      RETURNING action
      """, .text("\(id)"), .text(message.source), .integer(message.sequence),
      .integer(epoch ?? -1))
    return try await database.transaction { try $0.run([statement]) }[0].rows.first?[0].text
  }

  // MARK: - Looking

  private static let summary =
    "SELECT e.id, e.version, e.epoch, e.worker, e.sequence, e.active, e.due, e.status, e.reason, "
    + "e.start FROM headrace_entity e"

  func entity(
    _ id: EntityID, eventsFrom start: EventStart
  ) async throws -> StoredEntity? {
    let from =
      switch start {
      case .first: "0"
      case .checkpoint: "(SELECT checkpoint FROM headrace_entity WHERE id = $1)"
      case .end: "(SELECT sequence + 1 FROM headrace_entity WHERE id = $1)"
      }
    // The summary counts these events: they are numbered from its count back.
    let statements = [
      database.snapshot,
      SQLStatement(
        """
        SELECT event, version FROM headrace_journal WHERE entity = $1 AND sequence >= \(from)
        ORDER BY sequence
        """, .text("\(id)")),
      SQLStatement("\(Self.summary) WHERE e.id = $1", .text("\(id)")),
    ].compactMap(\.self)
    let results = Array(try await database.transaction { try $0.run(statements) }.suffix(2))
    guard let row = results[1].rows.first, let summary = EntitySummary(row) else { return nil }
    return StoredEntity(
      summary: summary, start: row[9].real ?? 0,
      events: results[0].rows.compactMap(StoredEvent.init))
  }

  func epochs(of ids: [EntityID]) async throws -> [EntityID: Int] {
    let names = ids.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let statement = SQLStatement(
      "SELECT id, epoch FROM headrace_entity WHERE id IN (\(names))",
      values: ids.map { .text("\($0)") })
    let rows = try await database.transaction { try $0.run([statement]) }[0].rows
    return Dictionary(
      uniqueKeysWithValues: rows.map { (EntityID($0[0].text ?? ""), $0[1].integer ?? 0) })
  }

  func list(
    feature: String?, status: EntitySummary.Status?, after: String, limit: Int
  ) async throws -> [EntitySummary] {
    let statement = SQLStatement(
      """
      \(Self.summary) WHERE e.id > $1 AND (CAST($2 AS TEXT) IS NULL OR e.feature = $2)
      AND ($3 = '' OR e.status = $3) ORDER BY e.id LIMIT $4
      """, .text(after), feature.map { .text($0) } ?? .null, .text(status?.rawValue ?? ""),
      .integer(limit))
    return try await database.transaction { try $0.run([statement]) }[0].rows
      .compactMap(EntitySummary.init)
  }

  func set(
    _ id: EntityID, _ status: EntitySummary.Status, reason: String?, epoch: Int?
  ) async throws -> Bool {
    // The new epoch notifies the worker that runs the entity: its next commit is refused.
    let statement = SQLStatement(
      """
      UPDATE headrace_entity SET status = $2, reason = $3, epoch = epoch + 1, worker = NULL,
      attempts = 0 WHERE id = $1 AND ($4 < 0 OR epoch = $4)
      """, .text("\(id)"), .text(status.rawValue), reason.map { .text($0) } ?? .null,
      .integer(epoch ?? -1))
    return try await database.transaction { try $0.run([statement]) }[0].changedCount > 0
  }

  func move(_ id: EntityID) async throws -> Bool {
    let statement = SQLStatement(
      """
      UPDATE headrace_entity SET epoch = epoch + 1, worker = NULL, attempts = 0
      WHERE id = $1 AND status = 'ready'
      """, .text("\(id)"))
    return try await database.transaction { try $0.run([statement]) }[0].changedCount > 0
  }
}
