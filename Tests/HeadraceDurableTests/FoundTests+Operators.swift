#if Durable
  import Headrace
  import HeadraceTesting
  import Testing

  @testable import HeadraceDurable

  /// Defects that the simulated worlds with operators and several versions have found.
  @Suite struct FoundWithOperatorsTests {
    /// It waited until the entity was unloaded, and that waited for the decision of the caller.
    @Test func aCallForAnEntityThatWasOpenedInTheMeantimeWaitsForNoRoom() async throws {
      var world = try World()
      world.limits.entityCountMax = 1
      world.bank.close()
      let (first, second) = (try await world.worker(), try await world.worker())
      try await first.send(Order.Action.askTapped, to: "order/2")
      await world.bank.asked(1)
      try await second.send(.placed(["book"]))
      await world.bank.asked(2)
      try await world.kill(first)
      let undecided = Task { try await second.undecidedEffects(of: "order/2") }
      while await second.waitingForRoom.isEmpty { await Task.yield() }
      world.bank.open()
      while await second.slots["order/2"] == nil { await second.search() }
      #expect(try await undecided.value.map(\.key) == ["order/2#1"])
    }

    /// It had a checkpoint to commit, and nothing that would commit it.
    @Test func aNewEntityThatWasOnlyOpenedIsPutAway() async throws {
      var world = try World()
      world.limits.entityCountMax = 1
      world.limits.overflow = .refuse
      let runtime = try await world.worker()
      #expect(try await runtime.withEntity("order/1") { $0.epoch } == 1)
      try await runtime.send(Order.Action.heard(2), to: "order/2")
      #expect(try await world.journal.summary(of: "order/1")?.eventCount == 0)
      try await runtime.send(.heard(1))
      #expect(try await runtime.order("order/1").receipts == ["1"])
    }

    /// Returns a worker with an effect that waits for a decision.
    private func makeUndecided(_ world: World) async throws -> DurableRuntime {
      world.bank.close()
      let first = try await world.worker()
      try await first.send(.askTapped)
      await world.bank.asked(1)
      try await world.kill(first)
      world.bank.open()
      let second = try await world.worker()
      #expect(try await second.undecidedEffects(of: "order/1").count == 1)
      return second
    }

    /// The decision was removed, and then there was no entity to receive it.
    @Test func aDecisionIsKeptIfTheEntityIsClosedMeanwhile() async throws {
      let world = try World()
      let runtime = try await makeUndecided(world)
      try await world.journal.decide("order/1", effect: 1, .restart)
      guard case .open(let entity)? = await runtime.slots["order/1"],
        let feature = await runtime.features["order"]
      else { throw EntityClosed() }
      await entity.drop()
      await #expect(throws: EntityClosed.self) {
        try await runtime.giveMessages(to: entity, "order/1", feature)
      }
      // The first search finds the closed entity once more.
      for _ in 1...2 { await runtime.search() }
      #expect(try await runtime.undecidedEffects(of: "order/1").isEmpty)
    }

    /// The decision that the worker had read came back instead.
    @Test func theLastDecisionIsKept() async throws {
      let world = try World()
      let runtime = try await makeUndecided(world)
      try await world.journal.decide("order/1", effect: 1, .restart)
      let read = try await world.journal.journal.messages(for: "order/1", after: nil, limit: 1)
      try await world.journal.decide("order/1", effect: 1, .fail)
      guard case .open(let entity)? = await runtime.slots["order/1"] else { throw EntityClosed() }
      await entity.drop()
      await #expect(throws: EntityClosed.self) { try await runtime.apply(read[0], to: entity) }
      let order = try await runtime.order("order/1") { $0.status != "new" }
      #expect(order.status == "EffectInterrupted")
    }

    /// The connection was lost after the decision had been removed.
    @Test func aDecisionIsKeptIfItIsUnknownWhetherItWasRemoved() async throws {
      let database = try ScriptedDatabase()
      let world = World(database: database)
      let runtime = try await makeUndecided(world)
      try await world.journal.decide("order/1", effect: 1, .restart)
      database.fail(isDone: true) { $0.sql.contains("RETURNING action") }
      await runtime.search()
      #expect(try await runtime.undecidedEffects(of: "order/1").count == 1)
      await runtime.search()
      #expect(try await runtime.undecidedEffects(of: "order/1").isEmpty)
    }

    /// The message was committed, but could not be read; the sender's next action overtook it.
    @Test func anActionWaitsForAMessageOfItsSenderThatCouldNotBeRead() async throws {
      let database = try ScriptedDatabase()
      let world = World(database: database)
      let runtime = try await world.worker()
      try await runtime.send(.heard(1))
      _ = try await world.run(
        """
        INSERT INTO headrace_message (source, sequence, target, version, action)
        VALUES ('worker:w', 1, 'order/1', 1, '{"heard":{"_0":2}}')
        """)
      database.fail { $0.sql.hasPrefix("SELECT source, sequence, action, version") }
      await runtime.deliver(to: "order/1", isAwaited: true)
      try await runtime.send(.heard(3))
      #expect(try await runtime.order("order/1").receipts == ["1", "2", "3"])
    }

    /// They were told that the runtime had stopped.
    @Test func sendersToAnEntityThatIsSetAsideReceiveTheReason() async throws {
      try await explore(schedules: 300) {
        let world = World(database: try ScriptedDatabase())
        let runtime = try await world.worker(waitsForSearch: false)
        try await runtime.send(.heard(0))
        let message = EntityMessage(target: "order/1", action: "{\"unknown\":{}}")
        _ = try await world.journal.journal.perform([
          .message(source: "order/9", sequence: 1, message, version: 1)
        ])
        await withTaskGroup { group in
          group.addTask { await runtime.deliver(to: "order/1") }
          for number in 1...3 {
            group.addTask {
              do {
                try await runtime.send(.heard(number))
              } catch DurableFailure.setAside("order/1", _) {
              } catch DurableFailure.fenced("order/1") {
                // Its commit was in progress.
              } catch {
                Issue.record("\(error)")
              }
            }
          }
        }
        await runtime.crash()
      }
    }
  }
#endif
