import ActivityClient
import GRDB

/// The versions of a journal's tables; a released version is never changed.
enum ActivitySchema {
  /// The version that this code writes.
  static let currentVersion = 4

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: firstVersion)
      try database.execute(sql: "PRAGMA user_version = 1")
    }
    migrator.registerMigration("2") { database in
      try database.execute(
        sql: "ALTER TABLE payments ADD COLUMN is_everything INTEGER NOT NULL DEFAULT 0")
      try database.execute(sql: "PRAGMA user_version = 2")
    }
    migrator.registerMigration("3") { database in
      try database.execute(sql: HistorySchema.thirdVersion)
      try database.execute(sql: "PRAGMA user_version = 3")
    }
    migrator.registerMigration("4") { database in
      try database.execute(sql: fourthVersion)
      try database.execute(sql: "PRAGMA user_version = 4")
    }
    return migrator
  }()

  /// Brings a database up to the current version, and writes nothing if it is current.
  ///
  /// - Throws: `JournalFailure.unsupportedVersion` if a newer wallet wrote it, because its rows may
  ///   have an unknown meaning.
  static func migrate(_ queue: DatabaseQueue) throws {
    let version = try version(queue)
    guard version <= currentVersion else {
      throw JournalFailure.unsupportedVersion(found: version, supported: currentVersion)
    }
    guard version < currentVersion else { return }
    while true {
      let before = try self.version(queue)
      do {
        return try migrator.migrate(queue)
      } catch {
        // Another process did the same at the same time, so its tables already exist.
        guard try self.version(queue) > before else { throw error }
      }
    }
  }

  private static func version(_ queue: DatabaseQueue) throws -> Int {
    try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
  }

  /// The stamp that identifies the journal and its older copies; one row, once it was used.
  private static let fourthVersion = """
    CREATE TABLE journal_mark (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      id BLOB NOT NULL CHECK (length(id) = 16),
      stamp INTEGER NOT NULL,
      copied_at INTEGER
    ) STRICT;
    """

  /// The first version: 64-bit integers are stored as SQLite's signed ones, amounts as hex; an
  /// abandoned payment's row does not occupy its nonce.
  private static let firstVersion = """
    CREATE TABLE payments (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 32),
      key TEXT UNIQUE,
      chain_id INTEGER NOT NULL,
      sender BLOB NOT NULL CHECK (length(sender) = 20),
      recipient BLOB NOT NULL CHECK (length(recipient) = 20),
      value TEXT NOT NULL,
      nonce INTEGER NOT NULL,
      holds_nonce INTEGER NOT NULL,
      state TEXT NOT NULL,
      detail TEXT,
      is_unresolved INTEGER NOT NULL,
      is_final INTEGER NOT NULL,
      refusal_code INTEGER,
      refusal_message TEXT,
      recorded_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX payments_by_nonce ON payments (chain_id, sender, nonce)
      WHERE holds_nonce;
    CREATE INDEX payments_by_end ON payments (is_unresolved, sequence);

    CREATE TABLE transactions (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      payment INTEGER NOT NULL REFERENCES payments (sequence),
      role TEXT NOT NULL,
      hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
      gas_limit INTEGER NOT NULL,
      max_fee TEXT NOT NULL,
      max_tip TEXT NOT NULL,
      raw BLOB NOT NULL,
      may_be_known INTEGER NOT NULL,
      was_taken INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX transactions_by_payment ON transactions (payment, sequence);

    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      payment INTEGER NOT NULL REFERENCES payments (sequence),
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      detail TEXT NOT NULL
    ) STRICT;
    CREATE INDEX events_by_payment ON events (payment, sequence);
    CREATE TRIGGER events_are_kept BEFORE DELETE ON events
      BEGIN SELECT raise(ABORT, 'events are only added'); END;
    CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
      BEGIN SELECT raise(ABORT, 'events are only added'); END;

    CREATE TABLE imports (
      digest BLOB NOT NULL PRIMARY KEY,
      at INTEGER NOT NULL
    ) STRICT;
    """
}
