import Foundation
import Headrace
import HeadraceTesting
import Testing

@testable import HeadraceDurable

/// The results of a search, and their order.
@Suite struct SearchTests {
  /// Makes entities that sleep, are unloaded, and are due one second after each other.
  private func makeSleepers(_ count: Int, _ world: World, _ runtime: DurableRuntime) async throws {
    try await runtime.send(.remindTapped(seconds: 100))
    try await runtime.timerIsSet("order/1")
    await world.clock.advance(by: .seconds(31))
    while await runtime.entityCount > 0 { await runtime.search() }
    let numbers = """
      WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      """
    _ = try await world.run(
      """
      \(numbers) INSERT INTO headrace_entity SELECT 'order/' || i, feature, version, epoch, worker,
      sequence, checkpoint, active, due - i, start, attempts, status, reason
      FROM headrace_entity, n WHERE id = 'order/1'
      """)
    _ = try await world.run(
      """
      \(numbers) INSERT INTO headrace_journal SELECT 'order/' || i, sequence, epoch, version, event
      FROM headrace_journal, n WHERE entity = 'order/1'
      """)
  }

  @Test func allThatIsDueIsFoundInParts() async throws {
    let world = try World()
    let runtime = try await world.worker()
    try await makeSleepers(1_000, world, runtime)
    await runtime.search()
    #expect(await runtime.entityCount == 1_000)
  }

  @Test func aBurstOfTimersKeepsTheLimitAndLeavesNobodyOut() async throws {
    var world = try World()
    world.limits.entityCountMax = 20
    let runtime = try await world.worker()
    try await makeSleepers(300, world, runtime)
    await world.clock.advance(by: .seconds(69))
    let reminded = "SELECT COUNT(*) FROM headrace_journal WHERE event LIKE '%\"reminded\"%'"
    while try await world.run(reminded)[0][0].integer ?? 0 < 300 {
      await runtime.search()
      #expect(await runtime.entityCount <= 20)
    }
  }

  @Test func earliestTimersAreFoundFirst() async throws {
    let world = try World()
    let runtime = try await world.worker()
    try await makeSleepers(10, world, runtime)
    // One of them is due too.
    for (number, key) in ["new3", "new1", "10", "new2"].enumerated() {
      let message = EntityMessage(target: EntityID("order", key), action: "{}")
      _ = try await world.journal.journal.perform([
        .message(source: "w", sequence: number, message, version: 1)
      ])
    }
    var found: [String] = []
    var position: SearchPosition? = SearchPosition()
    while let start = position {
      let part = try await world.journal.journal.waiting(
        worker: "other", features: ["order": 1], after: start, limit: 2)
      #expect(part.ids.count <= 4)
      found += part.ids.map(\.key)
      position = part.next
    }
    // The due entities and the messages are searched together.
    #expect(found.filter { Int($0) != nil } == (1...10).reversed().map { "\($0)" })
    #expect(found.filter { Int($0) == nil } == ["new1", "new2", "new3"])
  }

  /// All entities in flight were set aside with the one that ended the program.
  @Test func onlyTheEntityThatEndsItsProgramIsSetAside() async throws {
    let world = try World()
    world.bank.close()
    let ids = (1...5).map { EntityID("order", "\($0)") }
    var worker = try await world.worker()
    for id in ids { try await worker.send(Order.Action.placed(["book"]), to: id) }
    await world.bank.asked(5)
    while try await world.journal.entities(status: .aside).isEmpty {
      let start = world.bank.keys.count
      let next = try await world.worker()
      try await world.kill(worker)
      worker = next
      while !world.bank.keys[start...].contains("order/3#1") {
        await worker.search()
        if try await world.journal.summary(of: "order/3")?.status == .aside { break }
        await world.bank.asked(start + worker.entityCount)
      }
    }
    try await world.kill(worker)
    #expect(try await world.journal.entities(status: .aside).map(\.id) == ["order/3"])
    world.bank.open()
    worker = try await world.worker()
    for id in ids where id.key != "3" {
      #expect(try await worker.order(id) { $0.status == "shipped" }.items == ["book"])
    }
  }

