import BenchmarkSupport
import Foundation
import HeadraceDurable

/// The rows of durable stores on SQLite; `durable.sh` measures them on PostgreSQL.
actor DurableRows {
  private static let few = 1_000
  private static let many = 100_000

  private let bench: Bench
  private let folder: URL
  /// The last entity to which an action was sent.
  private var last = 0

  init(_ bench: Bench) throws {
    self.bench = bench
    folder = FileManager.default.temporaryDirectory.appending(path: "headrace-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func measure() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Their time is mostly spent on the disk.
    guard bench.mode == .time else { return }
    let journal = try await makeJournal(entityCount: Self.few)
    let runtime = try await Load.runtime(journal)
    await openAll(runtime)
    try await actions(runtime)
    try await manyEntities(runtime)
    await runtime.stop()
    try await memory()
  }

  /// Measures actions beside SQLite's own transaction.
  private func actions(_ runtime: DurableRuntime) async throws {
    let path = folder.appending(path: "bare").path
    try await Load.runtime(.sqlite(path: path)).stop()
    let bare = BareSQLite(path: path)
    let floor = Floor("sqlite3") { count in for _ in 0..<count { bare.commit() } }
    await bench.row("durable action", size: "SQLite", target: .ratio(1.5), floor: floor) { count in
      for _ in 0..<count { await send(to: runtime) }
    }
    await bench.row(
      "durable action", size: "SQLite, 16 senders", target: .ratio(1.5), floor: floor, parts: 16,
      steadiness: .threaded
    ) { count in await send(from: 16, count, to: runtime) }
    await bench.row(
      "durable action", size: "SQLite, 1,024 senders", target: .nanoseconds(1e9 / 15_000),
      floor: floor, parts: 1_024, steadiness: .threaded
    ) { count in await send(from: 1_024, count, to: runtime) }
  }

  /// Measures entities that were not in memory, and actions among many entities.
  private func manyEntities(_ few: DurableRuntime) async throws {
    let size = "SQLite, 100,000 entities"
    guard bench.wants("durable action (\(size))") || bench.wants("cold durable entity") else {
      return
    }
    let many = try await Load.runtime(makeJournal(entityCount: Self.many))
    await openAll(many)
    let floor = Floor("1,000") { [self] count in for _ in 0..<count { await send(to: few) } }
    await bench.row("durable action", size: size, target: .ratio(1.2), floor: floor) { count in
      for _ in 0..<count { await send(to: many) }
    }
    var next = Self.few
    await bench.row(
      "cold durable entity", size: "SQLite", target: .nanoseconds(1_000_000), floor: floor
    ) { count in
      for _ in 0..<count {
        next += 1
        await check { _ = try await many.undecidedEffects(of: "note/\(next)") }
      }
    }
    await many.stop()
  }

  private func memory() async throws {
    let name = "durable entity, memory"
    guard bench.wants("\(name) (active)") || bench.wants("\(name) (idle)") else { return }
    let journal = try await makeJournal(entityCount: Self.many)
    for (size, target, limit) in [("active", 4_096.0, 2 * Self.few), ("idle", 100, 10)] {
      var limits = DurableLimits()
      limits.entityCountMax = limit
      let runtime = try await Load.runtime(journal, limits: limits)
      for number in 0..<100 { await send(to: runtime, number) }
      // Fills SQLite's cache, which doesn't belong to an entity.
      _ = try await journal.entities(limit: Self.many)
      await bench.memory(name, size: size, target: .bytes(target), count: Self.few) {
        for number in Self.few..<(2 * Self.few) { await send(to: runtime, number) }
      }
      await runtime.stop()
    }
  }

  private func makeJournal(entityCount: Int) async throws -> DurableJournal {
    let path = folder.appending(path: "\(UUID())").path
    let journal = try DurableJournal.sqlite(path: path)
    // Creates the tables.
    try await Load.runtime(journal).stop()
    BareSQLite(path: path, entityCount: 0).run(BareSQLite.filling("note", entityCount))
    return journal
  }

  // MARK: - Sending

  /// Opens the entities that receive actions; opening has a row of its own.
  private func openAll(_ runtime: DurableRuntime) async {
    for number in 0..<Self.few { await send(to: runtime, number) }
  }

  private func send(to runtime: DurableRuntime) async {
    last = (last + 1) % Self.few
    await send(to: runtime, last)
  }

  private nonisolated func send(to runtime: DurableRuntime, _ number: Int) async {
    await check { try await runtime.send(Note.Action.change, to: "note/\(number)") }
  }

  /// Sends from many senders at the same time, each to its own entity.
  ///
  /// If there are more than 64 senders, several send to each entity.
  private nonisolated func send(from senders: Int, _ count: Int, to runtime: DurableRuntime) async {
    await withTaskGroup { group in
      for sender in 0..<senders {
        group.addTask { for _ in 0..<count { await self.send(to: runtime, sender % 64) } }
      }
    }
  }

  private nonisolated func check(_ work: () async throws -> Void) async {
    do {
      try await work()
    } catch {
      preconditionFailure("A durable entity can't be used: \(error)")
    }
  }
}
