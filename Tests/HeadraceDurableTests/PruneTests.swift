#if Durable
  import Foundation
  import Headrace
  import HeadraceJournal
  import HeadraceTesting
  import Testing

  @testable import HeadraceDurable

  /// Histories from which old events are removed.
  @Suite struct PruneTests {
    /// Sends an action each second, and puts the entity away after each part.
    private func send(
      _ numbers: ClosedRange<Int>, to id: EntityID = "order/1", in world: World
    ) async throws {
      let worker = try await world.worker()
      for number in numbers {
        try await worker.send(Order.Action.heard(number), to: id)
        await world.clock.advance(by: .seconds(1))
      }
      await worker.putAway(idle: 0)
      await worker.stop()
    }

    /// The kinds of an entity's events, and how many there are.
    private func events(of id: EntityID, in world: World) async throws -> [String] {
      let file = try JournalFile(try await world.journal.history(of: id))
      return try (0..<file.eventCount).map { try file.event(at: $0).kind.rawValue }
    }

    private func date(after seconds: Int) -> Date {
      Date(timeIntervalSince1970: 1_000_000 + Double(seconds))
    }

    /// The checkpoints are those of 0, 10, 20 and 30 seconds.
    @Test(arguments: [
      (0, 0), (1, 0), (10, 0), (11, 11), (20, 11), (21, 22), (30, 22), (31, 33), (1_000, 33),
    ])
    func whatIsBeforeTheLastCheckpointBeforeTheDateIsRemoved(seconds: Int, count: Int) async throws
    {
      let world = try World()
      for part in 0..<3 { try await send(part * 10 + 1...part * 10 + 10, in: world) }
      let before = try await world.journal.summary(of: "order/1")
      #expect(try await events(of: "order/1", in: world).count == 34)
      #expect(try await world.journal.prune(before: date(after: seconds)) == count)
      #expect(try await world.journal.prune(before: date(after: seconds)) == 0)
      let events = try await events(of: "order/1", in: world)
      #expect(events.count == 34 - count)
      #expect(events.first == "checkpoint")
      #expect(try await world.journal.summary(of: "order/1") == before)
      // A replay and a worker continue from it.
      try await send(31...32, in: world)
      let worker = try await world.worker()
      #expect(try await worker.order("order/1").receipts == (1...32).map { "\($0)" })
    }

    @Test func othersKeepTheirs() async throws {
      let world = try World()
      for part in 0..<2 {
        try await send(part * 10 + 1...part * 10 + 10, in: world)
        try await send(1...1, to: "order/2", in: world)
      }
      let stock = try await world.worker()
      try await stock.send(Stock.Action.refill(1), to: "stock/main")
      await stock.putAway(idle: 0)
      await stock.stop()
      let future = date(after: 1_000)
      #expect(try await world.journal.prune(before: future, feature: "other") == 0)
      #expect(try await world.journal.prune(before: future, feature: "stock") == 2)
      #expect(try await events(of: "order/1", in: world).count == 23)
      #expect(try await world.journal.prune(before: future, feature: "order") == 26)
      #expect(try await events(of: "stock/main", in: world) == ["checkpoint"])
    }

    /// An effect in flight, a timer and a message are needed after a takeover.
    @Test func aTakeoverHasAllThatItNeeds() async throws {
      let world = try World()
      try await send(1...10, in: world)
      world.bank.close()
      let first = try await world.worker()
      try await first.send(.remindTapped(seconds: 100))
      try await first.timerIsSet("order/1")
      try await first.send(.placed(["book"]))
      await world.bank.asked(1)
      #expect(try await world.journal.prune(before: date(after: 1_000)) == 11)
      try await world.kill(first)
      let second = try await world.worker()
      await second.search()
      await world.bank.asked(2)
      #expect(world.bank.keys == ["order/1#2", "order/1#2"])
      world.bank.open()
      await world.clock.advance(by: .seconds(100))
      let state = try await second.order("order/1") { $0.status == "shipped" && $0.reminders == 1 }
      #expect(state.receipts == (1...10).map { "\($0)" } + ["receipt of order/1#2"])
    }

    /// Each transaction leaves a history that begins with a checkpoint.
    @Test func aKillInTheMiddleLosesNothing() async throws {
      let database = try ScriptedDatabase()
      let world = World(database: database)
      for number in 1...40 { try await send(number...number, in: world) }
      let counts = LockIsolated(0)
      database.fail(isDone: true) { statement in
        guard statement.sql.hasPrefix("DELETE FROM headrace_journal") else { return false }
        return counts.withValue { count in
          count += 1
          return count > 2
        }
      }
      await #expect(throws: DurableFailure.self) {
        try await world.journal.prune(before: date(after: 1_000))
      }
      let events = try await events(of: "order/1", in: world)
      #expect(events.first == "checkpoint")
      // Of 81 events, 41 are checkpoints.
      #expect(events.count == 27)
      let worker = try await world.worker()
      #expect(try await worker.order("order/1").receipts == (1...40).map { "\($0)" })
      try await worker.send(.heard(41))
      try await world.journal.prune(before: date(after: 1_000))
      #expect(try await self.events(of: "order/1", in: world) == ["checkpoint", "action"])
    }

    /// Its commit is repeated after its events were pruned: nobody knows whether it was done.
    @Test func aCommitWhoseEventsArePrunedMayBeDone() async throws {
      let world = try World()
      try await send(1...10, in: world)
      let journal = world.journal.journal
      var turn = Turn(id: "order/1", epoch: 1, version: 1, sequence: 0)
      turn.events = ["{}"]
      guard case .fenced = try await journal.perform([.append(turn)])[0] else {
        Issue.record("It was not fenced.")
        return
      }
      try await world.journal.prune(before: date(after: 1_000))
      guard case .refused(.database) = try await journal.perform([.append(turn)])[0] else {
        Issue.record("It was fenced.")
        return
      }
    }
  }
#endif
