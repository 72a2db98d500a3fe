import Headrace
import Testing

@testable import HeadraceDurable

/// Problems that users of other systems have reported, named after the threads.
@Suite struct ReportTests {
  /// A workflow with an empty id was never recovered, and run again at each attempt.
  @Test(arguments: ["", " ", "a/b", "한글", "'; DROP TABLE headrace_entity; --"])
  func dbosPy759AnyKeyIsContinuedAsItself(key: String) async throws {
    let world = try World()
    world.bank.close()
    let id = EntityID("order", key)
    let first = try await world.worker()
    try await first.send(Order.Action.placed(["book"]), to: id)
    await world.bank.asked(1)
    try await world.kill(first)
    world.bank.open()
    let second = try await world.worker()
    #expect(try await second.order(id) { $0.status == "shipped" }.items == ["book"])
    #expect(world.bank.keys == ["\(id)#1", "\(id)#1"])
    let entities = try await world.journal.entities(of: "order")
    #expect(entities.map(\.id) == [id])
  }

  /// A second recovery had an outdated list of entities to recover, and ran some that were not its
  /// own.
  @Test func dbosPy742TwoWorkersThatRecoverTheSameRunItOnce() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    try await first.send(Stock.Action.refill(100), to: "stock/main")
    for number in 1...20 {
      try await first.send(Order.Action.placed(["book"]), to: "order/\(number)")
    }
    await world.bank.asked(20)
    try await world.kill(first)
    let workers = [try await world.worker(), try await world.worker(), try await world.worker()]
    await withTaskGroup { group in
      for worker in workers { group.addTask { await worker.search() } }
    }
    await world.bank.asked(40)
    world.bank.open()
    for number in 1...20 {
      let id: EntityID = "order/\(number)"
      while try await workers[0].state(of: id, as: Order.State.self)?.status != "shipped" {
        for worker in workers { await worker.search() }
      }
    }
    #expect(world.bank.keys.count == 40)
    for entity in try await world.journal.entities(of: "order") { #expect(entity.epoch == 2) }
  }

