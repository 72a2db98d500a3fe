import Foundation
import Headrace
import HeadraceJournal
import HeadraceTesting
import Testing

@testable import HeadraceDurable

/// Laws 7 and 8: memory and queues are bounded, entities that can't run are set aside, and secrets
/// are not written.
@Suite struct LimitTests {
  @Test func law7IdleEntitiesAreNotInMemory() async throws {
    var world = try World()
    world.limits.entityCountMax = 10
    let runtime = try await world.worker()
    for number in 1...100 {
      try await runtime.send(Order.Action.heard(number), to: "order/\(number)")
      #expect(await runtime.entityCount <= 10)
    }
    for number in 1...100 {
      let id: EntityID = "order/\(number)"
      #expect(try await runtime.order(id).receipts == ["\(number)"])
      try await runtime.send(Order.Action.heard(0), to: id)
      #expect(try await runtime.order(id).receipts == ["\(number)", "0"])
    }
  }

  @Test func law7AnEntityThatSleepsIsPutAwayAndWakes() async throws {
    let world = try World()
    let runtime = try await world.worker()
    try await runtime.send(.remindTapped(seconds: 3_600))
    try await runtime.timerIsSet("order/1")
    await world.clock.advance(by: .seconds(31))
    while await runtime.entityCount > 0 { await runtime.search() }
    let summary = try await world.journal.summary(of: "order/1")
    #expect(summary?.worker == nil && summary?.isActive == false)
    #expect(summary?.due == Date(timeIntervalSince1970: 1_003_600))
    await world.clock.advance(by: .seconds(3_569))
    #expect(try await runtime.order("order/1") { $0.reminders > 0 }.reminders == 1)
    #expect(try await world.journal.summary(of: "order/1")?.due == nil)
  }

