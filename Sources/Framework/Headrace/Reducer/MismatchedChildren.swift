// Each of these overloads catches a mistake: the state and the action of a child are of different
// kinds, or its reducer is missing. Otherwise, the compiler's error would name a type that the
// author did not write, or give no reason at all.

@available(
  *, unavailable,
  message: """
    the action is a 'PresentationAction', so the state must be one of '@Presents', with its '$': \
    '.ifLet(\\.$child, action: \\.child)'
    """
)
extension Reducer {
  /// Rejects a `@Presents` property without its `$`.
  public func ifLet<ChildState, ChildAction, Child: Reducer>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> Self { self }

  /// Rejects a `@Presents` property without its `$`.
  public func ifLet(
    _ state: WritableKeyPath<State, (some Any)?>,
    action: CaseKeyPath<Action, PresentationAction<some Any>>
  ) -> Self { self }

  /// Rejects a question in a `@Presents` property without its `$`.
  public func ifLet(
    _ state: WritableKeyPath<State, (some EphemeralState)?>,
    action: CaseKeyPath<Action, PresentationAction<some Any>>
  ) -> Self { self }
}

@available(
  *, unavailable,
  message: """
    the state is of '@Presents', so the action must be a 'PresentationAction': \
    'case child(PresentationAction<Child.Action>)'
    """
)
extension Reducer {
  /// Rejects a `@Presents` property without the actions of a presentation.
  public func ifLet<ChildState, ChildAction, Child: Reducer>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> Self { self }

  /// Rejects a `@Presents` property without the actions of a presentation.
  public func ifLet(
    _ state: WritableKeyPath<State, PresentationState<some Any>>,
    action: CaseKeyPath<Action, some Any>
  ) -> Self { self }
}

@available(
  *, unavailable,
  message: """
    this case does not hold the actions of the child that is presented; write one that does: \
    'case child(PresentationAction<Child.Action>)'
    """
)
extension Reducer {
  /// Rejects a case with the presentation of another child.
  public func ifLet<Child: Reducer>(
    _ state: WritableKeyPath<State, PresentationState<some Any>>,
    action: CaseKeyPath<Action, PresentationAction<some Any>>,
    destination: () -> Child
  ) -> Self { self }

  /// Rejects a case with the presentation of another enum of reducers.
  public func ifLet(
    _ state: WritableKeyPath<State, PresentationState<some CaseReducerState>>,
    action: CaseKeyPath<Action, PresentationAction<some Any>>
  ) -> Self { self }
}

@available(
  *, unavailable,
  message: """
    this case does not hold the actions of the features on the stack; write one that does: \
    'case path(StackActionOf<Screen>)'
    """
)
extension Reducer {
  /// Rejects a case without the actions of the features on a stack.
  public func forEach<Element: Reducer>(
    _ state: WritableKeyPath<State, StackState<some Any>>,
    action: CaseKeyPath<Action, some Any>, element: () -> Element
  ) -> Self { self }

  /// Rejects a case without the actions of the features on a stack.
  public func forEach(
    _ state: WritableKeyPath<State, StackState<some Any>>, action: CaseKeyPath<Action, some Any>
  ) -> Self { self }

  /// Rejects a case with the actions of another enum of reducers.
  public func forEach<ElementState: CaseReducerState>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, some Any>>
  ) -> Self { self }
}

@available(
  *, unavailable,
  message: """
    this case does not hold the actions of the rows; write one that does: \
    'case rows(IdentifiedActionOf<Row>)'
    """
)
extension Reducer {
  /// Rejects a case without the rows' actions.
  public func forEach<Element: Reducer>(
    _ state: WritableKeyPath<State, IdentifiedArray<some Hashable & Sendable, some Any>>,
    action: CaseKeyPath<Action, some Any>, element: () -> Element
  ) -> Self { self }

  /// Rejects a case without the rows' actions.
  public func forEach(
    _ state: WritableKeyPath<State, IdentifiedArray<some Hashable & Sendable, some Any>>,
    action: CaseKeyPath<Action, some Any>
  ) -> Self { self }
}

