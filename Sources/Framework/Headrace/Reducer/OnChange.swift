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
    onChange(of: value, removeDuplicates: ==, handler)
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
    OnChangeReducer(base: self, value: value, isSame: isSame) { oldValue, _, state, _ in
      handler(oldValue, &state)
    }
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
  ) -> OnChangeReducer<Self, Value>
  where Next.State == State, Next.Action == Action {
    onChange(of: value, removeDuplicates: ==, reducer)
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
  ) -> OnChangeReducer<Self, Value>
  where Next.State == State, Next.Action == Action {
    OnChangeReducer(base: self, value: value, isSame: isSame) { oldValue, newValue, state, action in
      reducer(oldValue, newValue).reduce(into: &state, action: action)
    }
  }
}

/// A reducer and what follows its changes of one value; made by `onChange(of:)`.
public struct OnChangeReducer<Base: Reducer, Value>: WrapperReducer {
  /// The reducer whose changes are watched.
  public let base: Base
  @usableFromInline let value: (Base.State) -> Value
  @usableFromInline let isSame: (Value, Value) -> Bool
  /// What follows: it gets the value before the change and the one after, the state and the action.
  @usableFromInline
  let handler: (Value, Value, inout Base.State, Base.Action) -> Effect<Base.Action>

  @inlinable
  init(
    base: Base, value: @escaping (Base.State) -> Value, isSame: @escaping (Value, Value) -> Bool,
    handler: @escaping (Value, Value, inout Base.State, Base.Action) -> Effect<Base.Action>
  ) {
    self.base = base
    self.value = value
    self.isSame = isSame
    self.handler = handler
  }

  /// Runs the base, then what follows if the value has changed.
  @inlinable
  public func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    let oldValue = value(state)
    let effect = base.reduce(into: &state, action: action)
    let newValue = value(state)
    if isSame(oldValue, newValue) { return effect }
    return effect.merge(with: handler(oldValue, newValue, &state, action))
  }
}
