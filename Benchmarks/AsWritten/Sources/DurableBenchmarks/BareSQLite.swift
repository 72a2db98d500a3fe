import Foundation
import GRDBSQLite

/// SQLite's own interface in C, with the minimum transaction of a committed action.
final class BareSQLite {
  private let database: OpaquePointer
  private var commands: [OpaquePointer] = []
  private var update: OpaquePointer?
  private var insert: OpaquePointer?
  private let ids: [String]
  private var sequence = 1
  private var next = 0

  /// An event as stored in the journal of a note.
  private static let event = """
    {"action":1,"t":410353,"p":{"titleChanged":{"_0":"A title that is too long for a string to \
    hold in itself"}}}
    """

  /// Opens a file that a runtime has created, and adds entities to it.
  init(path: String, entityCount: Int = 1_000) {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else {
      preconditionFailure("SQLite can't open '\(path)'.")
    }
    database = opened
    ids = (0..<entityCount).map { "bare/\($0)" }
    // A runtime that was stopped may still finish its last search.
    sqlite3_busy_timeout(database, 10_000)
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = FULL")
    commands = ["BEGIN IMMEDIATE", "COMMIT"].map { prepare($0) }
    run(Self.filling("bare", entityCount))
    update = prepare(
      "UPDATE headrace_entity SET sequence = ?3 WHERE id = ?1 AND epoch = ?2 AND sequence = ?4")
    insert = prepare(
      """
      INSERT INTO headrace_journal (entity, sequence, epoch, version, event)
      VALUES (?1, ?3, ?2, 1, ?4)
      """)
  }

  deinit {
    for statement in commands + [update, insert].compactMap(\.self) { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  /// Returns SQL that adds entities of a feature, with a checkpoint and without a worker.
  static func filling(_ feature: String, _ count: Int) -> String {
    """
    BEGIN;
    DELETE FROM headrace_journal WHERE entity LIKE '\(feature)/%';
    DELETE FROM headrace_entity WHERE feature = '\(feature)';
    CREATE TEMPORARY TABLE filled AS WITH RECURSIVE filled (n) AS (
    SELECT 0 UNION ALL SELECT n + 1 FROM filled WHERE n + 1 < \(count)) SELECT n FROM filled;
    INSERT INTO headrace_entity (id, feature, version, epoch, sequence, checkpoint, active, start,
    attempts, status) SELECT '\(feature)/' || n, '\(feature)', 1, 1, 1, 1, 0, 1, 0, 'ready'
    FROM filled;
    INSERT INTO headrace_journal (entity, sequence, epoch, version, event)
    SELECT '\(feature)/' || n, 1, 1, 1,
    '{"kind":"checkpoint","t":1,"effect":0,"p":{"title":"","changeCount":0}}' FROM filled;
    DROP TABLE filled;
    COMMIT;
    """
  }

  /// Commits one action of the next entity.
  func commit() {
    let id = ids[next]
    step(commands[0])
    bind(update, id, [1, sequence + 1, sequence])
    step(update)
    precondition(sqlite3_changes(database) == 1, "The entity is not there.")
    bind(insert, id, [1, sequence + 1])
    Self.event.withCString { _ = sqlite3_bind_text(insert, 4, $0, -1, transient) }
    step(insert)
    step(commands[1])
    next += 1
    if next == ids.count { (next, sequence) = (0, sequence + 1) }
  }

  /// Runs SQL.
  func run(_ sql: String) {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { fail() }
  }

  private var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func prepare(_ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      fail()
    }
    return statement
  }

  private func bind(_ statement: OpaquePointer?, _ id: String, _ numbers: [Int]) {
    sqlite3_bind_text(statement, 1, id, -1, transient)
    for (index, number) in numbers.enumerated() {
      sqlite3_bind_int64(statement, Int32(index + 2), Int64(number))
    }
  }

  private func step(_ statement: OpaquePointer?) {
    guard sqlite3_step(statement) == SQLITE_DONE else { fail() }
    sqlite3_reset(statement)
  }

  private func fail() -> Never { preconditionFailure(String(cString: sqlite3_errmsg(database))) }
}
