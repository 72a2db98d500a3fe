extension Answer {
  /// Operators without a block that name the wrong case, or that need a block.
  static let unclosed: [Answer] = [
    feature(
      "EnumWithoutPresentation", others: screen, state: "@Presents var d: Screen.State?",
      action: "d(Screen.Action)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$d, action: \\.d)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: the state is of '@Presents', so the \
        action must be a 'PresentationAction': 'case child(PresentationAction<Child.Action>)'
        """
      ]
    ).mended(("d(Screen.Action)", "d(PresentationAction<Screen.Action>)")),
    feature(
      "EnumWithAnotherPresentation", others: screen, state: "@Presents var d: Screen.State?",
      action: "d(PresentationAction<Int>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$d, action: \\.d)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: this case does not hold the actions of \
        the child that is presented; write one that does: 'case \
        child(PresentationAction<Child.Action>)'
        """
      ]
    ).mended(("Action<Int>", "Action<Screen.Action>")),
    feature(
      "AlertWithoutPresentation", state: "@Presents var alert: AlertState<Never>?",
      action: "alert(Int)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$alert, action: \\.alert)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: the state is of '@Presents', so the \
        action must be a 'PresentationAction': 'case child(PresentationAction<Child.Action>)'
        """
      ]
    ).mended(("alert(Int)", "alert(PresentationAction<Never>)")),
    feature(
      "AlertWithOtherAnswers", state: "@Presents var alert: AlertState<Never>?",
      action: "alert(PresentationAction<Int>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$alert, action: \\.alert)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: this case does not hold the answers to \
        the question; write one that does: for an 'AlertState<Alert>', 'case \
        alert(PresentationAction<Alert>)'
        """
      ]
    ).mended(("<Int>", "<Never>")),
    feature(
      "AlertWithoutDollar", state: "@Presents var alert: AlertState<Never>?",
      action: "alert(PresentationAction<Never>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.alert, action: \\.alert)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: the action is a 'PresentationAction', so \
        the state must be one of '@Presents', with its '$': '.ifLet(\\.$child, action: \\.child)'
        """
      ]
    ).mended(("\\.alert,", "\\.$alert,")),
    feature(
      "PlainAlertWithOtherAnswers", state: "var alert: AlertState<Never>?",
      action: "alert(Int)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.alert, action: \\.alert)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: this case does not hold the answers to \
        the question; write one that does: for an 'AlertState<Alert>', 'case alert(Alert)'
        """
      ]
    ).mended(("alert(Int)", "alert(Never)")),
    feature(
      "PresentedWithNeither", state: "@Presents var child: Child.State?",
      action: "child(PresentationAction<Child.Action>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.child, action: \\.child)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: the action is a 'PresentationAction', so \
        the state must be one of '@Presents', with its '$': '.ifLet(\\.$child, action: \\.child)'
        """
      ]
    ).mended(
      (".ifLet(\\.child, action: \\.child)", ".ifLet(\\.$child, action: \\.child) { Child() }")
    ),
    feature(
      "EnumWithoutDollar", others: screen, state: "@Presents var d: Screen.State?",
      action: "d(PresentationAction<Screen.Action>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.d, action: \\.d)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: the action is a 'PresentationAction', so \
        the state must be one of '@Presents', with its '$': '.ifLet(\\.$child, action: \\.child)'
        """
      ]
    ).mended(("\\.d,", "\\.$d,")),
    feature(
      "OptionalWithoutAReducer", state: "var child: Child.State?",
      action: "child(Child.Action)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.child, action: \\.child)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: the child's reducer is missing: \
        '.ifLet(\\.child, action: \\.child) { Child() }', or with 'Child.body' in the braces if \
        'Child' is an enum
        """
      ]
    ).mended(("action: \\.child)", "action: \\.child) { Child() }")),
    feature(
      "OptionalEnumWithoutAReducer", others: screen, state: "var child: Screen.State?",
      action: "child(Screen.Action)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.child, action: \\.child)
        """,
      says: [
        """
        6:8: error: 'ifLet(_:action:)' is unavailable: the child's reducer is missing: \
        '.ifLet(\\.child, action: \\.child) { Child() }', or with 'Child.body' in the braces if \
        'Child' is an enum
        """
      ]
    ).mended(("action: \\.child)", "action: \\.child) { Screen.body }")),
    feature(
      "EnumStackWithAnotherCase", others: screen, state: "var path = StackState<Screen.State>()",
      action: "path(Int)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.path, action: \\.path)
        """,
      says: [
        """
        6:8: error: 'forEach(_:action:)' is unavailable: this case does not hold the actions of \
        the features on the stack; write one that does: 'case path(StackActionOf<Screen>)'
        """
      ]
    ).mended(("path(Int)", "path(StackActionOf<Screen>)")),
    feature(
      "EnumStackWithOtherActions", others: screen, state: "var path = StackState<Screen.State>()",
      action: "path(StackAction<Screen.State, Int>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.path, action: \\.path)
        """,
      says: [
        """
        6:8: error: 'forEach(_:action:)' is unavailable: this case does not hold the actions of \
        the features on the stack; write one that does: 'case path(StackActionOf<Screen>)'
        """
      ]
    ).mended(("StackAction<Screen.State, Int>", "StackActionOf<Screen>")),
    feature(
      "EnumStackWithRowActions", others: screen, state: "var path = StackState<Screen.State>()",
      action: "path(IdentifiedAction<Int, Screen.Action>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.path, action: \\.path)
        """,
      says: [
        """
        6:8: error: 'forEach(_:action:)' is unavailable: this case does not hold the actions of \
        the features on the stack; write one that does: 'case path(StackActionOf<Screen>)'
        """
      ]
    ).mended(("IdentifiedAction<Int, Screen.Action>", "StackActionOf<Screen>")),
    feature(
      "UnclosedRowsWithAnotherCase", state: "var rows: IdentifiedArrayOf<Child.State> = []",
      action: "rows(Int)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.rows)
        """,
      says: [
        """
        6:8: error: 'forEach(_:action:)' is unavailable: this case does not hold the actions of \
        the rows; write one that does: 'case rows(IdentifiedActionOf<Row>)'
        """
      ]
    ).mended(
      ("rows(Int)", "rows(IdentifiedActionOf<Child>)"),
      ("action: \\.rows)", "action: \\.rows) { Child() }")
    ),
    feature(
      "UnclosedArray", state: "var rows: [Child.State] = []",
      action: "rows(IdentifiedActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.rows)
        """,
      says: [
        """
        6:8: error: 'forEach(_:action:)' is unavailable: the rows of an 'Array' have no ids; \
        keep them in an 'IdentifiedArray': 'var rows: IdentifiedArrayOf<Row.State> = []'
        """
      ]
    ).mended(
      ("[Child.State]", "IdentifiedArrayOf<Child.State>"),
      ("action: \\.rows)", "action: \\.rows) { Child() }")
    ),
    feature(
      "EnumWithNoCase", others: screen, state: "@Presents var d: Screen.State?",
      action: "d(PresentationAction<Screen.Action>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$d, action: \\.e)
        """,
      says: [
        """
        3:30: warning: 'd' holds the actions of 'Screen', and 'body' runs no 'Screen', so only \
        the reducers of 'Feature' itself see them. Add it with '.ifLet(\\.$d, action: \\.d) { \
        Screen() }', or with 'Screen.body' in the braces if 'Screen' is an enum.
        """,
        """
        6:28: error: value of type 'any KeyPath<Case<EnumWithNoCase.Feature.Action>, \
        Case<PresentationAction<EnumWithNoCase.Screen.Action>>> & Sendable' has no dynamic \
        member 'e' using key path from root type 'EnumWithNoCase.Feature.Action.AllCasePaths'
        """,
      ]
    ).mended(("\\.e)", "\\.d)")),
  ]
}
