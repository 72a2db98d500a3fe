import Headrace

/// Wraps a reducer in one of the possible ways.
struct Wrapping<Core: Reducer>: Reducer {
  typealias State = Core.State
  typealias Action = Core.Action
  let wrapper: Wrapper
  let core: Core

  var body: some Reducer<Core.State, Core.Action> {
    switch wrapper {
    case .none: core
    case .reduce: Reduce(core)
    case .combined: CombineReducers { Reduce(core) }
    case .compiled: CompiledWrapper(base: core)
    }
  }
}

/// Wraps any base, which the store compiles.
struct CompiledWrapper<Base: Reducer>: WrapperReducer {
  let base: Base

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}
