// Each of these catches a mistake: state and action of a child are of different kinds. Without
// them, the compiler's error names a type that the author did not write, or no reason at all.

extension Reducer {
  /// Rejects a `@Presents` property without its `$`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the action is a 'PresentationAction', so the state must be one of '@Presents', with its '$': \
      '.ifLet(\\.$child, action: \\.child)'
      """
  )
  public func ifLet<ChildState, ChildAction, Child: Reducer>(
    _ toWrappedState: WritableKeyPath<State, ChildState?>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> Self { self }

  /// Rejects a `@Presents` property without the actions of a presentation.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the state is of '@Presents', so the action must be a 'PresentationAction': \
      'case child(PresentationAction<Child.Action>)'
      """
  )
  public func ifLet<ChildState, ChildAction, Child: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> Self { self }

  /// Rejects rows with the actions of a stack.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the state is an 'IdentifiedArray', so the action must be an 'IdentifiedAction': \
      'case rows(IdentifiedActionOf<Row>)'
      """
  )
  public func forEach<
    ElementState, OtherState, ElementAction, ID: Hashable & Sendable, Element: Reducer
  >(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<OtherState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> Self { self }

  /// Rejects a stack with the actions of rows.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the state is a 'StackState', so the action must be a 'StackAction': \
      'case path(StackActionOf<Screen>)'
      """
  )
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> Self { self }

  /// Rejects an array, whose rows have no ids.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the rows of an 'Array' have no ids; keep them in an 'IdentifiedArray': \
      'var rows: IdentifiedArrayOf<Row.State> = []'
      """
  )
  public func forEach<ElementState, AnyAction, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, [ElementState]>,
    action toAction: CaseKeyPath<Action, AnyAction>,
    element: () -> Element
  ) -> Self { self }

  /// Rejects a case that does not hold the child's actions.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the child; write one that does: \
      'case child(Child.Action)'
      """
  )
  public func ifLet<ChildState, OtherPayload, Child: Reducer>(
    _ toWrappedState: WritableKeyPath<State, ChildState?>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>,
    then wrapped: () -> Child
  ) -> Self { self }

  /// Rejects a case that holds the presentation of another child.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the child that is presented; write one that does: \
      'case child(PresentationAction<Child.Action>)'
      """
  )
  public func ifLet<ChildState, OtherPayload, Child: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toOtherPayload: CaseKeyPath<Action, PresentationAction<OtherPayload>>,
    destination: () -> Child
  ) -> Self { self }

  /// Rejects a case that does not hold the rows' actions.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the rows; write one that does: \
      'case rows(IdentifiedActionOf<Row>)'
      """
  )
  public func forEach<ElementState, OtherPayload, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>,
    element: () -> Element
  ) -> Self { self }

  /// Rejects a case that does not hold the actions of the features on a stack.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the features on the stack; write one that does: \
      'case path(StackActionOf<Screen>)'
      """
  )
  public func forEach<ElementState, OtherPayload, Element: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>,
    element: () -> Element
  ) -> Self { self }
}
