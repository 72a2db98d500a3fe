import Headrace
import HeadraceTesting
import Testing

@testable import HeadraceDurable

/// A sender that waits for room noticed only at the next search that an entity had become unused.
@Suite(.timeLimit(.minutes(30))) struct WakeTests {
  /// Starts a worker with room for one entity, which asks the bank after `.listen`.
  private func makeWorker(
    _ world: World, asksFor seconds: Int = 0, sleepsFor others: Int = 0
  ) async throws -> DurableRuntime {
    try await world.worker {
      Reduce { _, action in
        @Dependency(\.bank) var bank
        @Dependency(\.continuousClock) var clock
        switch action {
        case .listen:
          let asking = Effect<Order.Action>.run { [bank, clock] _ in
            _ = try await bank.pay("key")
            if seconds > 0 { try await clock.sleep(for: .seconds(seconds)) }
          }
          .cancellable(id: "asking")
          guard others > 0 else { return asking }
          return .merge(asking, .run { [clock] _ in try await clock.sleep(for: .seconds(others)) })
        case .cancelTapped: return .cancel(id: "asking")
        default: return .none
        }
      }
    }
  }

  private func makeWorld() throws -> World {
    var world = try World()
    world.limits.entityCountMax = 1
    world.bank.close()
    return world
  }

  /// Returns a task that sends an action to another entity, for which there is no room.
  private func sending(_ runtime: DurableRuntime) async -> Task<Void, any Error> {
    let sending = Task { try await runtime.send(Order.Action.heard(1), to: "order/2") }
    while await runtime.waitingForRoom.isEmpty { await Task.yield() }
    return sending
  }

  @Test(arguments: [(0, 0), (3_600, 0), (0, 3_600)])
  func aSenderIsWokenWhenAnEffectEndsOrSleeps(seconds: Int, others: Int) async throws {
    let world = try makeWorld()
    let runtime = try await makeWorker(world, asksFor: seconds, sleepsFor: others)
    try await runtime.send(.listen)
    if others > 0 { try await runtime.timerIsSet("order/1") }
    let sending = await sending(runtime)
    world.bank.open()
    try await sending.value
  }

  @Test func aSenderIsWokenWhenAnEffectSleepsAgain() async throws {
    let world = try makeWorld()
    let first = try await makeWorker(world, asksFor: 3_600)
    try await first.send(.listen)
    world.bank.open()
    try await first.timerIsSet("order/1")
    world.bank.close()
    try await world.kill(first)
    let second = try await makeWorker(world, asksFor: 3_600)
    await second.search()
    await world.bank.asked(2)
    let sending = await sending(second)
    world.bank.open()
    try await sending.value
  }

  @Test func aSenderIsWokenWhenAMessageEndsAnEffect() async throws {
    let world = try makeWorld()
    let runtime = try await makeWorker(world, sleepsFor: 3_600)
    try await runtime.send(.listen)
    try await runtime.timerIsSet("order/1")
    let sending = await sending(runtime)
    let message = EntityMessage(target: "order/1", action: "{\"cancelTapped\":{}}")
    _ = try await world.journal.journal.perform([
      .message(source: "order/9", sequence: 1, message, version: 1)
    ])
    await runtime.deliver(to: "order/1")
    try await sending.value
  }

  @Test func aSenderIsWokenByACommitForAReader() async throws {
    let database = try GatedDatabase()
    var world = World(database: database)
    world.limits.entityCountMax = 1
    world.bank.close()
    let runtime = try await makeWorker(world)
    try await runtime.send(.listen)
    await world.bank.asked(1)
    database.close()
    async let heard: Void = runtime.send(.heard(1))
    await database.waits()
    let sending = await sending(runtime)
    // The effect ends during the commit, and the next one is for the reader alone.
    world.bank.open()
    while try await !entity(runtime).isAsleep { await Task.yield() }
    async let state = runtime.state(of: "order/1", as: Order.State.self)
    while try await entity(runtime).waiting.isEmpty { await Task.yield() }
    database.passOne()
    try await heard
    await database.waits()
    while await runtime.mayMakeRoom { await Task.yield() }
    database.open()
    _ = try await state
    try await sending.value
  }

  @Test func aSenderIsWokenWhenAnOperatorHasLooked() async throws {
    let database = try GatedDatabase()
    var world = World(database: database)
    world.limits.entityCountMax = 1
    let first = try await world.worker()
    try await first.send(.heard(1))
    await first.stop()
    let runtime = try await world.worker()
    database.close()
    async let undecided = runtime.undecidedEffects(of: "order/1")
    await database.waits()
    let sending = await sending(runtime)
    database.open()
    #expect(try await undecided.isEmpty)
    try await sending.value
  }

  @Test func aSenderCreatesAnEntityThatAnOperatorLooksFor() async throws {
    let database = try GatedDatabase()
    let world = World(database: database)
    let runtime = try await world.worker()
    database.close()
    let looking = Task { try await runtime.undecidedEffects(of: "order/1") }
    await database.waits()
    let sending = Task { try await runtime.send(.heard(1)) }
    while await runtime.queuedCount == 0 { await Task.yield() }
    database.open()
    await #expect(throws: DurableFailure.absent("order/1")) { try await looking.value }
    try await sending.value
    #expect(try await runtime.order("order/1").receipts == ["1"])
  }

  /// It was told before its message was applied, so that its next action overtook it.
  @Test func aSenderWaitsForADeliveryInProgress() async throws {
    let database = try GatedDatabase()
    let world = World(database: database)
    let runtime = try await world.worker()
    try await runtime.send(.heard(1))
    database.close(afterTransactions: true)
    let delivery = Task { await runtime.deliver(to: "order/1") }
    // It has read that there are no messages.
    await database.waits()
    _ = try database.database.run([
      SQLStatement(
        """
        INSERT INTO headrace_message (source, sequence, target, version, action)
        VALUES ('worker:w', 1, 'order/1', 1, '{"heard":{"_0":2}}')
        """)
    ])
    let sender = Task {
      await runtime.deliver(to: "order/1", isAwaited: true)
      try await runtime.send(.heard(3))
    }
    while await runtime.delivering["order/1"] != true { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    database.open()
    try await sender.value
    await delivery.value
    #expect(try await runtime.order("order/1").receipts == ["1", "2", "3"])
  }

  private func entity(
    _ runtime: DurableRuntime
  ) async throws -> DurableEntity<Order.State, Order.Action> {
    guard case .open(let entity) = await runtime.slots["order/1"],
      let entity = entity as? DurableEntity<Order.State, Order.Action>
    else { throw EntityClosed() }
    return entity
  }
}

/// A database in memory whose transactions, or their answers, wait at a gate.
final class GatedDatabase: SQLDatabase {
  let database: SimulatedDatabase
  private let gate = LockIsolated((isOpen: true, waiting: [CheckedContinuation<Void, Never>]()))
  private let isAfterTransactions = LockIsolated(false)

  init() throws { database = try SimulatedDatabase() }

  var now: String { "(SELECT now FROM simulated_clock)" }

  func close(afterTransactions: Bool = false) {
    isAfterTransactions.setValue(afterTransactions)
    gate.withValue { $0.isOpen = false }
  }

  func open() {
    gate.withValue { gate in
      gate.isOpen = true
      defer { gate.waiting = [] }
      return gate.waiting
    }
    .forEach { $0.resume() }
  }

  /// Lets one transaction pass.
  func passOne() { gate.withValue { $0.waiting.removeFirst() }.resume() }

  /// Returns when a transaction waits.
  func waits() async { while gate.value.waiting.isEmpty { await Task.yield() } }

  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Result
  ) async throws -> Result {
    if !isAfterTransactions.value { await pass() }
    let result = try database.transaction(body)
    if isAfterTransactions.value { await pass() }
    return result
  }

  private func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = gate.withValue { gate in
        if !gate.isOpen { gate.waiting.append(continuation) }
        return gate.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
