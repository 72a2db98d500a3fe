import Headrace
import Testing

@Suite("Laws 1 and 15: one owner, misuse is reported")
struct Law01And15Tests {
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

  @Test("Law 1: when its host goes away, a store's effects end")
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

  @MainActor
  @Test("Law 15: misuse is reported, an action for a child that is gone")
  func actionForAbsentChildIsReported() {
    typealias Parent = ActionForAbsentChildIsReported.Parent
    let store = Store(initialState: Parent.State()) { Parent() }
    withKnownIssue {
      store.send(.child(1))
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("An action was sent to a child that is gone")
        && text.contains("Send child actions only while the child exists")
    }
    #expect(store.state.child == nil)
  }
}

// MARK: - Fixtures

extension Law01And15Tests {
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

  fileprivate enum ActionForAbsentChildIsReported {
    struct Parent: Reducer {
      struct State { var child: Int? }
      @CasePathable
      enum Action { case child(Int) }
      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.child, action: \.child) {
          Reduce<Int, Int> { state, action in
            state += action
            return .none
          }
        }
      }
    }
  }
}