@available(
  *, unavailable,
  message: """
    the rows of an 'Array' have no ids; keep them in an 'IdentifiedArray': \
    'var rows: IdentifiedArrayOf<Row.State> = []'
    """
)
extension Reducer {
  /// Rejects an array, whose rows have no ids.
  public func forEach<Element: Reducer>(
    _ state: WritableKeyPath<State, [some Any]>,
    action: CaseKeyPath<Action, some Any>, element: () -> Element
  ) -> Self { self }

  /// Rejects an array, whose rows have no ids.
  public func forEach(
    _ state: WritableKeyPath<State, [some Any]>, action: CaseKeyPath<Action, some Any>
  ) -> Self { self }
}

// MARK: - Mistakes Possible With Only One Operator

extension Reducer {
  /// Rejects a case without the child's actions.
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the child; write one that does: \
      'case child(Child.Action)'
      """
  )
  public func ifLet<Child: Reducer>(
    _ state: WritableKeyPath<State, (some Any)?>,
    action: CaseKeyPath<Action, some Any>, then wrapped: () -> Child
  ) -> Self { self }

  /// Rejects a case without the answers to a presented question.
  @available(
    *, unavailable,
    message: """
      this case does not hold the answers to the question; write one that does: for an \
      'AlertState<Alert>', 'case alert(PresentationAction<Alert>)'
      """
  )
  public func ifLet(
    _ state: WritableKeyPath<State, PresentationState<some EphemeralState>>,
    action: CaseKeyPath<Action, PresentationAction<some Any>>
  ) -> Self { self }

  /// Rejects a case without the answers to a question.
  @available(
    *, unavailable,
    message: """
      this case does not hold the answers to the question; write one that does: for an \
      'AlertState<Alert>', 'case alert(Alert)'
      """
  )
  public func ifLet(
    _ state: WritableKeyPath<State, (some EphemeralState)?>, action: CaseKeyPath<Action, some Any>
  ) -> Self { self }

  /// Rejects rows with the actions of a stack.
  @available(
    *, unavailable,
    message: """
      the state is an 'IdentifiedArray', so the action must be an 'IdentifiedAction': \
      'case rows(IdentifiedActionOf<Row>)'
      """
  )
  public func forEach<ElementState, ElementAction, Element: Reducer>(
    _ state: WritableKeyPath<
      State, IdentifiedArray<some Hashable & Sendable, ElementState>
    >,
    action: CaseKeyPath<Action, StackAction<some Any, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> Self { self }

  /// Rejects a stack with the actions of rows.
  @available(
    *, unavailable,
    message: """
      the state is a 'StackState', so the action must be a 'StackAction': \
      'case path(StackActionOf<Screen>)'
      """
  )
  public func forEach<ElementState, ElementAction, Element: Reducer>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<some Hashable & Sendable, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> Self { self }
}

// MARK: - Missing Reducers

// Only an enum of reducers and a question can be run without a closure; otherwise, the compiler's
// error would ask for one of those.

extension Reducer {
  /// Rejects a presentation without the reducer of the presented feature.
  @available(
    *, unavailable,
    message: "the child's reducer is missing: '.ifLet(\\.$child, action: \\.child) { Child() }'"
  )
  public func ifLet(
    _ state: WritableKeyPath<State, PresentationState<some Any>>,
    action: CaseKeyPath<Action, PresentationAction<some Any>>
  ) -> Self { self }

  /// Rejects an optional child without its reducer.
  @available(
    *, unavailable,
    message: """
      the child's reducer is missing: '.ifLet(\\.child, action: \\.child) { Child() }', or with \
      'Child.body' in the braces if 'Child' is an enum
      """
  )
  public func ifLet(
    _ state: WritableKeyPath<State, (some Any)?>, action: CaseKeyPath<Action, some Any>
  ) -> Self { self }

  /// Rejects rows without their reducer.
  @available(
    *, unavailable,
    message: """
      the rows' reducer is missing: '.forEach(\\.rows, action: \\.rows) { Row() }', or with \
      'Row.body' in the braces if 'Row' is an enum
      """
  )
  public func forEach<ID: Hashable & Sendable>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, some Any>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, some Any>>
  ) -> Self { self }

  /// Rejects a stack without the reducer of its screens.
  @available(
    *, unavailable,
    message: "the screens' reducer is missing: '.forEach(\\.path, action: \\.path) { Screen() }'"
  )
  public func forEach<ElementState>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, some Any>>
  ) -> Self { self }
}
