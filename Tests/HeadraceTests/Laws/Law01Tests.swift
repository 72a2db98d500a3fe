import Headrace
import Testing

@Suite("Law 1: one owner")
struct Law01Tests {
  @Test("Law 1: one owner, any actor")
  func aStoreLivesOnAnActorOfItsHosts() async {
    typealias Host = AStoreLivesOnAnActorOfItsHosts.Host
    #expect(await Host().total() == 111)
  }

  @Test("Law 1: effects answer on the actor that owns the store")
  func actionsOfEffectsAreReducedOnTheOwner() async {
    typealias Host = ActionsOfEffectsAreReducedOnTheOwner.Host
    #expect(await Host().run())
  }

  @Test("Law 1: a store's effects end when its host is released")
  func effectsEndWithTheirStore() async {
    typealias Host = EffectsEndWithTheirStore.Host
    let gate = Gate()
    let log = Log()
    let ended = Arrivals()
    let host = Host()
    await host.start(Worker(gate: gate, log: log))
    await gate.arrival()
    await host.drop()
    // The gate opens on cancellation.
    while !log.entries.contains("woke a") { await Task.yield() }
    ended.add()
    #expect(log.entries == ["ran a", "woke a"])
  }
}

// MARK: - Fixtures

extension Law01Tests {
  fileprivate enum AStoreLivesOnAnActorOfItsHosts {
    actor Host {
      func total() async -> Int {
        let store = Store(initialState: 0) {
          Reduce<Int, Int> { state, action in
            state += action
            return action == 1
              ? .run { send in
                await send(10)
                await send(100)
              } : .none
          }
        }
        await store.send(1).finish()
        // The compiler knows that this is the store's actor: no 'await'.
        return store.state
      }
    }
  }

  fileprivate enum ActionsOfEffectsAreReducedOnTheOwner {
    actor Host {
      var wasOnOwner = false
      func check() { wasOnOwner = true }

      func run() async -> Bool {
        let store = Store(initialState: 0) {
          Reduce<Int, Int> { [weak self] state, action in
            state += action
            if action == 2 { self?.assumeIsolated { $0.wasOnOwner = true } }
            return action == 1 ? .run { send in await send(2) } : .none
          }
        }
        await store.send(1).finish()
        return wasOnOwner
      }
    }
  }

  fileprivate enum EffectsEndWithTheirStore {
    actor Host {
      var store: StoreOf<Worker>?
      func start(_ worker: Worker) {
        store = Store(initialState: Worker.State()) { worker }
        store?.send(.start("a"))
      }
      func drop() { store = nil }
    }
  }
}
