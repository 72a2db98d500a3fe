#if Durable
  import Headrace
  import HeadraceTesting
  import Testing

  @testable import HeadraceDurable

  /// A worker stops, whatever its entities do.
  @Suite(.timeLimit(.minutes(30))) struct StopTests {
    /// It committed what the effect had sent, and the effect sent more meanwhile.
    @Test func aWorkerStopsAlthoughAnEffectSendsWithoutAPause() async throws {
      let world = try World()
      let runtime = try await world.worker {
        Reduce { state, action in
          if case .heard(let number) = action { state.receipts.append("\(number)") }
          guard case .listen = action else { return .none }
          return .run { send in
            var number = 0
            while !Task.isCancelled {
              number += 1
              await send(.heard(number))
            }
          }
        }
      }
      try await runtime.send(.listen)
      _ = try await runtime.order("order/1") { $0.receipts.count > 10 }
      await runtime.stop()
      let summary = try await world.journal.summary(of: "order/1")
      #expect(summary?.isActive == true && summary?.worker == nil)
      // The committed actions have no gaps.
      let receipts = try await runtime.order("order/1").receipts
      #expect(receipts == (1...max(receipts.count, 11)).map { "\($0)" })
    }

    @Test func whatWasDoneBeforeAStopIsCommitted() async throws {
      let database = try GatedDatabase()
      let world = World(database: database)
      let runtime = try await world.worker()
      try await runtime.send(.heard(0))
      database.close()
      async let first: Void = runtime.send(.heard(1))
      await database.waits()
      let stopping = Task { await runtime.stop() }
      database.open()
      await stopping.value
      try await first
      #expect(try await runtime.order("order/1").receipts == ["0", "1"])
    }

    /// The second one returned while the entities were still this worker's.
    @Test func aSecondStopReturnsWithTheFirst() async throws {
      let database = try GatedDatabase()
      let world = World(database: database)
      let runtime = try await world.worker()
      try await runtime.send(.heard(1))
      database.close()
      let first = Task { await runtime.stop() }
      await database.waits()
      let isDone = LockIsolated(false)
      let second = Task {
        await runtime.stop()
        isDone.setValue(true)
      }
      for _ in 0..<100 { await Task.yield() }
      #expect(!isDone.value)
      database.open()
      await first.value
      await second.value
      #expect(try await world.journal.summary(of: "order/1")?.worker == nil)
    }
  }
#endif
