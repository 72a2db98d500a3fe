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
  /// The old value is retained while the action is reduced. Watch something small, such as a count:
  /// changing a watched collection copies it.
  ///
  /// - Parameters:
  ///   - value: The value to watch.
  ///   - handler: Changes the state further, and returns effects. It receives the value before the
  ///     change and the state after it.
  @inlinable
  public func onChange<Value: Equatable>(
    of value: @escaping (_ state: State) -> Value,
    _ handler: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> ErasedReducer<State, Action> {
    onChange(of: value, removeDuplicates: ==, handler)
  }

  /// Calls a closure after this reducer has changed a value, with a custom comparison.
  ///
  /// - Parameters:
  ///   - value: The value to watch.
  ///   - isSame: Returns true if the value before and the one after count as the same.
  ///   - handler: Changes the state further, and returns effects.
  @inlinable
  public func onChange<Value>(
    of value: @escaping (_ state: State) -> Value,
    removeDuplicates isSame: @escaping (_ oldValue: Value, _ newValue: Value) -> Bool,
    _ handler: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> ErasedReducer<State, Action> {
    watching(value, isSame) { oldValue, _, state, _ in handler(oldValue, &state) }
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
  ///   - reducer: Creates the reducer to run, from the value before and the one after.
  @inlinable
  public func onChange<Value: Equatable, Next: Reducer>(
    of value: @escaping (_ state: State) -> Value,
    @ReducerBuilder<State, Action>
    _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> Next
  ) -> ErasedReducer<State, Action>
  where Next.State == State, Next.Action == Action {
    onChange(of: value, removeDuplicates: ==, reducer)
  }

  /// Runs another reducer after this one has changed a value, with a custom comparison.
  ///
  /// - Parameters:
  ///   - value: The value to watch.
  ///   - isSame: Returns true if the value before and the one after count as the same.
  ///   - reducer: Creates the reducer to run, from the value before and the one after.
  @inlinable
  public func onChange<Value, Next: Reducer>(
    of value: @escaping (_ state: State) -> Value,
    removeDuplicates isSame: @escaping (_ oldValue: Value, _ newValue: Value) -> Bool,
    @ReducerBuilder<State, Action>
    _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> Next
  ) -> ErasedReducer<State, Action>
  where Next.State == State, Next.Action == Action {
    watching(value, isSame) { oldValue, newValue, state, action in
      reducer(oldValue, newValue).reduce(into: &state, action: action)
    }
  }

  /// Runs a closure after this reducer has changed a value.
  ///
  /// The closure receives the value before the change and the one after, the state and the action.
  @inlinable
  func watching<Value>(
    _ value: @escaping (State) -> Value, _ isSame: @escaping (Value, Value) -> Bool,
    _ handler: @escaping (Value, Value, inout State, Action) -> Effect<Action>
  ) -> ErasedReducer<State, Action> {
    ErasedReducer(self) { node, state, action in
      let oldValue = value(state)
      let effect = node.reduce(into: &state, action: action)
      let newValue = value(state)
      if isSame(oldValue, newValue) { return effect }
      return effect.merge(with: handler(oldValue, newValue, &state, action))
    }
  }
}
