import Headrace

/// Teaches a reducer that wraps another: it checks each action, and passes on those that are
/// allowed.
///
/// It is a `WrapperReducer`, and is applied like the framework's operators. See ``SharedNote``. A
/// wrapper with its own state is composed by `Scope`, as ``Undoable`` is.
struct Refusing<Base: Reducer>: WrapperReducer {
  let base: Base
  let isRefused: (_ action: Base.Action, _ state: Base.State) -> Bool

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    guard !isRefused(action, state) else { return .none }
    return base.reduce(into: &state, action: action)
  }
}

nonisolated extension Reducer {
  /// Keeps some actions away from this reducer.
  ///
  /// - Parameter isRefused: Returns whether an action should do nothing in a state.
  func refusing(
    _ isRefused: @escaping (_ action: Action, _ state: State) -> Bool
  ) -> Refusing<Self> {
    Refusing(base: self, isRefused: isRefused)
  }
}
