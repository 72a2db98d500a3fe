import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB

/// The payments, receipts and balances of accounts, accessed within a transaction of the caller.
struct HistoryTable {
  let database: Database

  // MARK: - Pages

  /// Returns the lines of a page, unfinished payments first, then newest first.
  func page(_ query: HistoryQuery) throws -> [ActivityLine] {
    let (offset, limit) = (max(0, query.offset), max(0, query.limit))
    let pending = Self.pending(query)
    let lines = try rows(pending, limit: limit, offset: offset)
    if lines.count == limit { return lines }
    let count = "SELECT count(*) FROM (\(pending.sql))"
    let pendingCount =
      try Int.fetchOne(
        database.cachedStatement(sql: count),
        arguments: Self.paged(pending.arguments, limit: -1, offset: 0)) ?? 0
    let others = try rows(
      Self.ended(query), limit: limit - lines.count, offset: max(0, offset - pendingCount))
    return lines + others
  }

  /// A statement that ends with a limit and an offset, and the arguments before these two.
  typealias Selection = (sql: String, arguments: StatementArguments)

  /// Returns the rows of payments whose end is unknown.
  static func pending(_ query: HistoryQuery) -> Selection {
    let found = query.search.map { HistorySearch.paid($0) }
    let sql = """
      SELECT 0 AS kind, sequence AS ref, recorded_at AS at FROM payments
      WHERE chain_id = ? AND sender = ? AND is_unresolved = 1\(found?.sql ?? "")
      ORDER BY at DESC, ref DESC LIMIT ? OFFSET ?
      """
    var arguments = key(query.chainID, query.account)
    if let found { arguments += found.arguments }
    return (sql, arguments)
  }

  /// Returns the rows of all other payments, and of received ones; each half is in the order of an
  /// index, so only returned and skipped rows are read.
  static func ended(_ query: HistoryQuery) -> Selection {
    let paid = query.search.map { HistorySearch.paid($0) }
    let got = query.search.map { HistorySearch.got($0) }
    let sql = """
      SELECT 0 AS kind, sequence AS ref, recorded_at AS at FROM payments
      WHERE chain_id = ? AND sender = ? AND is_unresolved = 0\(paid?.sql ?? "")
      UNION ALL
      SELECT 1, sequence, at FROM received
      WHERE chain_id = ? AND recipient = ?\(got?.sql ?? "")
      ORDER BY at DESC, ref DESC LIMIT ? OFFSET ?
      """
    var arguments = key(query.chainID, query.account)
    if let paid { arguments += paid.arguments }
    arguments += key(query.chainID, query.account)
    if let got { arguments += got.arguments }
    return (sql, arguments)
  }

  private static func paged(
    _ arguments: StatementArguments, limit: Int, offset: Int
  ) -> StatementArguments {
    var arguments = arguments
    arguments += [limit, offset]
    return arguments
  }

  private func rows(_ selection: Selection, limit: Int, offset: Int) throws -> [ActivityLine] {
    let payments = PaymentTable(database: database)
    return try Row.fetchAll(
      database.cachedStatement(sql: selection.sql),
      arguments: Self.paged(selection.arguments, limit: limit, offset: offset)
    ).map { row in
      let sequence: Int64 = row["ref"]
      guard row["kind"] == 0 else { return .received(try received(sequence)) }
      guard let stored = try payments.payments(where: "sequence = ?", [sequence]).first else {
        throw PaymentText.Unreadable()
      }
      return .payment(stored.payment)
    }
  }

