/// The tables of node reports about accounts, and of contacts; no table of payments refers to them.
enum HistorySchema {
  /// The additions of the third version; 64-bit integers are stored as SQLite's, amounts as hex.
  static let thirdVersion = """
    CREATE INDEX payments_by_account
      ON payments (chain_id, sender, is_unresolved, recorded_at, sequence);

    CREATE TABLE received (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      chain_id INTEGER NOT NULL,
      recipient BLOB NOT NULL CHECK (length(recipient) = 20),
      sender BLOB NOT NULL CHECK (length(sender) = 20),
      value TEXT NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      block_number INTEGER NOT NULL,
      block_hash BLOB NOT NULL CHECK (length(block_hash) = 32),
      at INTEGER NOT NULL,
      UNIQUE (chain_id, hash)
    ) STRICT;
    CREATE INDEX received_by_account ON received (chain_id, recipient, at, sequence);
    CREATE INDEX received_by_block ON received (chain_id, block_number);

    CREATE TABLE scanned_blocks (
      chain_id INTEGER NOT NULL,
      number INTEGER NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      PRIMARY KEY (chain_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE scanned_accounts (
      chain_id INTEGER NOT NULL,
      account BLOB NOT NULL CHECK (length(account) = 20),
      first_block INTEGER NOT NULL,
      last_block INTEGER NOT NULL,
      PRIMARY KEY (chain_id, account)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE balances (
      chain_id INTEGER NOT NULL,
      account BLOB NOT NULL CHECK (length(account) = 20),
      at INTEGER NOT NULL,
      block_number INTEGER NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (chain_id, account, at)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE contacts (
      address BLOB NOT NULL PRIMARY KEY CHECK (length(address) = 20),
      name TEXT NOT NULL UNIQUE
    ) STRICT;
    """
}
