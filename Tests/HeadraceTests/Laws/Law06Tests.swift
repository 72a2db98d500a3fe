import Headrace
import Testing

@MainActor
@Suite("Law 6: one task per effect")
struct Law06Tests {
  @Test("Law 6: one task per effect, and increasing ids")
  func effectsHaveOneTaskEachHoweverDeep() async {
    typealias Leaf = EffectsHaveOneTaskEachHoweverDeep.Leaf
    typealias Level = EffectsHaveOneTaskEachHoweverDeep.Level
    let spy = EffectSpy<Level<Level<Level<Leaf>>>.State, Level<Level<Level<Leaf>>>.Action>()
    let store = Store(
      initialState: Level.State(child: Level.State(child: Level.State(child: Leaf.State())))
    ) {
      Level(child: Level(child: Level(child: Leaf())))
    }
    store.instrument = spy
    for _ in 1...3 { await store.send(.child(.child(.child(.start)))).finish() }
    #expect(store.state.child.child.child.done == 3)
    #expect(spy.started.map(\.rawValue) == [1, 2, 3])
    #expect(spy.ended.map(\.rawValue) == [1, 2, 3])
  }
}

// MARK: - Fixtures

extension Law06Tests {
  fileprivate enum EffectsHaveOneTaskEachHoweverDeep {
    struct Leaf: Reducer {
      struct State { var done = 0 }
      enum Action { case start, done }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
          return .run { send in await send(.done) }
        case .done:
          state.done += 1
          return .none
        }
      }
    }

    struct Level<Child: Reducer>: Reducer {
      let child: Child
      struct State { var child: Child.State }
      @CasePathable
      enum Action { case child(Child.Action) }
      var body: some ReducerOf<Self> {
        Scope(state: \.child, action: \.child) { child }
      }
    }
  }
}