  /// A second workflow with the same id replaced the first one, which was not recovered.
  @Test func dbosTs725ASecondStartIsAnActionOfTheFirst() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    try await first.send(.placed(["book"]))
    try await first.send(.placed(["pen"]))
    await #expect(throws: DurableFailure.self) {
      try await first.send(Stock.Action.refill(1), to: "order/1")
    }
    await world.bank.asked(2)
    try await world.kill(first)
    world.bank.open()
    let second = try await world.worker()
    let state = try await second.order("order/1") { $0.receipts.count == 2 }
    #expect(state.items == ["book", "pen"])
    #expect(Set(world.bank.keys) == ["order/1#1", "order/1#2"])
  }

  /// Two executions of one workflow both continued, because only the step's result was compared.
  @Test func dbosTs1205OneOfTwoOwnersContinues() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(.heard(0))
    try await world.expire(first)
    let second = try await world.worker()
    try await second.send(.heard(1))
    // The same action, with the same number, on both.
    let one = Task { try await first.send(.heard(2)) }
    let other = Task { try await second.send(.heard(2)) }
    await #expect(throws: DurableFailure.fenced("order/1")) { try await one.value }
    try await other.value
    #expect(try await second.order("order/1").receipts == ["0", "1", "2"])
  }

  /// The database became unavailable during a recovery, and the list of entities to recover was
  /// lost.
  @Test func dbosPy716AFailedRecoveryIsTriedAgain() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker()
    try await first.send(.placed(["book"]))
    await world.bank.asked(1)
    let journal = FailingJournal(journal: world.journal.journal)
    let second = try await world.worker(journal: DurableJournal(journal: journal))
    try await world.kill(first)
    world.bank.open()
    journal.isFailing.setValue(true)
    await second.search()
    #expect(world.bank.keys.count == 1)
    journal.isFailing.setValue(false)
    #expect(try await second.order("order/1") { $0.status == "shipped" }.items == ["book"])
  }

  // MARK: - Two Owners

  /// Calls with the id of a workflow that was still running ran all its steps again.
  @Test func dbosPy544ConcurrentStartsRunOneEffect() async throws {
    let world = try World()
    world.bank.close()
    let workers = [
      try await world.worker(Self.startedOnce), try await world.worker(Self.startedOnce),
    ]
    try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask { try await workers[number % 2].send(.placed(["book"])) }
      }
      try await group.waitForAll()
    }
    world.bank.open()
    #expect(try await shippedOrder(workers).items == ["book"])
    #expect(world.bank.keys == ["order/1#1"])
    #expect(try await world.journal.summary(of: "order/1")?.epoch == 1)
  }

  /// A workflow that was started again while it waited ran a second time beside the first.
  @Test func dbosJava226AStartDuringARunStartsNothing() async throws {
    let world = try World()
    world.bank.close()
    let first = try await world.worker(Self.startedOnce)
    try await first.send(.placed(["book"]))
    await world.bank.asked(1)
    try await first.send(.placed(["pen"]))
    try await world.kill(first)
    let workers = [
      try await world.worker(Self.startedOnce), try await world.worker(Self.startedOnce),
    ]
    for worker in workers { try await worker.send(.placed(["lamp"])) }
    await world.bank.asked(2)
    world.bank.open()
    #expect(try await shippedOrder(workers).items == ["book"])
    #expect(world.bank.keys == ["order/1#1", "order/1#1"])
  }

  /// The recovery with which a program begins ran a workflow that the program was already running.
  @Test func dbosJava491ASearchDoesNotStartWhatRuns() async throws {
    let world = try World()
    world.bank.close()
    let ids = (1...20).map { EntityID("order", "\($0)") }
    var workers: [DurableRuntime] = []
    for (number, id) in ids.enumerated() {
      let worker = try await world.worker()
      workers.append(worker)
      try await withThrowingTaskGroup { group in
        group.addTask { await worker.search() }
        group.addTask { try await worker.send(Order.Action.placed(["book"]), to: id) }
        group.addTask { await worker.search() }
        try await group.waitForAll()
      }
      await worker.search()
      await world.bank.asked(number + 1)
    }
    #expect(world.bank.keys == ids.map { "\($0)#1" })
    for entity in try await world.journal.entities(of: "order") { #expect(entity.epoch == 1) }
    world.bank.open()
  }

  /// Two hosts of a stable cluster ran the same grain at the same time.
  @Test func orleans9855OneWorkerOfAStableClusterRunsAnEntity() async throws {
    let world = try World()
    let workers = [try await world.worker(), try await world.worker(), try await world.worker()]
    try await withThrowingTaskGroup { group in
      for number in 0..<300 {
        let id = EntityID("order", "\(number % 10)")
        group.addTask { try await workers[number % 3].send(Order.Action.heard(number), to: id) }
      }
      try await group.waitForAll()
    }
    while try await !world.run("SELECT 1 FROM headrace_message LIMIT 1").isEmpty {
      for worker in workers { await worker.search() }
    }
    var entityCount = 0
    for worker in workers { entityCount += await worker.entityCount }
    #expect(entityCount == 10)
    for entity in try await world.journal.entities(of: "order") {
      #expect(entity.epoch == 1)
      let receipts = try await workers[0].order(entity.id).receipts.compactMap { Int($0) }
      #expect(receipts.sorted() == Array(stride(from: Int(entity.id.key) ?? 0, to: 300, by: 10)))
    }
  }

  // MARK: - Replays

  /// Tracing drew from a workflow's random numbers for requests that are not replayed, so that a
  /// replay generated other ids.
  @Test func temporalTs2023AReplayGeneratesTheSameIDs() async throws {
    let world = try World()
    let code: @Sendable () -> Reduce<Order.State, Order.Action> = {
      Reduce { state, _ in
        @Dependency(\.uuid) var uuid
        state.receipts.append("\(uuid())")
        return .none
      }
    }
    let watcher = OrderWatcher(seen: LockIsolated([]))
    let first = try await world.worker(watcher: watcher, code)
    let reader = try await world.worker(code)
    for number in 1...5 {
      try await first.send(.heard(number))
      #expect(try await reader.order("order/1") == first.order("order/1"))
    }
    let receipts = try await first.order("order/1").receipts
    #expect(Set(receipts).count == 5)
    try await world.kill(first)
    let second = try await world.worker(code)
    try await second.send(.heard(6))
    #expect(try await second.order("order/1").receipts.prefix(5) == receipts[...])
  }

  /// An order that ignores all starts but the first, as a workflow does.
  @Sendable private static func startedOnce() -> Reduce<Order.State, Order.Action> {
    let order = Order()
    return Reduce { state, action in
      if case .placed = action, state.status != "new" { return .none }
      return order.reduce(into: &state, action: action)
    }
  }

  /// Returns the state of the order once one of several workers has shipped it.
  private func shippedOrder(_ workers: [DurableRuntime]) async throws -> Order.State {
    while true {
      let state = try await workers[0].state(of: "order/1", as: Order.State.self)
      if let state, state.status == "shipped" { return state }
      for worker in workers { await worker.search() }
    }
  }
}

