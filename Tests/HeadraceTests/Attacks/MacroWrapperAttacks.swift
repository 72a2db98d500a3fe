import Headrace
import Testing

extension MacroAttack {
  /// A generic wrapper that calls its base by hand.
  @Reducer
  struct Timed<Base: Reducer> {
    typealias State = Base.State
    typealias Action = Base.Action

    let isOn: Bool
    @Dependency(\.continuousClock) var clock
    let base: Base

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      base.reduce(into: &state, action: action)
    }
  }

  /// Runs its base twice, for two children one after the other.
  struct Twice: WrapperReducer {
    typealias State = Desk.State
    typealias Action = Desk.Action

    let base: Desk

    func reduce(
      into state: inout Desk.State, action: Desk.Action,
      base: CompiledReducer<Desk.State, Desk.Action>
    ) -> Effect<Desk.Action> {
      guard case .retry = action else { return base.reduce(into: &state, action: action) }
      let first = base.reduce(into: &state, action: .optional(.start))
      state.optional = Worker.State(id: 2)
      let second = base.reduce(into: &state, action: .optional(.start))
      return first.merge(with: second)
    }
  }

  @MainActor
  @Suite("Attacked with the macros: wrappers", .timeLimit(.minutes(30)))
  struct Wrappers {
    @Test("Laws 7 and 8: a wrapper runs its base for two children in one action; the second's runs")
    func aWrapperRunsItsBaseForTwoChildren() {
      var state = Desk.State()
      state.optional = Worker.State(id: 1)
      let store = Store(initialState: state) {
        Twice(base: Desk(react: { _, _ in .none }))
      }
      store.send(.retry)
      #expect(store.withState { $0.optional?.id } == 2)
      #expect(store.effects.count == 1)
      store.send(.optional(.stop))
      #expect(store.effects.isEmpty)
    }
  }
}
