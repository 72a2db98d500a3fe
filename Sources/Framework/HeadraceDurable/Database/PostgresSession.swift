#if Postgres
  import CPQ

  /// A session with a server, in pipeline mode; it is used by one thread at a time.
  final class PostgresSession {
    private let connection: OpaquePointer
    /// The names of prepared statements, by their SQL.
    private var prepared: [String: String] = [:]
    private var preparedCount = 0
    /// True if the session can run more statements.
    private(set) var isUsable = true

    /// Opens a connection.
    ///
    /// - Throws: ``SQLFailure`` with libpq's message.
    init(_ address: PostgresAddress) throws {
      guard let opened = CPQConnect(address.url) else {
        throw SQLFailure(detail: "out of memory", isTransient: false)
      }
      connection = opened
      // Notices, such as that a table already exists, don't belong on standard error.
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      guard PQstatus(connection) == CONNECTION_OK else {
        throw SQLFailure(
          detail: address.hiding(message), isTransient: true)
      }
      guard PQenterPipelineMode(connection) == 1 else { throw lost() }
      _ = try run(
        Self.settings.map { name, unset, value in
          SQLStatement(
            "SELECT set_config($1, $3, false) WHERE current_setting($1, true) = $2",
            .text(name), .text(unset), .text(value))
        })
    }

    /// Settings of the session, with the value that is replaced and its replacement.
    ///
    /// Acknowledged data must survive a crash of the server. The locks of an unreachable worker are
    /// released after some seconds; whoever waits for them tries again.
    private static let settings = [
      ("synchronous_commit", "off", "on"), ("idle_in_transaction_session_timeout", "0", "10s"),
      ("lock_timeout", "0", "5s"), ("statement_timeout", "0", "60s"),
      ("tcp_user_timeout", "0", "20s"),
    ]

    deinit { PQfinish(connection) }

    /// Marks the session as unusable.
    func close() { isUsable = false }

    // MARK: - Sending

    /// Sends all statements without waiting in between, then waits for their results.
    ///
    /// libpq reads while it can't write, so neither side waits for the other forever.
    ///
    /// - Throws: ``SQLFailure`` of the first statement that failed; the later ones were not done.
    func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
      for statement in statements { try statement.requireTexts() }
      var preparations: [String?] = []
      for statement in statements {
        if prepared[statement.sql] == nil {
          try prepare(statement)
          preparations.append(statement.sql)
        }
        try send(statement)
        preparations.append(nil)
      }
      guard PQpipelineSync(connection) == 1 else { throw lost() }
      return try results(preparations)
    }

    private func prepare(_ statement: SQLStatement) throws {
      preparedCount += 1
      let name = "headrace\(preparedCount)"
      let types = statement.values.map(\.postgresType)
      guard
        PQsendPrepare(connection, name, statement.sql, Int32(types.count), types) == 1
      else { throw lost() }
      prepared[statement.sql] = name
    }

    private func send(_ statement: SQLStatement) throws {
      var texts: [CChar] = []
      let starts = statement.values.map { value -> Int32 in
        guard let text = value.postgresText else { return -1 }
        defer { texts += text.utf8CString }
        return Int32(texts.count)
      }
      let isSent = CPQSendPrepared(
        connection, prepared[statement.sql], Int32(starts.count), texts, starts)
      guard isSent == 1 else { throw lost() }
    }

    // MARK: - Receiving

    /// - Parameter preparations: For each command sent: the SQL of a preparation, or `nil` for a
    ///   statement.
    private func results(_ preparations: [String?]) throws -> [SQLResult] {
      var results: [SQLResult] = []
      var failure: SQLFailure?
      for sql in preparations {
        guard let result = PQgetResult(connection) else { throw lost() }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
          if sql == nil { results.append(SQLResult(result)) }
        default:
          if let sql { prepared[sql] = nil }
          // Statements after a failure are not done, and have no message.
          failure = failure ?? self.failure(result)
          if let failure, !isUsable { throw failure }
        }
        // The end of this command.
        while let rest = PQgetResult(connection) { PQclear(rest) }
      }
      guard let end = PQgetResult(connection) else { throw failure ?? lost() }
      defer { PQclear(end) }
      guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw lost() }
      if let failure { throw failure }
      return results
    }

    private var message: String {
      libpqText(PQerrorMessage(connection).map { String(cString: $0) })
    }

    private func lost() -> SQLFailure {
      isUsable = false
      return SQLFailure(detail: message, isTransient: true)
    }

    private func failure(_ result: OpaquePointer) -> SQLFailure {
      func field(_ code: Character) -> String? {
        PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
      }
      // 'C' is the SQLSTATE, 'V' the severity, 'M' the text. libpq returns no SQLSTATE if it could
      // not reach the server.
      let (state, severity) = (field("C") ?? "", field("V") ?? "")
      if PQstatus(connection) != CONNECTION_OK || severity != "ERROR" || state == Self.readOnly {
        isUsable = false
      }
      let text = field("M") ?? libpqText(PQresultErrorMessage(result).map { String(cString: $0) })
      return SQLFailure(
        detail: state.isEmpty ? text : "\(text) (\(state))",
        isTransient: state.isEmpty || Self.transient.contains { state.hasPrefix($0) },
        isUnknown: Self.unknown.contains(state),
        isRefused: Self.refused.contains { state.hasPrefix($0) })
    }

    /// The server is no longer the primary; another one may be.
    private static let readOnly = "25006"
    /// It is unknown whether a commit was done.
    private static let unknown = ["08007", "40003"]
    /// Values that can't be stored: wrong or too long (22), violating a constraint (23), or
    /// exceeding the size of a row or an index (54).
    private static let refused = ["22", "23", "54"]
    /// Failures after which a retry may succeed.
    ///
    /// These are lost connections (08), timeouts of the session (25P), serialization failures and
    /// deadlocks (40), lack of memory, disk or connections (53), locks that were not available
    /// (55P03), cancelled statements (57014), and servers that start or end (57P).
    private static let transient = [
      "08", readOnly, "25P", "40", "53", "55P03", "57014", "57P",
    ]
  }

  extension SQLResult {
    fileprivate init(_ result: OpaquePointer) {
      let columns = 0..<PQnfields(result)
      rows = (0..<PQntuples(result)).map { row in
        columns.map { column in
          guard PQgetisnull(result, row, column) == 0, let text = PQgetvalue(result, row, column)
          else { return .null }
          return SQLValue(String(cString: text), postgresType: PQftype(result, column))
        }
      }
      changedCount = Int(String(cString: PQcmdTuples(result))) ?? 0
    }
  }
#endif
