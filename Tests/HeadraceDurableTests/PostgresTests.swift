import Foundation
import Headrace
import Testing

@testable import HeadraceDurable

@Suite(.enabledWithPostgres, .postgres, .serialized) struct PostgresTests {
  private func makeDatabase() async throws -> PostgresTestDatabase {
    try await #require(PostgresServer.current).makeDatabase()
  }

  private func makeWorker(_ url: String, version: Int = 1) async throws -> DurableRuntime {
    var limits = DurableLimits()
    // A worker that must lose its entities must not renew its lease in the meantime.
    limits.lease = .seconds(3600)
    return try await DurableRuntime(journal: .postgres(url), limits: limits) {
      DurableFeature("order", initialState: Order.State.init) { Order() }
      DurableFeature("stock", initialState: Stock.State.init) { Stock() }
      DurableFeature("tally", version: version, initialState: Tally.State.init) { Tally() }
    }
  }

  @Test func anOrderIsPaidAndShipped() async throws {
    let runtime = try await makeWorker(makeDatabase().url)
    try await runtime.send(Order.Action.placed(["book"]), to: "order/17")
    let state = try await runtime.order("order/17") { $0.status == "shipped" }
    #expect(state.receipts == ["receipt of order/17#1"])
    let stock = try await runtime.state(of: "stock/main", as: Stock.State.self)
    #expect(stock == Stock.State(count: 9, reservations: ["17"]))
    let orders = try await runtime.journal.entities(of: "order")
    #expect(orders.map(\.id) == ["order/17"])
    await runtime.stop()
  }

  @Test func anotherWorkerContinues() async throws {
    let database = try await makeDatabase()
    let first = try await makeWorker(database.url)
    try await first.send(Tally.Action.add(1, from: "a"), to: "tally/1")
    await first.stop()
    let second = try await makeWorker(database.url)
    try await second.send(Tally.Action.add(2, from: "a"), to: "tally/1")
    let state = try await second.state(of: "tally/1", as: Tally.State.self)
    #expect(state?.order == ["a": [1, 2]])
    await second.stop()
  }

  @Test func oldEventsAreRemoved() async throws {
    let database = try await makeDatabase()
    let first = try await makeWorker(database.url)
    for number in 1...250 {
      try await first.send(Tally.Action.add(number, from: "a"), to: "tally/1")
    }
    // The checkpoints are those after 0, 100 and 200 actions.
    #expect(try await first.journal.prune(before: .now - 3_600) == 0)
    #expect(try await first.journal.prune(before: .now + 3_600, feature: "tally") == 202)
    try await first.send(Tally.Action.add(251, from: "a"), to: "tally/1")
    await first.stop()
    let second = try await makeWorker(database.url)
    try await second.send(Tally.Action.add(252, from: "a"), to: "tally/1")
    let state = try await second.state(of: "tally/1", as: Tally.State.self)
    #expect(state?.order == ["a": Array(1...252)])
    await second.stop()
  }

