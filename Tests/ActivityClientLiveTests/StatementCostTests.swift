import ActivityClient
import GRDB
import Testing

@testable import ActivityClientLive

/// The costs of a journal's statements.
@Suite struct StatementCostTests {
  /// GRDB's `read` made SQLite compile each statement again at every use, which was most of the
  /// reading time.
  @Test func noStatementIsCompiledAgain() async throws {
    let bench = ActivityBench()
    let client = bench.makeClient()
    let sample = Sample()
    for _ in 0..<3 {
      _ = try await client.payment(.id(sample.id))
      _ = try await client.unresolved()
      _ = try await client.nextNonce(3)
    }
    _ = try await client.record(sample)
    _ = try await client.payment(.id(sample.id))
    _ = try await client.update(sample.id, .handedOver(sample.hash))
    _ = try await client.payment(.id(sample.id))
    guard case .memory(let queue) = bench.database.place else { return }
    // Debian's SQLite has this table; others may not.
    let counts = try await queue.writeWithoutTransaction { database in
      let modules = try String.fetchAll(database, sql: "SELECT name FROM pragma_module_list")
      guard modules.contains("sqlite_stmt") else { return [Int]?.none }
      return try Int.fetchAll(database, sql: "SELECT reprep FROM sqlite_stmt")
    }
    guard let counts else { return }
    #expect(counts.count > 6)
    #expect(counts.allSatisfy { $0 == 0 })
  }
}
