/// Combines the reducers of a closure into one that runs them in order, top to bottom.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// The reducer built from a part whose type is erased.
  public typealias Erased = ErasedReducer<State, Action>

  /// Accepts one reducer.
  ///
  /// The second parameter is never passed. It prevents the compiler from opening an `any Reducer`
  /// here, which no other part of the builder could accept.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(
    _ expression: R, _ type: R.Type = R.self
  ) -> R {
    expression
  }

  /// Accepts a reducer of which only the state and action types are known.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// Accepts an optional reducer.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ expression: R?) -> Erased {
    buildOptional(expression)
  }

  /// Rejects a reducer's type where a reducer is expected.
  @available(
    *, unavailable,
    message: "a reducer is a value: write 'Feature()', or 'Screen.body' for an enum of reducers"
  )
  public static func buildExpression<R: Reducer<State, Action>>(_ type: R.Type) -> R {
    preconditionFailure("A type reduces nothing.")
  }

  /// Begins with the first reducer.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// Adds the next reducer.
  @inlinable
  public static func buildPartialBlock<
    First: Reducer<State, Action>, Second: Reducer<State, Action>
  >(accumulated: First, next: Second) -> ReducerPair<First, Second> {
    ReducerPair(accumulated, next)
  }

  /// Builds an empty block.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// Builds `if` without `else`.
  ///
  /// It is not generic: where the condition is false, the compiler passes `nil`, which has no type.
  @inlinable
  public static func buildOptional(_ component: (any Reducer<State, Action>)?) -> Erased {
    guard let component else { return ErasedReducer(EmptyReducer()) }
    return ErasedReducer(component)
  }

  /// Builds the first branch of a choice.
  @inlinable
  public static func buildEither(first component: some Reducer<State, Action>) -> Erased {
    ErasedReducer(component)
  }

  /// Builds the second branch of a choice.
  @inlinable
  public static func buildEither(second component: some Reducer<State, Action>) -> Erased {
    ErasedReducer(component)
  }

  /// Builds `for … in`.
  @inlinable
  public static func buildArray(_ components: [some Reducer<State, Action>]) -> Erased {
    ErasedReducer { context in
      let nodes = components.map { $0._makeNode(in: context) }
      return CompiledReducer(
        run: { state, action in
          nodes.reduce(.none) { $0.merge(with: $1.reduce(into: &state, action: action)) }
        },
        findLost: { scope, state in
          for node in nodes { node._findLostScopes(in: scope, state: &state) }
        })
    }
  }

  /// Builds `if #available`.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ component: R
  ) -> Reduce<State, Action> {
    Reduce(component)
  }

  /// Builds the result of the closure.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ component: R) -> R {
    component
  }
}