  @Test func twoWorkersShareTheirEntities() async throws {
    let database = try await makeDatabase()
    let runtimes = try await [makeWorker(database.url), makeWorker(database.url)]
    let (entityCount, sendCount) = (200, 3)
    let acknowledged = LockIsolated(0)
    try await withThrowingTaskGroup { group in
      for (index, runtime) in runtimes.enumerated() {
        for entity in 0..<entityCount {
          group.addTask {
            for number in 1...sendCount {
              try await runtime.send(
                Tally.Action.add(number, from: "\(index)"), to: EntityID("tally", "\(entity)"))
              acknowledged.withValue { $0 += 1 }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let total = acknowledged.withValue { $0 }
    #expect(total == 2 * entityCount * sendCount)
    var sum = 0
    for entity in 0..<entityCount {
      let state = try await tally(runtimes, entity) { $0.count >= 2 * sendCount }
      sum += state.count
      #expect(state.isInOrder)
    }
    #expect(sum == total)
    for runtime in runtimes { await runtime.stop() }
  }

  /// Returns the state of an entity, once it is as expected.
  private func tally(
    _ runtimes: [DurableRuntime], _ entity: Int, until isExpected: (Tally.State) -> Bool
  ) async throws -> Tally.State {
    while true {
      let state = try await runtimes[0].state(
        of: EntityID("tally", "\(entity)"), as: Tally.State.self)
      if let state, isExpected(state) { return state }
      for runtime in runtimes { await runtime.search() }
    }
  }

  @Test func allThatWaitsIsFoundInParts() async throws {
    let journal = try await DurableJournal.postgres(makeDatabase().url).journal
    try await journal.prepare()
    _ = try await journal.renew(worker: "w", seconds: 1_000)
    let due = (10..<20).map { EntityID("tally", "\($0)") }
    let targets = (20..<30).map { EntityID("tally", "\($0)") }
    _ = try await journal.perform(
      due.map { .claim($0, version: 1, worker: "w", now: 0) }
        + due.enumerated().map { .release($1, epoch: 1, isActive: false, due: Double(100 - $0)) }
        + targets.enumerated().map {
          .message(
            source: "w", sequence: $0, EntityMessage(target: $1, action: "{}"), version: 1)
        })
    var found: [EntityID] = []
    var position: SearchPosition? = SearchPosition()
    while let start = position {
      let part = try await journal.waiting(
        worker: "v", features: ["order": 1, "tally": 1], after: start, limit: 3)
      found += part.ids
      position = part.next
    }
    #expect(found.filter(due.contains) == due.reversed())
    #expect(found.filter(targets.contains) == targets)
  }

  // MARK: - Fencing

  @Test(arguments: [false, true])
  func aWorkerThatLostAnEntityAppendsNothing(isCrashed: Bool) async throws {
    let database = try await makeDatabase()
    let (first, second) = try await (makeWorker(database.url), makeWorker(database.url))
    let journal = first.journal
    try await first.send(Tally.Action.add(1, from: "first"), to: "tally/1")
    let before = try #require(try await journal.summary(of: "tally/1"))
    #expect(before.worker == first.worker)
    if isCrashed { await first.crash() }
    var number = 0
    while try await journal.summary(of: "tally/1")?.worker != second.worker {
      try await journal.journal.renew(worker: first.worker, seconds: 0)
      number += 1
      try await second.send(Tally.Action.add(number, from: "second"), to: "tally/1")
    }
    let taken = try #require(try await journal.summary(of: "tally/1"))
    #expect(taken.epoch > before.epoch)
    await #expect(throws: isCrashed ? DurableFailure.stopped : .fenced("tally/1")) {
      try await first.send(Tally.Action.add(2, from: "first"), to: "tally/1")
    }
    for sequence in [before.eventCount, taken.eventCount] {
      var turn = Turn(id: "tally/1", epoch: before.epoch, version: 1, sequence: sequence)
      turn.events = ["{}"]
      let answers = try await journal.journal.perform([.append(turn)])
      guard case .fenced = answers[0] else {
        Issue.record("appended: \(answers)")
        continue
      }
    }
    #expect(try await journal.summary(of: "tally/1") == taken)
    let state = try await second.state(of: "tally/1", as: Tally.State.self)
    #expect(state?.order["first"] == [1])
    await first.stop()
    await second.stop()
  }

  // MARK: - Lost Connections

  @Test func acknowledgedActionsSurviveLostConnections() async throws {
    let database = try await makeDatabase()
    let runtime = try await makeWorker(database.url)
    let acknowledged = try await send(500, to: runtime) { count in
      if count.isMultiple(of: 100) { try await database.terminateConnections() }
    }
    // All of it can be tried again.
    #expect(acknowledged.count == 500)
    try await expect(acknowledged, in: runtime)
    await runtime.stop()
  }

  @Test func acknowledgedActionsSurviveACrashOfTheServer() async throws {
    let server = try await PostgresServer()
    let runtime = try await makeWorker(server.makeDatabase().url)
    let acknowledged = try await send(300, to: runtime) { count in
      guard count == 150 else { return }
      try server.kill()
      try await server.start()
    }
    #expect(acknowledged.count >= 150)
    try await expect(acknowledged, in: runtime)
    await runtime.stop()
    await server.stop()
  }

  /// Sends numbers to 20 entities concurrently, in order for each.
  ///
  /// - Returns: The numbers that were acknowledged.
  private func send(
    _ count: Int, to runtime: DurableRuntime,
    onAcknowledgement: @escaping @Sendable (_ count: Int) async throws -> Void
  ) async throws -> Set<Int> {
    let acknowledged = LockIsolated<Set<Int>>([])
    try await withThrowingTaskGroup { group in
      for entity in 0..<20 {
        group.addTask {
          for number in stride(from: entity, to: count, by: 20) {
            do {
              try await runtime.send(
                Tally.Action.add(number, from: "a"), to: EntityID("tally", "\(entity)"))
            } catch DurableFailure.database {
              continue
            }
            let count = acknowledged.withValue { numbers in
              numbers.insert(number)
              return numbers.count
            }
            try await onAcknowledgement(count)
          }
        }
      }
      try await group.waitForAll()
    }
    return acknowledged.withValue { $0 }
  }

  /// Expects each acknowledged number once, and no other one twice.
  private func expect(_ acknowledged: Set<Int>, in runtime: DurableRuntime) async throws {
    var found: Set<Int> = []
    for entity in 0..<20 {
      let state = try #require(
        try await runtime.state(of: EntityID("tally", "\(entity)"), as: Tally.State.self))
      #expect(state.counts["a", default: [:]].values.allSatisfy { $0 == 1 })
      #expect(state.isInOrder)
      found.formUnion(state.counts["a", default: [:]].keys)
    }
    #expect(acknowledged.isSubset(of: found))
  }
}
