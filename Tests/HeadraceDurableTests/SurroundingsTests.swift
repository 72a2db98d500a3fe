#if Durable
  import Foundation
  import Headrace
  import HeadraceTesting
  import Testing

  @testable import HeadraceDurable

  /// Databases, clocks and names that nobody wants.
  @Suite struct SurroundingsTests {
    private func makeRuntime(
      _ journal: DurableJournal, _ limits: DurableLimits = DurableLimits(), name: String = "order",
      date: @escaping @Sendable () -> Date = { .now }
    ) async throws(DurableFailure) -> DurableRuntime {
      try await DurableRuntime(journal: journal, limits: limits, date: date) {
        DurableFeature(name, initialState: Order.State.init) { Order() }
      }
    }

    @Test func aDatabaseOfALaterProgramIsLeftAlone() async throws {
      let world = try World()
      _ = try await world.worker()
      try await world.run("DROP TABLE headrace_message")
      try await world.run("INSERT INTO headrace_schema VALUES (2)")
      let failure = DurableFailure.unopened(
        detail: "a later version of Headrace created it, with schema 2; expected 1")
      await #expect(throws: failure) { try await makeRuntime(world.journal) }
      // It has made no table.
      #expect(
        try await world.run("SELECT 1 FROM sqlite_master WHERE name = 'headrace_message'").isEmpty)
    }

    /// It had those of whoever had sent its first action, such as another entity.
    @Test func anEntityHasTheDependenciesOfItsRuntime() async throws {
      let runtime = try await withDependencies {
        $0.bank.pay = { _ in "of the runtime" }
      } operation: {
        try await makeRuntime(.memory())
      }
      try await withDependencies {
        $0.bank.pay = { _ in "of the sender" }
      } operation: {
        try await runtime.send(.placed(["book"]))
      }
      let order = try await runtime.order("order/1") { !$0.receipts.isEmpty }
      #expect(order.receipts == ["of the runtime"])
      await runtime.stop()
    }

    /// Each worker that started created all tables again.
    @Test func tablesAreMadeOnce() async throws {
      let database = try ScriptedDatabase()
      let journal = SQLJournal(database: database)
      let count = LockIsolated(0)
      // No statement fails; those that create something are counted.
      database.fail { statement in
        if statement.sql.hasPrefix("CREATE") { count.withValue { $0 += 1 } }
        return false
      }
      try await journal.prepare()
      #expect(count.value == 8)
      try await journal.prepare()
      #expect(count.value == 8)
      // A program that ended before all of them were made has written no version.
      _ = try await database.transaction {
        try $0.run(["DROP TABLE headrace_worker", "DELETE FROM headrace_schema"].map { .init($0) })
      }
      try await journal.prepare()
      #expect(count.value == 16)
      #expect(try await !journal.renew(worker: "w", seconds: 1))
    }

    @Test(.timeLimit(.minutes(30))) func callsForTheSameEntityShareItsRoom() async throws {
      var world = try World()
      world.limits.entityCountMax = 1
      world.bank.close()
      let runtime = try await world.worker()
      try await runtime.send(Order.Action.placed(["book"]), to: "order/2")
      await world.bank.asked(1)
      async let first: Void = runtime.send(.placed(["pen"]))
      async let second: Void = runtime.send(.heard(1))
      while await runtime.callsNeedingRoom < 2 { await Task.yield() }
      // Only the payment of the second order is answered, so the first one stays in memory.
      world.bank.open()
      world.bank.close()
      try await first
      try await second
      #expect(await runtime.entityCount == 1)
      world.bank.open()
    }

    @Test func aFullDiskLosesNothing() async throws {
      let world = try World()
      let runtime = try await world.worker()
      let count = LockIsolated(0)
      try await world.run("PRAGMA max_page_count = 30")
      let full = DurableFailure.database(detail: "database or disk is full")
      await #expect(throws: full) {
        for number in 1...10_000 {
          try await runtime.send(.heard(number))
          count.setValue(number)
        }
      }
      await #expect(throws: full) {
        try await runtime.send(.placed([String(repeating: "book", count: 100_000)]))
      }
      await runtime.search()
      try await world.run("PRAGMA max_page_count = 1000000")
      try await runtime.send(.heard(0))
      let receipts = try await runtime.order("order/1").receipts
      #expect(receipts == (Array(1...count.value) + [0]).map { "\($0)" })
      #expect(count.value > 10)
    }

    /// Each search failed, so nothing else was found either.
    @Test(arguments: [
      ("a\0b", "the ID has a NUL character"), ("a/b", "it has a slash"),
      (String(repeating: "a", count: 1_000), "the ID is longer than 1,000 bytes"),
    ])
    func aNameThatNoEntityCanHaveIsRefused(name: String, detail: String) async throws {
      let journal = try DurableJournal.memory()
      await #expect(throws: DurableFailure.invalidFeature(name, detail: detail)) {
        try await makeRuntime(journal, name: name)
      }
    }

    /// It was kept in memory for a day, and no other one had room.
    @Test func anEntityIsPutAwayAlthoughTheClockIsSetBack() async throws {
      var limits = DurableLimits()
      limits.entityCountMax = 1
      limits.overflow = .refuse
      // A search that puts the entity away at the same time would leave nothing to put away.
      limits.searchInterval = .seconds(1_000_000)
      let offset = LockIsolated(0.0)
      let runtime = try await makeRuntime(.memory(), limits, date: { .now + offset.value })
      while await runtime.searchCount == 0 { await Task.yield() }
      try await runtime.send(Order.Action.heard(1), to: "order/1")
      offset.setValue(-86_400)
      try await runtime.send(Order.Action.heard(1), to: "order/2")
      #expect(await runtime.entityCount == 1)
      await runtime.stop()
    }

    /// Each sender that was woken looked through all entities for one to put away.
    @Test func manySendersForLittleRoomDoNotAllMakeRoom() async throws {
      var limits = DurableLimits()
      limits.entityCountMax = 50
      let lookCount = LockIsolated(0)
      let runtime = try await makeRuntime(
        .memory(), limits,
        date: {
          lookCount.withValue { $0 += 1 }
          return .now
        })
      try await withThrowingTaskGroup { group in
        for number in 1...600 {
          group.addTask {
            try await runtime.send(Order.Action.heard(1), to: EntityID("order", "\(number)"))
          }
        }
        try await group.waitForAll()
      }
      // Each asks for the time six times on its way.
      #expect(lookCount.value < 6_000, "\(lookCount.value)")
      #expect(await runtime.entityCount <= 50)
      await runtime.stop()
    }

    /// The compiler rejected it: a program's 'main' is on the main actor.
    @MainActor @Test func theMainActorMakesARuntime() async throws {
      let name = "order"
      let runtime = try await DurableRuntime(journal: .memory()) {
        DurableFeature(name, initialState: Order.State.init) { Order() }
      }
      try await runtime.send(Order.Action.heard(1), to: "order/1")
      await runtime.stop()
    }
  }
#endif
