import Headrace
import Testing

/// An actor with a store that starts one effect.
private actor Host {
  private let gone: Arrivals
  private var store: Store<Int, Int>?

  init(_ gone: Arrivals) {
    self.gone = gone
  }

  deinit {
    gone.add()
  }

  func start(_ work: @escaping @Sendable (Send<Int>) async -> Void) {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .run { send in await work(send) } : .none
      }
    }
    self.store = store
    store.send(1)
  }
}

@Suite("An effect ends on its store's actor, and does not hold it before", .timeLimit(.minutes(30)))
struct EffectCompletionTests {
  @Test("An effect ends without its actor, which is released while it works", arguments: [0, 2])
  func theActorGoesFirst(sendCount: Int) async {
    let gate = Gate()
    let (gone, freed) = (Arrivals(), Arrivals())
    await start(on: Host(gone), gate, Held(freed), sendCount: sendCount)
    await gone.wait()
    gate.open()
    await freed.wait()
  }

  /// Releases the host when the effect waits at the gate.
  private func start(on host: Host, _ gate: Gate, _ held: Held, sendCount: Int) async {
    await host.start { send in
      // On the store's actor after each of these.
      for _ in 0..<sendCount { await send(10) }
      // Not cancelled with the effect.
      await Task { await gate.pass() }.value
      await send(100)
      withExtendedLifetime(held) {}
    }
    await gate.arrival()
  }

  @MainActor
  @Test("Work that an effect's end starts is started immediately", arguments: [0, 1, 3])
  func theNextOfAConcatenationStarts(sendCount: Int) async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        let work = Effect<Int>.run { send in for _ in 0..<sendCount { await send(10) } }
        return action == 1 ? .concatenate(work, .send(100), work) : .none
      }
    }
    await store.send(1).finish()
    #expect(store.state == 101 + 20 * sendCount)
    #expect(store.effects.isEmpty)
  }
}
