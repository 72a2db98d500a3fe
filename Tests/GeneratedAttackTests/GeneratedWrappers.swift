import Headrace

/// A reducer that can be made anew, equal to what it was.
protocol RemakableReducer: Reducer
where State: ChangeableState, Action == State.Action {
  var remade: Self { get }
}

/// Puts one of the ways to call a reducer by hand around another.
struct Wrapping<Core: RemakableReducer>: Reducer {
  typealias State = Core.State
  typealias Action = Core.Action
  let wrapper: Wrapper
  let core: Core

  var body: some Reducer<Core.State, Core.Action> {
    switch wrapper {
    case .none: core
    case .generic: GenericWrapper(isOn: true, base: core)
    case .concrete: ConcreteWrapper(isOn: true, core: core, count: 3)
    case .closure: Reduce { state, action in core.reduce(into: &state, action: action) }
    case .reduce: Reduce(core)
    case .anew: RemakingWrapper(isOn: true, core: core)
    case .combined: CombineReducers { Reduce(core) }
    case .compiled: CompiledWrapper(base: core)
    }
  }
}

/// Calls any base that it holds.
struct GenericWrapper<Base: Reducer>: Reducer {
  typealias State = Base.State
  typealias Action = Base.Action
  let isOn: Bool
  let base: Base

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    base.reduce(into: &state, action: action)
  }
}

/// Calls a base of a type that it knows, beside other properties.
struct ConcreteWrapper<Core: RemakableReducer>: Reducer {
  typealias State = Core.State
  typealias Action = Core.Action
  let isOn: Bool
  let core: Core
  let count: Int

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard isOn, count > 0 else { return .none }
    return core.reduce(into: &state, action: action)
  }
}

/// Wraps any base, which is compiled with the store.
struct CompiledWrapper<Base: Reducer>: WrapperReducer {
  let base: Base

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}

/// Makes its base anew for every action.
struct RemakingWrapper<Core: RemakableReducer>: Reducer {
  typealias State = Core.State
  typealias Action = Core.Action
  let isOn: Bool
  let core: Core

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    core.remade.reduce(into: &state, action: action)
  }
}
