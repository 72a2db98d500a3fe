// Each of these overloads catches an operator without a block whose case does not hold the actions
// that the operator needs. Without one of them, the compiler can't say what is wrong, or reports
// that the child is missing.

extension Reducer {
  /// Rejects a `@Presents` property without the actions of a presentation.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the state is of '@Presents', so the action must be a 'PresentationAction': \
      'case child(PresentationAction<Child.Action>)'
      """
  )
  public func ifLet<ChildState, OtherPayload>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>
  ) -> Self { self }

  /// Rejects a case that holds the presentation of another enum of reducers.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the child that is presented; write one that does: \
      'case child(PresentationAction<Child.Action>)'
      """
  )
  public func ifLet<ChildState: CaseReducerState, OtherPayload>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toOtherPayload: CaseKeyPath<Action, PresentationAction<OtherPayload>>
  ) -> Self { self }

  /// Rejects a case that does not hold the answers to a question that is presented.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the answers to the question; write one that does: for an \
      'AlertState<Alert>', 'case alert(PresentationAction<Alert>)'
      """
  )
  public func ifLet<Question: EphemeralState, OtherPayload>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<Question>>,
    action toOtherPayload: CaseKeyPath<Action, PresentationAction<OtherPayload>>
  ) -> Self { self }

  /// Rejects a case that does not hold the answers to a question.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the answers to the question; write one that does: for an \
      'AlertState<Alert>', 'case alert(Alert)'
      """
  )
  public func ifLet<Question: EphemeralState, OtherPayload>(
    _ toQuestion: WritableKeyPath<State, Question?>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>
  ) -> Self { self }

  /// Rejects a question in a `@Presents` property without its `$`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the action is a 'PresentationAction', so the state must be one of '@Presents', with its '$': \
      '.ifLet(\\.$child, action: \\.child)'
      """
  )
  public func ifLet<Question: EphemeralState, Answer>(
    _ toQuestion: WritableKeyPath<State, Question?>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<Answer>>
  ) -> Self { self }

  /// Rejects a `@Presents` property without its `$`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the action is a 'PresentationAction', so the state must be one of '@Presents', with its '$': \
      '.ifLet(\\.$child, action: \\.child)'
      """
  )
  public func ifLet<ChildState, ChildAction>(
    _ toWrappedState: WritableKeyPath<State, ChildState?>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>
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
  public func forEach<ElementState, OtherPayload>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>
  ) -> Self { self }

  /// Rejects a case that holds the actions of another enum of reducers.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the features on the stack; write one that does: \
      'case path(StackActionOf<Screen>)'
      """
  )
  public func forEach<ElementState: CaseReducerState, OtherPayload>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toOtherPayload: CaseKeyPath<Action, StackAction<ElementState, OtherPayload>>
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
  public func forEach<ElementState, OtherPayload, ID: Hashable & Sendable>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>
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
  public func forEach<ElementState, AnyAction>(
    _ toElementsState: WritableKeyPath<State, [ElementState]>,
    action toAction: CaseKeyPath<Action, AnyAction>
  ) -> Self { self }
}
