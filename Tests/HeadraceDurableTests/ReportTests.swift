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
    try await world.kill(first)
    world.bank.open()
    let journal = FailingJournal(journal: world.journal.journal)
    let second = try await world.worker(journal: DurableJournal(journal: journal))
    journal.isFailing.setValue(true)
    await second.search()
    #expect(world.bank.keys.count == 1)
    journal.isFailing.setValue(false)
    #expect(try await second.order("order/1") { $0.status == "shipped" }.items == ["book"])
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
