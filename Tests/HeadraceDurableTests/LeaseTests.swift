#if Durable
  import Testing

  @testable import HeadraceDurable

  /// Defects that `make durable-proof` has found.
  @Suite struct LeaseTests {
    /// After an outage longer than their leases, workers took an entity from each other until it
    /// was set aside as one that ends its program.
    @Test func aWorkerWithoutALeaseTakesNothing() async throws {
      let journal = try DurableJournal.memory().journal
      try await journal.prepare()
      func claim(_ worker: String) async throws -> JournalAnswer {
        try await journal.perform([.claim("order/1", version: 1, worker: worker, now: 0)])[0]
      }
      for worker in ["a", "b", "c", "a", "b", "c"] {
        guard case .refused = try await claim(worker) else {
          Issue.record("'\(worker)' has taken it.")
          return
        }
      }
      try await journal.renew(worker: "a", seconds: 10)
      guard case .claimed = try await claim("a") else {
        Issue.record("A worker with a lease has not taken it.")
        return
      }
      #expect(try await journal.entity("order/1", eventsFrom: .first)?.summary.status == .ready)
    }

    /// It forgot that the entity was its own, so its effects never continued.
    @Test func aWorkerTakesItsEntityAgainWithItsNextLease() async throws {
      let world = try World()
      world.bank.close()
      let runtime = try await world.worker()
      try await runtime.send(.placed(["book"]))
      for isRenewed in [true, false] {
        try await world.expire(runtime)
        if isRenewed { await runtime.renew() } else { await runtime.search() }
        #expect(await runtime.entityCount == 0)
      }
      await runtime.renew()
      await runtime.search()
      #expect(await runtime.entityCount == 1)
    }
  }
#endif
