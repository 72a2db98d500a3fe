import Headrace
import HeadraceTesting
import Testing

@testable import HeadraceDurable

@Suite struct InstrumentTests {
  @Test func anInstrumentSeesWhatHappensAndNotWhatIsReplayed() async throws {
    let world = try World()
    let (seen, seenLater) = (LockIsolated<[String]>([]), LockIsolated<[String]>([]))
    let first = try await world.worker(watcher: OrderWatcher(seen: seen))
    try await first.send(.heard(1))
    try await first.send(.placed(["book"]))
    _ = try await first.order("order/1") { $0.status == "shipped" }
    #expect(seen.value.prefix(3) == ["heard(1)", "placed([\"book\"])", "effect 1"])
    try await world.kill(first)
    let second = try await world.worker(watcher: OrderWatcher(seen: seenLater))
    try await second.send(.heard(2))
    #expect(seenLater.value == ["heard(2)"])
  }
}

/// Records what it sees of an order.
struct OrderWatcher: StoreInstrument, Sendable {
  typealias State = Order.State
  typealias Action = Order.Action

  let seen: LockIsolated<[String]>

  func actionReceived(_ action: Order.Action, id: ActionID, origin: ActionOrigin) {
    seen.withValue { $0.append("\(action)") }
  }

  func effectStarted(_ effect: EffectInfo) {
    seen.withValue { $0.append("effect \(effect.id.rawValue)") }
  }
}
