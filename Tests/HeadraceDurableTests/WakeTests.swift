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
    while await runtime.searchCount == 0 { await Task.yield() }
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
}
