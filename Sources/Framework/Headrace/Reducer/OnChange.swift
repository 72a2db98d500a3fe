extension Reducer {
  /// Calls a closure after this reducer has changed a value.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onChange(of: \.query) { oldQuery, state in
  ///     state.results = []
  ///     return .run { [query = state.query] send in … }
  ///   }
  /// ```
  ///
  /// It sees only changes by the reducer that it is applied to; group several with
  /// ``CombineReducers``. It is called at most once per action.
  ///
  /// The old value is held while the action is reduced. Watch something small, such as a count: a
  /// collection that is watched and changed is copied.
  ///
  /// - Parameters:
  ///   - value: The value to watch.
  ///   - handler: Changes the state further, and returns effects. It gets the value before the
  ///     change and the state after it.
  @inlinable
  public func onChange<Value: Equatable>(
    of value: @escaping (_ state: State) -> Value,
    _ handler: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> OnChangeReducer<Self, Value> {
    OnChangeReducer(base: self, value: value, isSame: ==, handler: handler)
  }

  /// Calls a closure after this reducer has changed a value, with a custom comparison.
  ///
  /// - Parameters:
  ///   - value: The value to watch.
  ///   - isSame: Whether the value before and the one after count as the same.
  ///   - handler: Changes the state further, and returns effects.
  @inlinable
  public func onChange<Value>(
    of value: @escaping (_ state: State) -> Value,
    removeDuplicates isSame: @escaping (_ oldValue: Value, _ newValue: Value) -> Bool,
    _ handler: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> OnChangeReducer<Self, Value> {
    OnChangeReducer(base: self, value: value, isSame: isSame, handler: handler)
  }

  /// Runs another reducer after this one has changed a value.
  ///
  /// ```swift
  /// .onChange(of: \.isOnline) { wasOnline, isOnline in
  ///   Reduce { state, action in … }
  /// }
  /// ```
  ///
  /// The closure is called for every change. Its reducer should be a leaf such as `Reduce`: it is
  /// called by hand, so effects of children below it would belong to this reducer.
  ///
  /// - Parameters:
  ///   - value: The value to watch.
  ///   - reducer: Makes the reducer to run, from the value before and the one after.
  @inlinable
  public func onChange<Value: Equatable, Next: Reducer>(
    of value: @escaping (_ state: State) -> Value,
    @ReducerBuilder<State, Action>
    _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> Next
  ) -> OnChangeBuildingReducer<Self, Value, Next>
  where Next.State == State, Next.Action == Action {
    OnChangeBuildingReducer(base: self, value: value, isSame: ==, next: reducer)
  }

  /// Runs another reducer after this one has changed a value, with a custom comparison.
  ///
  /// - Parameters:
  ///   - value: The value to watch.
  ///   - isSame: Whether the value before and the one after count as the same.
  ///   - reducer: Makes the reducer to run, from the value before and the one after.
  @inlinable
  public func onChange<Value, Next: Reducer>(
    of value: @escaping (_ state: State) -> Value,
    removeDuplicates isSame: @escaping (_ oldValue: Value, _ newValue: Value) -> Bool,
    @ReducerBuilder<State, Action>
    _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> Next
  ) -> OnChangeBuildingReducer<Self, Value, Next>
  where Next.State == State, Next.Action == Action {
    OnChangeBuildingReducer(base: self, value: value, isSame: isSame, next: reducer)
  }
}

/// A reducer and what follows its changes of one value; made by `onChange(of:)`.
public struct OnChangeReducer<Base: Reducer, Value>: OperatorReducer {
  /// The state of the base.
  public typealias State = Base.State

  /// The action of the base.
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let value: (State) -> Value
  @usableFromInline let isSame: (Value, Value) -> Bool
  @usableFromInline let handler: (Value, inout State) -> Effect<Action>

  @inlinable
  init(
    base: Base, value: @escaping (State) -> Value, isSame: @escaping (Value, Value) -> Bool,
    handler: @escaping (Value, inout State) -> Effect<Action>
  ) {
    self.base = base
    self.value = value
    self.isSame = isSame
    self.handler = handler
  }

  /// Makes the node of the base, and watches it.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _OnChangeNode<Base._Node, Value> {
    _OnChangeNode(base: base._makeNode(in: context), value: value, isSame: isSame) {
      [handler] oldValue, _, state, _ in handler(oldValue, &state)
    }
  }
}

/// A reducer and the one that follows its changes of one value; made by `onChange(of:)`.
public struct OnChangeBuildingReducer<Base: Reducer, Value, Next: Reducer>: OperatorReducer
where Next.State == Base.State, Next.Action == Base.Action {
  /// The state of the base.
  public typealias State = Base.State

  /// The action of the base.
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let value: (State) -> Value
  @usableFromInline let isSame: (Value, Value) -> Bool
  @usableFromInline let next: (Value, Value) -> Next

  @inlinable
  init(
    base: Base, value: @escaping (State) -> Value, isSame: @escaping (Value, Value) -> Bool,
    next: @escaping (Value, Value) -> Next
  ) {
    self.base = base
    self.value = value
    self.isSame = isSame
    self.next = next
  }

  /// Makes the node of the base, and watches it.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _OnChangeNode<Base._Node, Value> {
    _OnChangeNode(base: base._makeNode(in: context), value: value, isSame: isSame) {
      [next] oldValue, newValue, state, action in
      next(oldValue, newValue).reduce(into: &state, action: action)
    }
  }
}

/// The node of ``OnChangeReducer`` and of ``OnChangeBuildingReducer``.
public final class _OnChangeNode<Base: _ReducerNode, Value>: _ReducerNode {
  /// What follows a change: gets the value before it and the one after, the state and the action.
  @usableFromInline
  typealias Handler = (Value, Value, inout Base.State, Base.Action) -> Effect<Base.Action>

  @usableFromInline let base: Base
  @usableFromInline let value: (Base.State) -> Value
  @usableFromInline let isSame: (Value, Value) -> Bool
  @usableFromInline let handler: Handler

  @usableFromInline
  init(
    base: Base, value: @escaping (Base.State) -> Value,
    isSame: @escaping (Value, Value) -> Bool, handler: @escaping Handler
  ) {
    self.base = base
    self.value = value
    self.isSame = isSame
    self.handler = handler
  }

  /// Runs the base, then what follows if the value has changed.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let oldValue = value(state)
    let effect = base.reduce(into: &state, action: action)
    let newValue = value(state)
    if isSame(oldValue, newValue) { return effect }
    return effect.merge(with: handler(oldValue, newValue, &state, action))
  }

  /// Passes the call on to the base.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
  }
}
