import ActivityClient
import EthereumPrimitives
import Foundation
import GRDB
import NodeClient
import Testing

@testable import ActivityClientLive

/// The cost of a page: no more rows are read than are returned.
@Suite struct HistoryCostTests {
  private static func plan(
    _ selection: HistoryTable.Selection, _ queue: DatabaseQueue
  ) async throws -> [String] {
    try await queue.read { database in
      try Row.fetchAll(
        database, sql: "EXPLAIN QUERY PLAN " + selection.sql,
        arguments: selection.arguments + [20, 0]
      ).map { $0["detail"] }
    }
  }

  private static func queue(of bench: ActivityBench) throws -> DatabaseQueue {
    guard case .memory(let queue) = bench.database.place else {
      throw JournalFailure.busy
    }
    return queue
  }

  private static let paid = """
    SEARCH payments USING COVERING INDEX payments_by_account \
    (chain_id=? AND sender=? AND is_unresolved=?)
    """
  private static let got = """
    SEARCH received USING COVERING INDEX received_by_account (chain_id=? AND recipient=?)
    """

  @Test func aPageComesOutOfIndexesInItsOrder() async throws {
    let queue = try Self.queue(of: ActivityBench())
    let query = HistoryQuery(account: .alice, chainID: 1337)
    #expect(try await Self.plan(HistoryTable.pending(query), queue) == [Self.paid])
    #expect(
      try await Self.plan(HistoryTable.ended(query), queue)
        == ["MERGE (UNION ALL)", "LEFT", Self.paid, "RIGHT", Self.got])
  }

  @Test func aSearchReadsTheRowsOfTheAccountAloneAndSortsNothing() async throws {
    let queue = try Self.queue(of: ActivityBench())
    let search = ActivitySearch("0xabc", names: [("0xabcdef", .bob)])
    let query = HistoryQuery(account: .alice, chainID: 1337, search: search)
    for selection in [HistoryTable.pending(query), HistoryTable.ended(query)] {
      let plan = try await Self.plan(selection, queue)
      let scans = plan.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }
      #expect(
        scans == ["SCAN transactions USING COVERING INDEX sqlite_autoindex_transactions_1"],
        "hashes are looked through once, in their index: \(plan)")
      #expect(plan.contains { $0.contains("payments_by_account") })
    }
  }

  /// 10,000 lines of an account, three quarters of them payments.
  private static func fill(_ queue: DatabaseQueue) async throws {
    try await queue.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7499)
          INSERT INTO payments (id, chain_id, sender, recipient, value, nonce, holds_nonce, state,
            is_unresolved, is_final, recorded_at, updated_at, is_everything)
          SELECT randomblob(32), 1337, ?, ?, '0x1', i, 1, 'broadcast', i % 100 = 0, 0, i * 1000,
            i * 1000, 0 FROM n
          """, arguments: [Data(Address.alice.bytes), Data(Address.bob.bytes)])
      try database.execute(
        sql: """
          INSERT INTO transactions (payment, role, hash, gas_limit, max_fee, max_tip, raw,
            may_be_known, was_taken)
          SELECT sequence, 'original', id, 21000, '0x1', '0x1', x'', 1, 1 FROM payments
          """)
      try database.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2499)
          INSERT INTO received (chain_id, recipient, sender, value, hash, block_number, block_hash,
            at)
          SELECT 1337, ?, ?, '0x1', randomblob(32), i, zeroblob(32), i * 3000 FROM n
          """, arguments: [Data(Address.alice.bytes), Data(Address.bob.bytes)])
    }
  }

  @Test func unresolvedPaymentsComeFirst() async throws {
    let bench = ActivityBench()
    try await Self.fill(try Self.queue(of: bench))
    let journal = ActivityJournal(bench.database)
    for offset in [0, 20, 980] {
      let query = HistoryQuery(account: .alice, chainID: 1337, offset: offset)
      #expect(try await journal.page(query).count == 20)
    }
    let search = ActivitySearch("0xabcdef01234")
    let found = try await journal.page(
      HistoryQuery(account: .alice, chainID: 1337, search: search))
    #expect(found.isEmpty)
    let pending = try await journal.page(HistoryQuery(account: .alice, chainID: 1337, limit: 76))
    #expect(pending.prefix(75).allSatisfy { $0.payment?.state.isUnresolved == true })
    #expect(pending.last.map { $0.date } == pending.dropFirst(75).map(\.date).max())
  }
}
