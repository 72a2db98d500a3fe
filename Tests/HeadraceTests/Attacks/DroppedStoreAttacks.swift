import Headrace
import Testing

/// Stores that are released while an action of one of their effects is reduced.
@MainActor
@Suite("Laws 7 and 8, attacked: stores dropped in the middle", .timeLimit(.minutes(30)))
struct DroppedStoreAttacks {
  /// The code in which a store is released.
  enum Place: CaseIterable {
    case reducer, reducerThatSends, row, onChange, launch
  }

  @Test("Law 8: the effects of the last action end with their store", arguments: Place.allCases)
  func effectsOfTheLastActionEnd(_ place: Place) async {
    let host = AttackHost()
    let freed = Arrivals()
    let lives = Lives()
    host.store = Self.store(host, dropping: place, freed, lives)
    if place == .launch { host.store?.instruments = [Dropper(host)] }
    weak let store = host.store
    // The handle keeps the parts of the store, so it is released first.
    await Self.finish(host.store?.send(place == .row ? .row(1, .go(0)) : .go(0)))
    // Freed when the effect has ended, or was dropped before it ran.
    await freed.wait()
    #expect(store == nil)
    await lives.ended(lives.begun)
  }

  private static func finish(_ task: StoreTask?) async {
    await task?.finish()
  }

  private static func store(
    _ host: AttackHost, dropping place: Place, _ freed: Arrivals, _ lives: Lives
  ) -> StoreOf<AttackRoot> {
    var state = AttackRoot.State()
    state.rows = [AttackChild.State(id: 1)]
    func held<Action: Sendable>() -> Effect<Action> {
      let held = Held(freed)
      return .run { _ in
        lives.begin()
        await Gate().pass()
        withExtendedLifetime(held) { lives.end() }
      }
    }
    let feature = AttackRoot(
      leaf: { _, _ in .none },
      child: { _, action in
        switch action {
        case .go(0): return .run { send in await send(.go(1)) }
        default:
          host.store = nil
          return held()
        }
      },
      root: { state, action in
        switch action {
        case .go(0): return .run { send in await send(.go(1)) }
        case .go(1):
          if place == .onChange { state.count += 1 }
          if place == .reducer || place == .reducerThatSends { host.store = nil }
          return place == .reducerThatSends ? .send(.go(2)) : held()
        case .go(2): return held()
        default: return .none
        }
      })
    guard place == .reducerThatSends else {
      return Store(initialState: state) {
        feature.onChange(of: \.count) { _, _ in
          host.store = nil
          return .none
        }
      }
    }
    // The waiting action is never reduced, so something else must report the end.
    let end = Held(freed)
    return Store(initialState: state) {
      Reduce<AttackRoot.State, AttackRoot.Action> { state, action in
        withExtendedLifetime(end) { feature.reduce(into: &state, action: action) }
      }
    }
  }

  /// Drops the store while the second effect is launched.
  private final class Dropper: StoreInstrument {
    typealias State = AttackRoot.State
    typealias Action = AttackRoot.Action

    private let host: AttackHost

    init(_ host: AttackHost) {
      self.host = host
    }

    func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) {
      if effect.id.rawValue == 2 {
        let host = host
        MainActor.assumeIsolated { host.store = nil }
      }
      launch()
    }
  }
}

/// Cancellation that is disturbed while it runs, and effects that are held back.
@MainActor
@Suite("Law 7, attacked: cancellation in the middle", .timeLimit(.minutes(30)))
struct CancellationAttacks {
  @Test("Law 7: all effects with an id are cancelled, though one's onCancel cancels the next")
  func cancellationIsNotStopped() async {
    let host = AttackHost()
    let gate = Gate()
    let lives = Lives()
    let store = AttackRoot.store { _, action in
      guard case .go(let number) = action, number < 5 else { return .cancel(id: "work") }
      return .run { _ in
        await withTaskCancellationHandler {
          await gate.pass()
        } onCancel: {
          guard number == 0 else { return }
          MainActor.assumeIsolated {
            _ = Task.immediate { @MainActor in await host.tasks[1].cancel() }
          }
        }
        lives.end()
      }
      .cancellable(id: "work")
    }
    for number in 0..<5 { host.tasks.append(store.send(.go(number))) }
    for _ in 0..<5 { await gate.arrival() }
    store.send(.go(5))
    #expect(store.effects.isEmpty)
    await lives.ended(5)
  }

  @Test("Law 7: an effect that a throttle holds back is cancelled by its own id")
  func aHeldEffectIsCancelledByItsID() async {
    let clock = StillClock()
    let log = Log()
    let store = AttackRoot.store { _, action in
      guard case .go(let number) = action, number < 3 else { return .cancel(id: "mine") }
      let effect = Effect<AttackRoot.Action>.run { _ in log.write("\(number)") }
        .throttle(id: "often", for: .seconds(60), clock: clock, latest: true)
      return number == 2 ? effect.cancellable(id: "mine") : effect
    }
    let first = store.send(.go(1))
    let second = store.send(.go(2))
    store.send(.go(3))
    await second.finish()
    clock.open()
    for _ in 0..<1000 where !store.effects.isEmpty { await Task.yield() }
    await first.finish()
    #expect(log.entries == ["1"])
  }

  @Test("Law 9: cancel() of an effect that a throttle holds back ends immediately")
  func cancellingAHeldEffectEndsImmediately() async {
    let clock = StillClock()
    let log = Log()
    let store = AttackRoot.store { _, action in
      .run { _ in log.write("\(action)") }
        .throttle(id: "often", for: .seconds(60), clock: clock, latest: true)
    }
    let first = store.send(.go(1))
    // The clock does not advance: waiting for the window would never end.
    await store.send(.go(2)).cancel()
    await first.cancel()
    #expect(!log.entries.contains("go(2)"))
  }

  @Test("Law 13: an effect that a throttle holds back is visible")
  func aHeldEffectIsVisible() async {
    let clock = StillClock()
    let lives = Lives()
    let store = AttackRoot.store { _, _ in
      lives.effect("held").throttle(id: "often", for: .seconds(60), clock: clock, latest: true)
    }
    let started = store.send(.go(1))
    let before = store.effects.map(\.id)
    let held = store.send(.go(2))
    // With it the interval that it waits for, which had no owner before.
    #expect(Set(store.effects.map(\.id)).subtracting(before).count == 2)
    await held.cancel()
    await started.cancel()
  }

  @Test("Law 9: cancel() of the send that opened a window keeps another send's waiting effect")
  func aWindowIsNotTheFirstSends() async {
    let clock = StillClock()
    let log = Log()
    let store = AttackRoot.store { _, action in
      guard case .go(let number) = action else { return .none }
      return .run { _ in log.write("\(number)") }
        .throttle(id: "often", for: .seconds(60), clock: clock, latest: true)
    }
    let first = store.send(.go(1))
    let second = store.send(.go(2))
    await first.cancel()
    clock.open()
    await second.finish()
    #expect(log.entries.last == "2")
  }
}

extension CancellationAttacks {
  @Test("Law 15: an effect that awaits its own task is reported, and continues")
  func anEffectAwaitsItsOwnEnd() async {
    let host = AttackHost()
    let gate = Gate()
    let lives = Lives()
    let store = AttackRoot.store { _, _ in
      .run { _ in
        await gate.pass()
        await host.tasks[0].cancel()
        lives.end()
      }
    }
    await withKnownIssue {
      host.tasks = [store.send(.go(0))]
      gate.open()
      await lives.ended(1)
      await host.tasks[0].finish()
    }
    #expect(store.effects.isEmpty)
  }
}
