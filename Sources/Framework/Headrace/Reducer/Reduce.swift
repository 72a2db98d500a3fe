/// A reducer given as a closure.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let closure: (inout State, Action) -> Effect<Action>
  /// The reducer whose type is erased; `nil` for a closure.
  @usableFromInline let hidden: (any Reducer<State, Action>)?

  /// Creates a reducer from a closure.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.closure = reduce
    self.hidden = nil
  }

  /// Erases the type of another reducer.
  ///
  /// The store compiles it when the first action reaches it, so a feature can contain itself here.
  @inlinable
  public init(_ reducer: any Reducer<State, Action>) {
    self.closure = { state, action in reducer.reduce(into: &state, action: action) }
    self.hidden = reducer
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure(&state, action)
  }
}

/// A reducer that changes nothing and returns no effects.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates the reducer.
  @inlinable
  public init() {}

  /// Returns no effect.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// Groups reducers, so that an operator can be applied to all of them.
public struct CombineReducers<State, Action, Base: Reducer<State, Action>>: Reducer {
  @usableFromInline let base: Base

  /// Creates a group from the reducers in a closure.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Base) { self.base = build() }

  /// The reducers of the group.
  @inlinable
  public var body: Base { base }
}