  @Test func law7AnEntityThatWorksStaysInMemory() async throws {
    var world = try World()
    world.limits.entityCountMax = 1
    world.limits.overflow = .refuse
    world.bank.close()
    let runtime = try await world.worker()
    try await runtime.send(.placed(["book"]))
    await #expect(throws: DurableFailure.full("order/2", limit: 1)) {
      try await runtime.send(Order.Action.heard(1), to: "order/2")
    }
    #expect(
      DurableFailure.full("order/2", limit: 1).description
        == "'order/2' is busy: 1 actions wait already. Send it later.")
  }

  @Test func law7ADamagedEntityIsSetAsideAndStopsNobody() async throws {
    let world = try World()
    let first = try await world.worker()
    try await first.send(.heard(1))
    try await first.send(Order.Action.heard(1), to: "order/2")
    await first.stop()
    try await world.damage("order/1")
    let second = try await world.worker()
    let error = await #expect(throws: DurableFailure.self) { try await second.send(.heard(2)) }
    guard case .setAside(_, let reason)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reason.contains("damaged"), "\(reason)")
    try await second.send(Order.Action.heard(2), to: "order/2")
    await #expect(throws: DurableFailure.setAside("order/1", reason: reason)) {
      try await second.send(.heard(2))
    }
    #expect(try await world.journal.entities(status: .aside).map(\.id) == ["order/1"])
  }

  @Test func law7AnEntityThatEndsItsProgramIsSetAside() async throws {
    let world = try World()
    world.bank.close()
    var worker = try await world.worker()
    try await worker.send(.heard(1))
    try await worker.send(.placed(["book"]))
    var takenCount = 0
    while true {
      // Each takes it, and ends before it has committed anything.
      let next = try await world.worker()
      try await world.kill(worker)
      worker = next
      let start = world.bank.keys.count
      await worker.search()
      guard try await status(world) == .ready else { break }
      await world.bank.asked(start + 1)
      takenCount += 1
    }
    #expect(takenCount == SQLJournal.attemptCountMax)
    await #expect(throws: DurableFailure.setAside("order/1", reason: SQLJournal.attemptsText)) {
      try await worker.send(.heard(2))
    }
    try await world.journal.retry("order/1")
    try await worker.send(.heard(2))
    #expect(try await worker.order("order/1").receipts == ["1", "2"])
  }

  private func status(_ world: World) async throws -> EntitySummary.Status? {
    try await world.journal.summary(of: "order/1")?.status
  }

  @Test func law7AMessageThatCannotBeReadSetsItsTargetAside() async throws {
    let world = try World()
    let runtime = try await world.worker()
    let message = EntityMessage(target: "order/1", action: "{\"unknown\":{}}")
    _ = try await world.journal.journal.perform([
      .message(source: "order/9", sequence: 1, message, version: 1)
    ])
    var summary: EntitySummary?
    while summary?.status != .aside {
      await runtime.search()
      summary = try await world.journal.summary(of: "order/1")
    }
    #expect(
      summary?.reason?.hasPrefix("message 1 from 'order/9' can't be read:") == true,
      "\(summary?.reason ?? "")")
    #expect(try await world.journal.dropMessage(2, from: "order/9", to: "order/1") == nil)
    let dropped = try await world.journal.dropMessage(1, from: "order/9", to: "order/1")
    #expect(dropped == message.action)
    try await world.journal.retry("order/1")
    try await runtime.send(.heard(1))
    #expect(try await runtime.order("order/1").receipts == ["1"])
  }

  /// The first hundred were read again and again.
  @Test func messagesBehindManyOfALaterVersionAreApplied() async throws {
    let world = try World()
    let runtime = try await world.worker()
    let message = EntityMessage(target: "order/1", action: "{\"heard\":{\"_0\":1}}")
    _ = try await world.journal.journal.perform(
      (1...150).map { .message(source: "order/8", sequence: $0, message, version: 2) }
        + [.message(source: "order/9", sequence: 1, message, version: 1)])
    #expect(try await runtime.order("order/1") { !$0.receipts.isEmpty }.receipts == ["1"])
  }

  // MARK: - What Can't Be Stored

  @Test(arguments: [String(repeating: "é", count: 498), "a\0b"])
  func anIDThatADatabaseCannotStoreIsRefused(key: String) async throws {
    let world = try World()
    let runtime = try await world.worker()
    let id = EntityID("order", key)
    let problem =
      key.utf8.contains(0) ? "the ID has a NUL character" : "the ID is longer than 1,000 bytes"
    await #expect(throws: DurableFailure.unwritable(id, detail: problem)) {
      try await runtime.send(Order.Action.heard(1), to: id)
    }
    #expect(try await world.journal.entities().isEmpty)
    try await runtime.send(
      Order.Action.heard(1), to: EntityID("order", String(repeating: "é", count: 497)))
  }

  @Test func aSenderLearnsThatItsActionCannotBeStored() async throws {
    let database = try ScriptedDatabase()
    let world = World(database: database)
    let runtime = try await world.worker()
    database.fail(isRefused: true) { $0.values.contains { $0.text?.contains("heard") == true } }
    await #expect(throws: DurableFailure.unwritable("order/1", detail: "scripted")) {
      try await runtime.send(.heard(1))
    }
    try await runtime.send(.heard(2))
    #expect(try await runtime.order("order/1").receipts == ["2"])
  }

  @Test(arguments: [false, true])
  func anEntityWhoseMessageOrEffectCannotBeStoredIsSetAside(isEffect: Bool) async throws {
    let database = try ScriptedDatabase()
    let world = World(database: database)
    let runtime = try await world.worker()
    let text = isEffect ? "receipt of" : "heard"
    database.fail(isRefused: true) { statement in
      statement.sql.contains("INTO headrace_journal")
        && statement.values.contains { $0.text?.contains(text) == true }
    }
    if isEffect {
      try await runtime.send(.placed(["book"]))
    } else {
      let message = EntityMessage(target: "order/1", action: "{\"heard\":{\"_0\":1}}")
      _ = try await world.journal.journal.perform([
        .message(source: "order/9", sequence: 1, message, version: 1)
      ])
    }
    var summary: EntitySummary?
    while summary?.status != .aside {
      await runtime.search()
      summary = try await world.journal.summary(of: "order/1")
    }
    #expect(summary?.reason == "what it did can't be stored: scripted.")
  }

  // MARK: - What Is Kept

  @Test func nothingIsKeptOfEffectsThatAreOver() async throws {
    let world = try World()
    let runtime = try await world.worker()
    for _ in 1...3 {
      try await runtime.send(.remindTapped(seconds: 1))
      try await runtime.send(.failTapped)
    }
    while try await runtime.state(of: "order/1", as: Order.State.self)?.reminders != 3 {
      await world.clock.advance(by: .seconds(1))
    }
    guard case .open(let entity)? = await runtime.slots["order/1"],
      let entity = entity as? DurableEntity<Order.State, Order.Action>
    else {
      Issue.record("It is not open.")
      return
    }
    while await entity.hasEffects { await Task.yield() }
    #expect(await entity.begunSleeps.isEmpty)
    #expect(await entity.unrestartable.isEmpty)
    #expect(await entity.sleeping.isEmpty)
  }

  @Test func workersThatHaveEndedAreForgotten() async throws {
    let world = try World()
    try await world.journal.journal.prepare()
    for number in 1...3 {
      try await world.journal.journal.renew(worker: "w\(number)", seconds: 1_000)
    }
    try await world.run("UPDATE headrace_worker SET lease = 0 WHERE id <> 'w3'")
    let worker = try await world.worker()
    let workers = try await world.run("SELECT id FROM headrace_worker")
    #expect(Set(workers.compactMap { $0[0].text }) == ["w3", worker.worker])
  }

  // MARK: - What Can't Be Asked

  @Test func aDecisionMakesNoEntity() async throws {
    let world = try World()
    let runtime = try await world.worker()
    await #expect(throws: DurableFailure.absent("order/1")) {
      try await runtime.undecidedEffects(of: "order/1")
    }
    await #expect(throws: DurableFailure.absent("order/1")) {
      try await runtime.decide("order/1", effect: 1, .restart)
    }
    #expect(try await world.journal.entities().isEmpty)
  }

  @Test(arguments: [["a/b"], ["a", "a"]])
  func aFeatureThatCannotBeFoundByItsNameIsRefused(names: [String]) async throws {
    let features = names.map { DurableFeature($0, initialState: Stock.State.init) { Stock() } }
    let detail = names.count == 1 ? "it has a slash" : "two features have it"
    let expected = DurableFailure.invalidFeature(names[0], detail: detail)
    await #expect(throws: expected) {
      try await DurableRuntime(
        worker: "w", journal: .memory(), limits: DurableLimits(), clock: ContinuousClock(),
        date: { Date.now }, features: features)
    }
    #expect("\(expected)" == "A feature can't have the name '\(names[0])': \(detail).")
  }

  @Test(arguments: [false, true])
  func aCallerThatIsCancelledStopsWaiting(isEntityFull: Bool) async throws {
    var world = try World()
    if isEntityFull { world.limits.entityQueueMax = 0 } else { world.limits.entityCountMax = 1 }
    world.bank.close()
    let runtime = try await world.worker()
    if !isEntityFull { try await runtime.send(.placed(["book"])) }
    let id: EntityID = "order/2"
    let sending = Task { try await runtime.send(Order.Action.heard(1), to: id) }
    while await runtime.waitingForRoom.isEmpty { await Task.yield() }
    sending.cancel()
    await #expect(throws: DurableFailure.full(id, limit: isEntityFull ? 0 : 1)) {
      try await sending.value
    }
    #expect(await runtime.waitingForRoom.isEmpty)
  }

  @Test func aPausedEntityTakesNothingUntilItIsRetried() async throws {
    let world = try World()
    let runtime = try await world.worker()
    try await runtime.send(.heard(1))
    try await world.journal.pause("order/1")
    await #expect(throws: DurableFailure.fenced("order/1")) { try await runtime.send(.heard(2)) }
    await #expect(throws: DurableFailure.paused("order/1")) { try await runtime.send(.heard(3)) }
    try await world.journal.retry("order/1")
    try await runtime.send(.heard(4))
    #expect(try await runtime.order("order/1").receipts == ["1", "4"])
    try await world.journal.cancel("order/1")
    await #expect(throws: DurableFailure.self) { try await runtime.send(.heard(5)) }
    await #expect(throws: DurableFailure.cancelled("order/1")) { try await runtime.send(.heard(6)) }
    #expect(try await runtime.order("order/1").receipts == ["1", "4"])
    await #expect(throws: DurableFailure.absent("order/7")) {
      try await world.journal.pause("order/7")
    }
  }

  @Test func law8ASensitiveValueIsRefused() async throws {
    struct State: Codable, Sendable { var passcode: Redacted<String>? }
    enum Action: Codable, Sendable { case typed(Redacted<String>), cleared }
    let journal = try DurableJournal.memory()
    let runtime = try await DurableRuntime(journal: journal) {
      DurableFeature("login", initialState: { State() }) {
        Reduce<State, Action> { state, action in
          if case .typed(let passcode) = action { state.passcode = passcode }
          return .none
        }
      }
    }
    let error = await #expect(throws: DurableFailure.self) {
      try await runtime.send(Action.typed(Redacted("correct horse")), to: "login/1")
    }
    #expect(
      error?.description
        == """
        An action of 'login/1' can't be written: it has a value of 'Redacted<String>', which is \
        'Sensitive'.
        """)
    try await runtime.send(Action.cleared, to: "login/1")
    let history = String(decoding: try await journal.history(of: "login/1"), as: UTF8.self)
    #expect(!history.contains("correct horse"))
    await runtime.stop()
  }

  @Test func law8AStateWithASensitiveValueIsSetAsideUnwritten() async throws {
    struct State: Codable, Sendable { var passcode = Redacted("correct horse") }
    enum Action: Codable, Sendable { case opened }
    let journal = try DurableJournal.memory()
    let runtime = try await DurableRuntime(journal: journal) {
      DurableFeature("login", initialState: { State() }) {
        Reduce<State, Action> { _, _ in .none }
      }
    }
    let error = await #expect(throws: DurableFailure.self) {
      try await runtime.send(Action.opened, to: "login/1")
    }
    #expect(
      error?.description
        == """
        'login/1' was set aside: what it did can't be written: it has a value of \
        'Redacted<String>', which is 'Sensitive'.
        """)
    #expect(try await journal.summary(of: "login/1")?.eventCount == 0)
    await runtime.stop()
  }

  @Test func messagesToUnknownFeaturesAreRejected() async throws {
    let world = try World()
    let runtime = try await world.worker()
    let unknown = DurableFailure.unknownFeature("cart/1", known: ["order", "stock"])
    await #expect(throws: unknown) { try await runtime.send(Order.Action.heard(1), to: "cart/1") }
    #expect(
      unknown.description
        == "'cart/1' is of no feature of this runtime: expected 'order/…', 'stock/…'.")
    let error = await #expect(throws: DurableFailure.self) {
      try await runtime.send(Stock.Action.refill(1), to: "order/1")
    }
    #expect(
      error?.description
        == """
        'order/1' takes actions of 'HeadraceDurableTests.Order.Action', not of \
        'HeadraceDurableTests.Stock.Action'.
        """)
    #expect(try await runtime.state(of: "order/2", as: Order.State.self) == nil)
    try await runtime.send(.heard(1))
    await #expect(throws: DurableFailure.self) {
      try await runtime.state(of: "order/1", as: Stock.State.self)
    }
    await runtime.stop()
    await #expect(throws: DurableFailure.stopped) { try await runtime.send(.heard(1)) }
  }
}

extension World {
  /// Damages the first event of an entity.
  func damage(_ id: EntityID) async throws {
    guard let journal = journal.journal as? SQLJournal else { return }
    _ = try await journal.database.transaction { transaction in
      try transaction.run([
        SQLStatement(
          "UPDATE headrace_journal SET event = '{\"kind\":\"checkpoint\"' WHERE entity = $1",
          .text("\(id)"))
      ])
    }
  }
}