  /// The first entity that a search opened alone was set aside after three more kills.
  @Test func killsFromOutsideSetNothingAside() async throws {
    let world = try World()
    world.bank.close()
    let ids = (1...20).map { EntityID("order", "\($0)") }
    var worker = try await world.worker()
    for id in ids { try await worker.send(Order.Action.placed(["book"]), to: id) }
    for kill in 1...40 {
      let next = try await world.worker()
      try await world.kill(worker)
      worker = next
      await worker.search()
      try await worker.send(Order.Action.heard(kill), to: ids[kill % ids.count])
    }
    world.bank.open()
    for (index, id) in ids.enumerated() {
      let order = try await worker.order(id) { $0.receipts.count == 3 }
      let first = index == 0 ? 20 : index
      #expect(Set(order.receipts.compactMap { Int($0) }) == [first, first + 20])
    }
    #expect(try await world.journal.entities(status: .aside).isEmpty)
  }

  /// An effect that takes long counted as suspect after two kills, however long it had run.
  @Test func anEntityThatOutlivesASearchIsNoSuspect() async throws {
    let world = try World()
    world.bank.close()
    var worker = try await world.worker()
    try await worker.send(.placed(["book"]))
    for _ in 1...3 {
      let next = try await world.worker()
      try await world.kill(worker)
      worker = next
      await worker.search()
      #expect(try await attempts(world) == 1)
      await worker.search()
      #expect(try await attempts(world) == 0)
    }
  }

  /// A confirmation that failed was never tried again.
  @Test func aConfirmationThatFailsIsTriedAgain() async throws {
    let database = try ScriptedDatabase()
    let world = World(database: database)
    world.bank.close()
    let first = try await world.worker()
    try await first.send(.placed(["book"]))
    let second = try await world.worker()
    try await world.kill(first)
    await second.search()
    database.fail { $0.sql.contains("SET sequence") }
    await second.search()
    #expect(try await attempts(world) == 1)
    await second.search()
    #expect(try await attempts(world) == 0)
    #expect(await second.opened.isEmpty)
  }

  /// Each search opened one, so that a thousand took eight minutes.
  @Test func manySuspectsAreOpenedInFewSearches() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    for number in 1...100 {
      try await first.send(Order.Action.placed(["book"]), to: EntityID("order", "\(number)"))
    }
    try await world.kill(first)
    try await world.run("UPDATE headrace_entity SET attempts = \(SQLJournal.suspectCountMin)")
    let second = try await world.worker()
    for count in [1, 3, 7, 15, 31, 63, 100] {
      #expect(await second.entityCount == count)
      await second.search()
    }
    #expect(try await world.run("SELECT 1 FROM headrace_entity WHERE attempts > 0").isEmpty)
  }

  /// Of several suspects that were opened together, one ends the program.
  @Test func aSuspectThatWasOpenedWithOthersIsOpenedAlone() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    for number in 1...3 {
      try await first.send(Order.Action.placed(["book"]), to: EntityID("order", "\(number)"))
    }
    try await world.kill(first)
    let count = SQLJournal.suspectCountMin
    try await world.run("UPDATE headrace_entity SET attempts = \(count + 1)")
    try await world.run("UPDATE headrace_entity SET attempts = \(count) WHERE id = 'order/3'")
    let second = try await world.worker()
    var opened: [[EntityID]] = []
    for _ in 1...3 {
      opened.append(await second.slots.keys.sorted())
      await second.search()
    }
    #expect(
      opened == [["order/3"], ["order/1", "order/3"], ["order/1", "order/2", "order/3"]])
  }

  @Test func anActionForASuspectWaitsUntilItIsOpenedAlone() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(.heard(1))
    try await world.kill(first)
    try await world.run("UPDATE headrace_entity SET attempts = \(SQLJournal.suspectCountMin)")
    let second = try await world.worker()
    try await second.send(.heard(2))
    #expect(try await world.run("SELECT COUNT(*) FROM headrace_message") == [[.integer(1)]])
    #expect(await second.entityCount == 0)
    #expect(try await second.order("order/1") { $0.receipts.count == 2 }.receipts == ["1", "2"])
    #expect(try await attempts(world) == 0)
  }

  private func attempts(_ world: World) async throws -> Int? {
    try await world.run("SELECT attempts FROM headrace_entity WHERE id = 'order/1'")[0][0].integer
  }
}

extension World {
  /// Runs SQL in the database.
  @discardableResult func run(_ sql: String) async throws -> [[SQLValue]] {
    guard let journal = journal.journal as? SQLJournal else { return [] }
    return try await journal.database.transaction { try $0.run([SQLStatement(sql)]) }[0].rows
  }
}