  private func received(_ sequence: Int64) throws -> ReceivedPayment {
    let sql = "SELECT * FROM received WHERE sequence = ?"
    guard
      let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [sequence])
    else { throw PaymentText.Unreadable() }
    return ReceivedPayment(
      chainID: ChainID(rawValue: UInt64(bitPattern: row["chain_id"])),
      from: try PaymentTable.address(row["sender"]), to: try PaymentTable.address(row["recipient"]),
      value: try PaymentTable.wei(row["value"]),
      transactionHash: try PaymentTable.hash(row["hash"]),
      blockNumber: UInt64(bitPattern: row["block_number"]),
      blockHash: try PaymentTable.hash(row["block_hash"]), date: PaymentTable.date(row["at"]))
  }

  // MARK: - Balances

  func balances(_ account: Address, _ chainID: ChainID) throws -> [BalanceSample] {
    let sql = """
      SELECT at, block_number, value FROM balances WHERE chain_id = ? AND account = ?
      ORDER BY at DESC LIMIT \(BalanceSample.countMax)
      """
    return try Row.fetchAll(
      database.cachedStatement(sql: sql), arguments: Self.key(chainID, account)
    ).reversed().map { row in
      BalanceSample(
        balance: try PaymentTable.wei(row["value"]),
        blockNumber: UInt64(bitPattern: row["block_number"]), date: PaymentTable.date(row["at"]))
    }
  }

  /// Adds a balance, and removes those beyond the newest ones that are kept.
  func note(_ sample: BalanceSample, _ account: Address, _ chainID: ChainID) throws {
    let key = Self.key(chainID, account)
    try execute(
      """
      INSERT OR REPLACE INTO balances (chain_id, account, at, block_number, value)
      VALUES (?, ?, ?, ?, ?)
      """,
      key + [
        PaymentTable.milliseconds(sample.date), Int64(bitPattern: sample.blockNumber),
        JournalText.text(sample.balance),
      ])
    try execute(
      """
      DELETE FROM balances WHERE chain_id = ? AND account = ? AND at < (
        SELECT at FROM balances WHERE chain_id = ? AND account = ?
        ORDER BY at DESC LIMIT 1 OFFSET \(BalanceSample.countMax - 1))
      """, key + key)
  }

  // MARK: - Scanned Blocks

  func scanned(_ chainID: ChainID) throws -> ScannedBlocks {
    let chain: StatementArguments = [Int64(bitPattern: chainID.rawValue)]
    var scanned = ScannedBlocks()
    let blocks = "SELECT number, hash FROM scanned_blocks WHERE chain_id = ? ORDER BY number DESC"
    for row in try Row.fetchAll(database.cachedStatement(sql: blocks), arguments: chain) {
      scanned.blocks.append(
        .init(number: UInt64(bitPattern: row["number"]), hash: try PaymentTable.hash(row["hash"])))
    }
    if scanned.blocks.last?.number == 0 { scanned.genesis = scanned.blocks.removeLast().hash }
    let accounts = """
      SELECT account, first_block, last_block FROM scanned_accounts WHERE chain_id = ?
      """
    for row in try Row.fetchAll(database.cachedStatement(sql: accounts), arguments: chain) {
      let (first, last) = (
        UInt64(bitPattern: row["first_block"]), UInt64(bitPattern: row["last_block"])
      )
      guard first <= last else { throw PaymentText.Unreadable() }
      scanned.accounts[try PaymentTable.address(row["account"])] = first...last
    }
    return scanned
  }

  /// Writes the findings of blocks without a gap.
  func add(_ batch: ScannedBatch, at now: Date) throws {
    guard let first = batch.blocks.first, let last = batch.blocks.last else { return }
    let chainID = Int64(bitPattern: batch.chainID.rawValue)
    for received in batch.received {
      try execute(
        """
        INSERT OR IGNORE INTO received (chain_id, recipient, sender, value, hash, block_number,
          block_hash, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          chainID, Data(received.to.bytes), Data(received.from.bytes),
          JournalText.text(received.value), Data(received.transactionHash.bytes),
          Int64(bitPattern: received.blockNumber), Data(received.blockHash.bytes),
          PaymentTable.milliseconds(min(received.date, now)),
        ])
    }
    for block in [batch.genesis] + batch.blocks {
      try execute(
        "INSERT OR REPLACE INTO scanned_blocks (chain_id, number, hash) VALUES (?, ?, ?)",
        [chainID, Int64(bitPattern: block.number), Data(block.hash.bytes)])
    }
    try execute(
      """
      DELETE FROM scanned_blocks WHERE chain_id = ? AND number > 0 AND number <= (
        SELECT max(number) FROM scanned_blocks WHERE chain_id = ?) - \(ScannedBlocks.countMax)
      """, [chainID, chainID])
    let known = try scanned(batch.chainID).accounts
    for account in batch.accounts {
      var range = first.number...last.number
      if let before = known[account], before.upperBound >= first.number - 1 {
        guard before.upperBound < last.number else { continue }
        range = before.lowerBound...last.number
      }
      try execute(
        """
        INSERT OR REPLACE INTO scanned_accounts (chain_id, account, first_block, last_block)
        VALUES (?, ?, ?, ?)
        """,
        [
          chainID, Data(account.bytes), Int64(bitPattern: range.lowerBound),
          Int64(bitPattern: range.upperBound),
        ])
    }
  }

  /// Removes the findings of blocks after a number, which are no longer part of the chain.
  ///
  /// - Returns: True if a line was removed.
  func rollBack(_ chainID: ChainID, to number: UInt64) throws -> Bool {
    let arguments: StatementArguments = [
      Int64(bitPattern: chainID.rawValue), Int64(bitPattern: number),
    ]
    try execute("DELETE FROM received WHERE chain_id = ? AND block_number > ?", arguments)
    let hasChanged = database.changesCount > 0
    try execute("DELETE FROM scanned_blocks WHERE chain_id = ? AND number > ?", arguments)
    try execute("DELETE FROM scanned_accounts WHERE chain_id = ? AND first_block > ?", arguments)
    try execute(
      "UPDATE scanned_accounts SET last_block = min(last_block, ?2) WHERE chain_id = ?1", arguments)
    return hasChanged
  }

  /// Removes everything about a chain, after a chain with the same id was restarted.
  ///
  /// - Returns: True if a line was removed.
  func forget(_ chainID: ChainID) throws -> Bool {
    let chain: StatementArguments = [Int64(bitPattern: chainID.rawValue)]
    try execute("DELETE FROM received WHERE chain_id = ?", chain)
    let hasChanged = database.changesCount > 0
    try execute("DELETE FROM scanned_blocks WHERE chain_id = ?", chain)
    try execute("DELETE FROM scanned_accounts WHERE chain_id = ?", chain)
    try execute("DELETE FROM balances WHERE chain_id = ?", chain)
    return hasChanged
  }

  private static func key(_ chainID: ChainID, _ account: Address) -> StatementArguments {
    [Int64(bitPattern: chainID.rawValue), Data(account.bytes)]
  }

  private func execute(_ sql: String, _ arguments: StatementArguments) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
