extension Answer {
  /// Children that are not run, or that can't change their state.
  static let unrun: [Answer] = [
    feature(
      "OneOfTwoChildren", state: "var left = Child.State(); var right = Child.State()",
      action: "left(Child.Action), right(Child.Action)",
      body: "    Scope(state: \\.left, action: \\.left) { Child() }",
      says: [
        """
        3:50: warning: 'right' holds the actions of 'Child', and 'body' runs no 'Child' for it, \
        so only the reducers of 'Feature' itself see them. Add it with 'Scope(state: \\.right, \
        action: \\.right) { Child() }', or with 'Child.body' in the braces if 'Child' is an enum.
        """
      ]
    ).mended(
      (
        """
        { Child() }

        """,
        """
        { Child() }
            Scope(state: \\.right, action: \\.right) { Child() }

        """
      )
    ),
    feature(
      "OneChildTwice", state: "var left = Child.State(); var right = Child.State()",
      action: "left(Child.Action), right(Child.Action)",
      body: """
            Scope(state: \\.left, action: \\.left) { Child() }
            Scope(state: \\.right, action: \\.left) { Child() }
        """,
      says: [
        """
        3:50: warning: 'right' holds the actions of 'Child', and 'body' runs no 'Child' for it, \
        so only the reducers of 'Feature' itself see them. Add it with 'Scope(state: \\.right, \
        action: \\.right) { Child() }', or with 'Child.body' in the braces if 'Child' is an enum.
        """
      ]
    ).mended(("\\.right, action: \\.left", "\\.right, action: \\.right")),
    feature(
      "OneOfTwoPresentations",
      state: "@Presents var left: Child.State?; @Presents var right: Child.State?",
      action: "left(PresentationAction<Child.Action>), right(PresentationAction<Child.Action>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$right, action: \\.right) { Child() }
        """,
      says: [
        """
        3:30: warning: 'left' holds the actions of 'Child', and 'body' runs no 'Child' for it, \
        so only the reducers of 'Feature' itself see them. Add it with '.ifLet(\\.$left, \
        action: \\.left) { Child() }', or with 'Child.body' in the braces if 'Child' is an enum.
        """
      ]
    ).mended(("{ Child() }", "{ Child() }.ifLet(\\.$left, action: \\.left) { Child() }")),
    feature(
      "NestedStackThatIsNotRun", state: "var path = StackState<Path.State>()",
      action: "path(StackActionOf<Path>)",
      nested: "  @Reducer enum Path { case child(Child) }",
      body: "    Reduce { _, _ in .none }",
      says: [
        """
        3:30: warning: 'path' holds the actions of 'Path', and 'body' runs no 'Path', so only \
        the reducers of 'Feature' itself see them. Add it with '.forEach(\\.path, action: \
        \\.path)'.
        """
      ]
    ).mended(
      ("Reduce { _, _ in .none }", "Reduce { _, _ in .none }.forEach(\\.path, action: \\.path)")
    ),
    feature(
      "StackOfAnEnumElsewhere", others: screen, state: "var path = StackState<Screen.State>()",
      action: "path(StackActionOf<Screen>)",
      body: "    Reduce { _, _ in .none }",
      says: [
        """
        3:30: warning: 'path' holds the actions of 'Screen', and 'body' runs no 'Screen', so \
        only the reducers of 'Feature' itself see them. Add it with '.forEach(\\.path, action: \
        \\.path) { Screen() }', or with 'Screen.body' in the braces if 'Screen' is an enum.
        """
      ]
    ).mended(
      (
        "Reduce { _, _ in .none }",
        "Reduce { _, _ in .none }.forEach(\\.path, action: \\.path) { Screen.body }"
      )
    ),
    feature(
      "NestedEnumAsAChild", state: "var page: Page.State",
      action: "page(Page.Action)",
      nested: "  @Reducer enum Page { case child(Child) }",
      body: "    Reduce { _, _ in .none }",
      says: [
        """
        3:30: warning: 'page' holds the actions of 'Page', and 'body' runs no 'Page', so only \
        the reducers of 'Feature' itself see them. Add it with 'Scope(state: \\.page, action: \
        \\.page) { Page.body }'.
        """
      ]
    ).mended(
      (
        "    Reduce {",
        """
            Scope(state: \\.page, action: \\.page) { Page.body }
            Reduce {
        """
      )
    ),
    feature(
      "NestedDestinationThatIsNotRun", state: "@Presents var next: Next.State?",
      action: "next(PresentationAction<Next.Action>)",
      nested: "  @Reducer enum Next { case child(Child) }",
      body: "    Reduce { _, _ in .none }",
      says: [
        """
        3:30: warning: 'next' holds the actions of 'Next', and 'body' runs no 'Next', so only \
        the reducers of 'Feature' itself see them. Add it with '.ifLet(\\.$next, action: \
        \\.next)'.
        """
      ]
    ).mended(
      ("Reduce { _, _ in .none }", "Reduce { _, _ in .none }.ifLet(\\.$next, action: \\.next)")
    ),
    feature(
      "EnumThatIsNotOptional", others: screen, state: "var page: Screen.State",
      action: "page(Screen.Action)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.page, action: \\.page) { Screen.body }
        """,
      says: [
        """
        6:14: error: 'page' is always there, so run it with 'Scope(state: \\.page, action: \
        \\.page) { Screen.body }', or make it optional.
        """,
        """
        6:14: error: cannot convert value of type \
        'WritableKeyPath<EnumThatIsNotOptional.Feature.State, \
        EnumThatIsNotOptional.Screen.State>' to expected argument type \
        'WritableKeyPath<EnumThatIsNotOptional.Feature.State, \
        EnumThatIsNotOptional.Screen.State?>'
        """,
      ]
    ).mended(
      (
        """
            Reduce { _, _ in .none }
              .ifLet(\\.page, action: \\.page) { Screen.body }
        """,
        "    Scope(state: \\.page, action: \\.page) { Screen.body }"
      )
    ),
    feature(
      "ConstantChild", state: "let child = Child.State()",
      action: "child(Child.Action)",
      body: "    Scope(state: \\.child, action: \\.child) { Child() }",
      says: [
        """
        5:18: error: 'child' is a 'let', and the reducer of a child changes its state: write \
        'var child'.
        """,
        """
        5:5: error: 'init(state:action:child:)' is unavailable: the child's state can't be \
        changed where it is: let each part of its path be a 'var', as in 'var child = \
        Child.State()'
        """,
      ]
    ).mended(("let child", "var child")),
    feature(
      "ConstantOptional", state: "let child: Child.State?",
      action: "child(Child.Action)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.child, action: \\.child) { Child() }
        """,
      says: [
        """
        6:14: error: 'child' is a 'let', and the reducer of a child changes its state: write \
        'var child'.
        """,
        """
        6:14: error: cannot convert value of type 'any KeyPath<ConstantOptional.Feature.State, \
        ConstantOptional.Child.State?> & Sendable' to expected argument type \
        'WritableKeyPath<ConstantOptional.Feature.State, ConstantOptional.Child.State?>'
        """,
      ]
    ).mended(("let child", "var child")),
    feature(
      "ConstantRows", state: "let rows: IdentifiedArrayOf<Child.State>",
      action: "rows(IdentifiedActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.rows) { Child() }
        """,
      says: [
        """
        6:16: error: 'rows' is a 'let', and the reducer of a child changes its state: write \
        'var rows'.
        """,
        """
        6:16: error: cannot convert value of type 'any KeyPath<ConstantRows.Feature.State, \
        IdentifiedArrayOf<ConstantRows.Child.State>> & Sendable' (aka 'any \
        KeyPath<ConstantRows.Feature.State, IdentifiedArray<Int, ConstantRows.Child.State>> & \
        Sendable') to expected argument type 'WritableKeyPath<ConstantRows.Feature.State, \
        IdentifiedArray<Int, ConstantRows.Child.State>>'
        """,
      ]
    ).mended(("let rows", "var rows")),
    feature(
      "ConstantInsideAForm", state: "struct Form { let child = Child.State() }; var form = Form()",
      action: "child(Child.Action)",
      body: "    Scope(state: \\.form.child, action: \\.child) { Child() }",
      says: [
        """
        5:5: error: 'init(state:action:child:)' is unavailable: the child's state can't be \
        changed where it is: let each part of its path be a 'var', as in 'var child = \
        Child.State()'
        """
      ]
    ).mended(("let child", "var child")),
    feature(
      "ConstantWithoutALabel",
      state: "struct Form { let child = Child.State() }; var form = Form()",
      action: "child(Child.Action)",
      body: "    Scope(\\.form.child, action: \\.child) { Child() }",
      says: [
        """
        5:5: error: 'init(_:action:child:)' is unavailable: the child's state can't be changed \
        where it is: let each part of its path be a 'var', as in 'var child = Child.State()'
        """
      ]
    ).mended(("let child", "var child")),
  ]
}
