import Dispatch

/// A value of a column or a parameter.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  var text: String? { if case .text(let value) = self { value } else { nil } }
  var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  static func optional(_ value: Double?) -> SQLValue { value.map { .real($0) } ?? .null }
}

/// A statement with its parameters `$1`, `$2` and so on.
struct SQLStatement: Sendable {
  let sql: String
  let values: [SQLValue]

  init(_ sql: String, _ values: SQLValue...) { self.init(sql, values: values) }

  init(_ sql: String, values: [SQLValue]) { (self.sql, self.values) = (sql, values) }

  /// - Throws: ``SQLFailure`` for a text with a NUL character: PostgreSQL refuses it, and SQLite
  ///   would use only the part before it.
  func requireTexts() throws {
    for case .text(let text) in values where text.utf8.contains(0) {
      let text = text.replacing("\0", with: "\\0")
      throw SQLFailure(
        detail: "the database stores no text with a NUL character: '\(text)'", isTransient: false,
        isRefused: true)
    }
  }
}

/// The result of a statement.
struct SQLResult: Sendable {
  var rows: [[SQLValue]] = []
  /// The number of rows that were changed.
  var changedCount = 0
}

/// A connection within a transaction.
protocol SQLTransaction {
  /// Runs statements in order.
  ///
  /// If the database supports it, all are sent before the first answer is awaited.
  func run(_ statements: [SQLStatement]) throws -> [SQLResult]
  /// Runs the last statements, and commits the transaction with them if the database supports it.
  ///
  /// Otherwise it is committed at its end.
  func finish(_ statements: [SQLStatement]) throws -> [SQLResult]
}

extension SQLTransaction {
  func finish(_ statements: [SQLStatement]) throws -> [SQLResult] { try run(statements) }
}

/// A database that understands plain SQL.
protocol SQLDatabase: Sendable {
  /// An expression for the current time of the database, in seconds since 1970.
  var now: String { get }
  /// A statement after which all queries of a transaction see one snapshot.
  ///
  /// `nil` if they always do.
  var snapshot: SQLStatement? { get }
  /// The number of the commit queue's transactions that can run at the same time.
  var transactionCountMax: Int { get }

  /// Runs a transaction, alone or isolated from all others.
  ///
  /// - Throws: ``SQLFailure`` if the database fails. It is then unknown whether the transaction was
  ///   committed.
  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result
  /// Runs a transaction before all others that wait for a connection.
  func urgentTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result
}

extension SQLDatabase {
  func urgentTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result {
    try await transaction(body)
  }
  var snapshot: SQLStatement? { nil }
  var transactionCountMax: Int { 1 }
}

/// The answer of a database in place of a result.
struct SQLFailure: Error {
  let detail: String
  /// True if the same transaction may succeed when it is tried again.
  let isTransient: Bool
  /// True if the transaction may have been committed nevertheless.
  var isUnknown = false
  /// True if a value can't be stored, so that a retry is pointless.
  var isRefused = false
}

/// Runs jobs in order on a thread that may block.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "headrace.database")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
