/// Combines the reducers of a block into one that runs them in order, top to bottom.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// Takes one reducer of the block.
  ///
  /// The second parameter is never passed. It keeps the compiler from opening an `any Reducer`
  /// here, which no other part of the builder could accept.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(
    _ expression: R, _ type: R.Type = R.self
  ) -> R {
    expression
  }

  /// Takes a reducer whose only known types are its state and action.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// Rejects a reducer's type in place of a reducer.
  @available(
    *, unavailable,
    message: "a reducer is a value: write 'Feature()', or 'Screen.body' for an enum of reducers"
  )
  public static func buildExpression<R: Reducer<State, Action>>(_ type: R.Type) -> R {
    preconditionFailure("A type reduces nothing.")
  }

  /// Begins with the first reducer.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

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
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(
    _ component: R?
  ) -> ReducerChoice<R, EmptyReducer<State, Action>> {
    if let component { .first(component) } else { .second(EmptyReducer()) }
  }

  /// Builds the first branch of a choice.
  @inlinable
  public static func buildEither<
    First: Reducer<State, Action>, Second: Reducer<State, Action>
  >(first component: First) -> ReducerChoice<First, Second> {
    .first(component)
  }

  /// Builds the second branch of a choice.
  @inlinable
  public static func buildEither<
    First: Reducer<State, Action>, Second: Reducer<State, Action>
  >(second component: Second) -> ReducerChoice<First, Second> {
    .second(component)
  }

  /// Builds `for … in`.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ components: [R]) -> ReducerList<R> {
    ReducerList(components)
  }

  /// Builds `if #available`.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ component: R
  ) -> Reduce<State, Action> {
    Reduce(component)
  }

  /// Ends the block.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ component: R) -> R {
    component
  }
}
