/// A reducer given as a closure.
@frozen
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let closure: (inout State, Action) -> Effect<Action>

  /// Creates a reducer from a closure.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.closure = reduce
  }

  /// Hides the type of another reducer, whose body is read at the first action.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    self.closure = { state, action in reducer.reduce(into: &state, action: action) }
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure(&state, action)
  }
}

/// A reducer that changes nothing and starts nothing.
@frozen
public struct EmptyReducer<State, Action>: OperatorReducer {
  /// Creates the reducer.
  @inlinable
  public init() {}

  /// Creates the reducer for types that can't be inferred where it stands.
  @inlinable
  public init(_ state: State.Type, _ action: Action.Type) {}

  /// Makes a node that does nothing.
  @inlinable
  public func makeNode(in context: NodeContext) -> EmptyNode<State, Action> { EmptyNode() }
}

/// The node of ``EmptyReducer``.
public final class EmptyNode<State, Action>: ReducerNode {
  @inlinable
  init() {}

  /// Returns no effect.
  @inlinable
  public func reduce(
    into state: inout State, action: UnsafePointer<Action>
  ) -> Effect<Action> { .none }

  /// Does nothing: there are no children.
  @inlinable
  public func endLostScopes(in scope: EffectScope, state: inout State) {}
}

/// Groups reducers, so that an operator can be applied to all of them.
@frozen
public struct CombineReducers<State, Action, Base: Reducer<State, Action>>: Reducer {
  @usableFromInline let base: Base

  /// Creates a group from the reducers in a block.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Base) {
    self.base = build()
  }

  /// The group.
  @inlinable
  public var body: Base { base }
}
