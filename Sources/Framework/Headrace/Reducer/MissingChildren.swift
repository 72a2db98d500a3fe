// Each of these catches an operator without its child. Only an enum of reducers and a question may
// be run without one; without these, the compiler's error asks for one of those.

extension Reducer {
  /// Rejects a presentation without the reducer of what is presented.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the child's reducer is missing: '.ifLet(\\.$child, action: \\.child) { Child() }'
      """
  )
  public func ifLet<ChildState, ChildAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Self { self }

  /// Rejects an optional child without its reducer.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the child's reducer is missing: '.ifLet(\\.child, action: \\.child) { Child() }', or with \
      'Child.body' in the braces if 'Child' is an enum
      """
  )
  public func ifLet<ChildState, AnyAction>(
    _ toWrappedState: WritableKeyPath<State, ChildState?>,
    action toWrappedAction: CaseKeyPath<Action, AnyAction>
  ) -> Self { self }

  /// Rejects rows without their reducer.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the rows' reducer is missing: '.forEach(\\.rows, action: \\.rows) { Row() }', or with \
      'Row.body' in the braces if 'Row' is an enum
      """
  )
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> Self { self }

  /// Rejects a stack without the reducer of its screens.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the screens' reducer is missing: '.forEach(\\.path, action: \\.path) { Screen() }'
      """
  )
  public func forEach<ElementState, ElementAction>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Self { self }
}
