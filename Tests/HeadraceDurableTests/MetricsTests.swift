#if Metrics
  import Headrace
  import Metrics
  import MetricsTestKit
  import Testing

  @testable import HeadraceDurable

  /// The counts and measurements of a runtime, for swift-metrics.
  @Suite struct MetricsTests {
    private let metrics = TestMetrics()

    private func total(_ name: String, _ feature: String? = nil) throws -> Int64 {
      let dimensions = feature.map { [("feature", $0)] } ?? []
      return try metrics.expectCounter("headrace_durable_\(name)", dimensions).totalValue
    }

    private func measured(_ name: String) throws -> Double? {
      try metrics.expectMeter("headrace_durable_\(name)").lastValue
    }

    private func worker(of world: World) async throws -> DurableRuntime {
      try await withMetricsFactory(metrics) { try await world.worker() }
    }

    @Test func actionsEffectsAndTransactionsAreCountedOnceCommitted() async throws {
      let world = try World()
      world.bank.close()
      let first = try await worker(of: world)
      try await first.send(.placed(["book"]))
      await world.bank.asked(1)
      #expect(try total("actions", "order") == 1)
      #expect(try total("effects_started", "order") == 1)
      #expect(try total("effects_ended", "order") == 0)
      #expect(try total("actions", "stock") == 0)
      try await world.kill(first)
      // A replay and the second start of the effect are not counted.
      let second = try await worker(of: world)
      await second.search()
      await world.bank.asked(2)
      #expect(try total("actions", "order") == 1)
      #expect(try total("effects_started", "order") == 1)
      world.bank.open()
      _ = try await second.order("order/1") { $0.status == "shipped" }
      // Paid, reserved, and what follows from that at once.
      #expect(try total("actions", "order") == 4)
      #expect(try total("actions", "stock") == 1)
      // Its end may follow the answers to its action.
      while try total("effects_ended", "order") == 0 { await Task.yield() }
      #expect(try total("effects_ended", "order") == 1)
      #expect(try metrics.expectTimer("headrace_durable_transactions").values.count > 4)
    }

    @Test func aSearchMeasuresWhatIsInMemory() async throws {
      let world = try World()
      let worker = try await worker(of: world)
      for number in 1...3 {
        try await worker.send(Order.Action.heard(number), to: EntityID("order", "\(number)"))
      }
      await worker.search()
      #expect(try measured("entities") == 3)
      #expect(try measured("waiting_actions") == 0)
    }

    @Test func refusedActionsAreCounted() async throws {
      var world = try World()
      world.limits.entityCountMax = 1
      world.limits.overflow = .refuse
      world.bank.close()
      let worker = try await worker(of: world)
      try await worker.send(.placed(["book"]))
      await #expect(throws: DurableFailure.full("order/2", limit: 1)) {
        try await worker.send(Order.Action.heard(1), to: "order/2")
      }
      #expect(try total("refused", "order") == 1)
      world.bank.open()
    }

    @Test func entitiesThatAreSetAsideAreCountedOnce() async throws {
      let world = try World()
      let first = try await worker(of: world)
      for id in ["order/1", "order/2"] { try await first.send(Order.Action.heard(1), to: "\(id)") }
      await first.stop()
      try await world.run("UPDATE headrace_journal SET event = '{' WHERE entity = 'order/1'")
      try await world.run("UPDATE headrace_entity SET attempts = 5 WHERE id = 'order/2'")
      let second = try await worker(of: world)
      for _ in 1...2 {
        for id in ["order/1", "order/2"] {
          await #expect(throws: DurableFailure.self) {
            try await second.send(Order.Action.heard(2), to: "\(id)")
          }
        }
      }
      #expect(try total("set_aside", "order") == 2)
    }

    @Test func aLostLeaseIsCounted() async throws {
      let world = try World()
      let worker = try await worker(of: world)
      await worker.renew()
      #expect(try total("lease_losses") == 0)
      try await world.expire(worker)
      await worker.renew()
      #expect(try total("lease_losses") == 1)
    }
  }
#endif
