extension Answer {
  /// Operators with a wrong case, or without one.
  static let cases: [Answer] = [
    parent(
      "PresentedWithNoCase", state: "@Presents var child: Child.State?",
      action: "child(PresentationAction<Child.Action>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$child, action: \\.kid) { Child() }
        """,
      says: """
        6:32: error: value of type 'any KeyPath<Case<PresentedWithNoCase.Feature.Action>, \
        Case<PresentationAction<PresentedWithNoCase.Child.Action>>> & Sendable' has no dynamic \
        member 'kid' using key path from root type \
        'PresentedWithNoCase.Feature.Action.AllCasePaths'
        """),
    parent(
      "PresentedWithAnotherCase",
      state: "@Presents var child: Child.State?; var plain: Child.State?",
      action: "child(PresentationAction<Child.Action>), plain(Child.Action)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$child, action: \\.plain) { Child() }
        """,
      says: """
        3:30: warning: 'child' holds the actions of 'Child', and 'body' runs no 'Child' for it, so \
        only the reducers of 'Feature' itself see them. Add it with \
        '.ifLet(\\.$child, action: \\.child) { Child() }', or with 'Child.body' in the braces if \
        'Child' is an enum.
        """,
      """
      6:8: error: 'ifLet(_:action:destination:)' is unavailable: the state is of '@Presents', so \
      the action must be a 'PresentationAction': 'case child(PresentationAction<Child.Action>)'
      """),
    parent(
      "RowsWithNoCase", state: "var rows: IdentifiedArrayOf<Child.State> = []",
      action: "rows(IdentifiedActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.row) { Child() }
        """,
      says: """
        6:32: error: value of type 'any KeyPath<Case<RowsWithNoCase.Feature.Action>, \
        Case<IdentifiedAction<Int, RowsWithNoCase.Child.Action>>> & Sendable' has no dynamic \
        member 'row' using key path from root type \
        'RowsWithNoCase.Feature.Action.AllCasePaths'
        """),
    parent(
      "StackWithNoCase", state: "var path = StackState<Child.State>()",
      action: "path(StackActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.path, action: \\.way) { Child() }
        """,
      says: """
        6:32: error: value of type 'any KeyPath<Case<StackWithNoCase.Feature.Action>, \
        Case<StackAction<StackWithNoCase.Child.State, StackWithNoCase.Child.Action>>> & \
        Sendable' has no dynamic member 'way' using key path from root type \
        'StackWithNoCase.Feature.Action.AllCasePaths'
        """),
    parent(
      "OptionalWithNoCase", state: "var child: Child.State?",
      action: "child(Child.Action)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.child, action: \\.kid) { Child() }
        """,
      says: """
        6:31: error: value of type 'any KeyPath<Case<OptionalWithNoCase.Feature.Action>, \
        Case<OptionalWithNoCase.Child.Action>> & Sendable' has no dynamic member 'kid' using \
        key path from root type 'OptionalWithNoCase.Feature.Action.AllCasePaths'
        """),
    Answer(
      name: "CaseWithNoCase",
      code: """
        @Reducer struct Feature {
          enum State { case open(Child.State), closed }
          enum Action { case open(Child.Action), closed }
          var body: some ReducerOf<Self> {
            Reduce { _, _ in .none }
              .ifCaseLet(\\.open, action: \\.kid) { Child() }
          }
        }
        \(child)
        """,
      says: [
        """
        6:34: error: value of type 'any KeyPath<Case<CaseWithNoCase.Feature.Action>, \
        Case<CaseWithNoCase.Child.Action>> & Sendable' has no dynamic member 'kid' using key \
        path from root type 'CaseWithNoCase.Feature.Action.AllCasePaths'
        """
      ]),
    Answer(
      name: "NoSuchCaseOfTheState",
      code: """
        @Reducer struct Feature {
          enum State { case open(Child.State), closed }
          enum Action { case open(Child.Action), closed }
          var body: some ReducerOf<Self> {
            Reduce { _, _ in .none }
              .ifCaseLet(\\.opened, action: \\.open) { Child() }
          }
        }
        \(child)
        """,
      says: [
        """
        6:18: error: value of type 'any KeyPath<Case<NoSuchCaseOfTheState.Feature.State>, \
        Case<NoSuchCaseOfTheState.Child.State>> & Sendable' has no dynamic member 'opened' \
        using key path from root type 'NoSuchCaseOfTheState.Feature.State.AllCasePaths'
        """
      ]),
    parent(
      "OptionalWithAnotherCase", state: "var child: Child.State?",
      action: "child(Child.Action), number(Int)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.child, action: \\.number) { Child() }
        """,
      says: noActionsOfTheChild),
    parent(
      "OptionalWithATuple", state: "var child: Child.State?",
      action: "child(Child.Action), moved(x: Int, y: Int)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.child, action: \\.moved) { Child() }
        """,
      says: noActionsOfTheChild),
    parent(
      "PresentedWithAnotherChild", state: "@Presents var child: Child.State?",
      action: "child(PresentationAction<Child.Action>), other(PresentationAction<Int>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$child, action: \\.other) { Child() }
        """,
      says: """
        6:8: error: 'ifLet(_:action:destination:)' is unavailable: this case does not hold the \
        actions of the child that is presented; write one that does: \
        'case child(PresentationAction<Child.Action>)'
        """),
    parent(
      "RowsWithAnotherCase", state: "var rows: IdentifiedArrayOf<Child.State> = []",
      action: "rows(IdentifiedActionOf<Child>), number(Int)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.number) { Child() }
        """,
      says: """
        6:8: error: 'forEach(_:action:element:)' is unavailable: this case does not hold the \
        actions of the rows; write one that does: 'case rows(IdentifiedActionOf<Row>)'
        """),
    parent(
      "StackWithAnotherCase", state: "var path = StackState<Child.State>()",
      action: "path(StackActionOf<Child>), number(Int)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.path, action: \\.number) { Child() }
        """,
      says: """
        6:8: error: 'forEach(_:action:element:)' is unavailable: this case does not hold the \
        actions of the features on the stack; write one that does: \
        'case path(StackActionOf<Screen>)'
        """),
    parent(
      "ScopeWithAnotherCase", state: "var child = Child.State()",
      action: "child(Child.Action), moved(x: Int, y: Int)",
      body: """
            Scope(state: \\.child, action: \\.moved) { Child() }
            Scope(state: \\.child, action: \\.child) { Child() }
        """,
      says: """
        5:46: error: cannot convert value of type 'ScopeWithAnotherCase.Child.Action' to expected \
        argument type '(x: Int, y: Int)'
        """),
  ]

  private static let noActionsOfTheChild = """
    6:8: error: 'ifLet(_:action:then:)' is unavailable: this case does not hold the actions of the \
    child; write one that does: 'case child(Child.Action)'
    """
}
