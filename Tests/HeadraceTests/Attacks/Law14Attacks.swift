import Headrace
import Testing

@MainActor
@Suite("Law 14, attacked: effects that start and end", .timeLimit(.minutes(30)))
struct Law14Attacks {
  private static let count = 2_000

  @Test("Law 14: presented children with effects leave nothing when they are dismissed")
  func presentedChildrenLeaveNothing() async {
    let lives = Lives()
    let store = AttackRoot.store(
      child: { _, action in
        if case .go(1) = action { return lives.effect() }
        return .none
      },
      root: { state, action in
        if case .go = action { state.shown = AttackChild.State() }
        return .none
      })
    for _ in 0..<Self.count {
      store.send(.go(0))
      let task = store.send(.shown(.presented(.go(1))))
      store.send(.shown(.dismiss))
      await task.finish()
    }
    #expect(lives.begun == lives.ended)
    #expect(store.effects.isEmpty)
    #expect(store.notedRowCount == 0)
    #expect(store.endableScopeCount == 0)
  }

  @Test("Law 14: throttles with other ids, and debounces, leave nothing when their time is over")
  func pacedEffectsLeaveNothing() async {
    let clock = StillClock()
    let store = AttackRoot.store { state, action in
      guard case .go(let step) = action else { return .none }
      state.count += 1
      let effect = Effect<AttackRoot.Action>.send(.fixed(.go(step)))
      return step.isMultiple(of: 2)
        ? effect.throttle(id: step, for: .seconds(60), clock: clock, latest: true)
        : effect.debounce(id: "debounce", for: .seconds(60), clock: clock)
    }
    var tasks: [StoreTask] = []
    for step in 0..<Self.count { tasks.append(store.send(.go(step))) }
    // Only the last of the debounces waits; no effect of a throttle is held back.
    #expect(store.effects.count == 1)
    clock.open()
    for task in tasks { await task.finish() }
    #expect(store.effects.isEmpty)
  }
}