/// A journal whose database is sometimes unavailable.
private struct FailingJournal: EntityJournal {
  let transactionCountMax = 1
  let journal: any EntityJournal
  let isFailing = LockIsolated(false)

  private func check() throws {
    if isFailing.value { throw SQLFailure(detail: "the server is gone", isTransient: false) }
  }

  func prepare() async throws { try await journal.prepare() }

  func requireKnownSchema() async throws { try await journal.requireKnownSchema() }

  func perform(_ operations: [JournalOperation]) async throws -> [JournalAnswer] {
    try check()
    return try await journal.perform(operations)
  }

  func renew(worker: String, seconds: Double) async throws -> Bool {
    try check()
    return try await journal.renew(worker: worker, seconds: seconds)
  }

  func waiting(
    worker: String, features: [String: Int], after: SearchPosition, limit: Int
  ) async throws -> WaitingEntities {
    // The list is read before the database becomes unavailable.
    try await journal.waiting(worker: worker, features: features, after: after, limit: limit)
  }

  func messages(
    for id: EntityID, after: ReceivedMessage.ID?, limit: Int
  ) async throws -> [ReceivedMessage] {
    try check()
    return try await journal.messages(for: id, after: after, limit: limit)
  }

  func drop(
    _ message: ReceivedMessage.ID, to id: EntityID, epoch: Int?
  ) async throws -> String? {
    try check()
    return try await journal.drop(message, to: id, epoch: epoch)
  }

  func entity(_ id: EntityID, eventsFrom start: EventStart) async throws -> StoredEntity? {
    try check()
    return try await journal.entity(id, eventsFrom: start)
  }

  func epochs(of ids: [EntityID]) async throws -> [EntityID: Int] {
    try check()
    return try await journal.epochs(of: ids)
  }

  func list(
    feature: String?, status: EntitySummary.Status?, after: String, limit: Int
  ) async throws -> [EntitySummary] {
    try check()
    return try await journal.list(feature: feature, status: status, after: after, limit: limit)
  }

  func set(
    _ id: EntityID, _ status: EntitySummary.Status, reason: String?, epoch: Int?
  ) async throws -> Bool {
    try check()
    return try await journal.set(id, status, reason: reason, epoch: epoch)
  }

  func prune(feature: String?, before end: Double) async throws -> Int {
    try check()
    return try await journal.prune(feature: feature, before: end)
  }

  func move(_ id: EntityID) async throws -> Bool {
    try check()
    return try await journal.move(id)
  }
}
