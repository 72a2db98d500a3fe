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
  ///   would take what is before it.
  func requireTexts() throws {
    for case .text(let text) in values where text.utf8.contains(0) {
      let text = text.replacing("\0", with: "\\0")
      throw SQLFailure(
        detail: "the database stores no text with a NUL character: '\(text)'", isTransient: false,
        isRefused: true)
    }
  }
}

/// What a statement gave.
struct SQLResult: Sendable {
  var rows: [[SQLValue]] = []
  /// How many rows it has changed.
  var changedCount = 0
}

/// A connection within a transaction.
protocol SQLTransaction {
  /// Runs statements in order; all are sent before the first answer is awaited, if the database can
  /// do that.
  func run(_ statements: [SQLStatement]) throws -> [SQLResult]
}

/// A database that understands plain SQL.
protocol SQLDatabase: Sendable {
  /// An expression for the current time of the database, in seconds since 1970.
  var now: String { get }
  /// A statement that only one transaction at a time gets past, until it ends; `nil` if a
  /// transaction is always alone.
  var lock: SQLStatement? { get }
  /// How many transactions of the commit queue it can do at a time.
  var transactionCountMax: Int { get }

  /// Runs a transaction, alone or isolated from all others.
  ///
  /// - Throws: ``SQLFailure`` if the database fails. Then it is not known whether the transaction
  ///   was committed.
  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result
}

extension SQLDatabase {
  var lock: SQLStatement? { nil }
  var transactionCountMax: Int { 1 }
}

/// What a database has answered instead of a result.
struct SQLFailure: Error {
  let detail: String
  /// Whether the same transaction may succeed when it is tried again.
  let isTransient: Bool
  /// Whether the transaction may be committed all the same.
  var isUnknown = false
  /// Whether a value can't be stored, so that trying again is of no use.
  var isRefused = false
}
