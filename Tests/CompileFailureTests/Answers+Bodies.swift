extension Answer {
  /// Mistakes that keep a struct from being a reducer.
  static let bodies: [Answer] = [
    shape(
      "OpaqueBodyOfNothing", "var body: some Reducer { Reduce { _, _ in .none } }",
      says: "4:13: error: 'body' must say whose state and actions it has: 'some ReducerOf<Self>'."),
    shape(
      "BodyOfAProtocol", "var body: ReducerOf<Self> { Reduce { _, _ in .none } }",
      says: "4:13: error: 'ReducerOf' is a protocol: write 'some ReducerOf<Self>'.",
      """
      4:13: warning: use of 'ReducerOf<R>' (aka 'Reducer<R.State, R.Action>') as a type must be \
      written 'any ReducerOf<R>' (aka 'any Reducer<R.State, R.Action>'); this will be an error in \
      a future Swift language mode [#ExistentialAny]
      """),
    shape(
      "StaticBody", "static var body: some ReducerOf<Self> { Reduce { _, _ in .none } }",
      says: "4:3: error: A store reads the 'body' of a value, so 'body' can't be static."),
    shape(
      "BodyAsAMethod", "func body() -> some ReducerOf<Self> { Reduce { _, _ in .none } }",
      says: "4:8: warning: 'body' is a property: 'var body: some ReducerOf<Self> { … }'."),
    shape(
      "BodyOfAnotherName", "var bodi: some ReducerOf<Self> { Reduce { _, _ in .none } }",
      says: "4:7: warning: A store runs only 'body': rename 'bodi', or use it in a 'body'."),
    shape(
      "ReduceWithoutInout",
      "func reduce(into state: State, action: Action) -> Effect<Action> { .none }",
      says: "4:27: error: 'Feature' changes its state in place: write 'inout State'."),
    shape(
      "AsynchronousReduce",
      "func reduce(into state: inout State, action: Action) async -> Effect<Action> { .none }",
      says: """
        4:56: error: A reducer is synchronous and throws nothing. Do this in an effect: \
        '.run { send in … }'.
        """),
    shape(
      "ReduceThatReturnsNothing",
      "func reduce(into state: inout State, action: Action) { state.count += 1 }",
      says: """
        4:54: error: 'reduce(into:action:)' returns what follows: add '-> Effect<Action>', and \
        '.none'.
        """),
    Answer(
      name: "ActionsInThePlural",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Actions { case tapped }
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        """,
      says: [
        """
        3:8: warning: A reducer has a nested type 'Action', and 'Actions' is another name. Rename \
        it to 'Action'.
        """
      ]),
    Answer(
      name: "ActionsOfAChildInAnEnum",
      code: "@Reducer enum Screen { case child(Child.Action) }\n\(child)",
      says: [
        """
        1:35: error: A case of a reducer enum holds a reducer, and 'child' holds a reducer's \
        actions, which '@Reducer' writes itself.
        """
      ]),
  ]

  private static func shape(_ name: String, _ behavior: String, says: String...) -> Answer {
    Answer(
      name: name,
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action { case tapped }
          \(behavior)
        }
        """, says: says)
  }

  /// Children that are run in a way that does not fit their state, or not at all.
  static let children: [Answer] = [
    parent(
      "NotPresented", state: "var child: Child.State?",
      action: "child(PresentationAction<Child.Action>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$child, action: \\.child) { Child() }
        """,
      says: """
        6:14: error: 'child' is not presented: it needs '@Presents', as in '@Presents var child: \
        Child.State?'.
        """,
      """
      6:14: error: cannot convert value of type 'KeyPath<NotPresented.Feature.State, Value>' to \
      expected argument type 'WritableKeyPath<NotPresented.Feature.State, \
      PresentationState<NotPresented.Child.State>>'
      """,
      "6:14: error: value of type 'NotPresented.Feature.State' has no member '$child'"),
    parent(
      "ScopeOfAnOptional", state: "var child: Child.State?", action: "child(Child.Action)",
      body: """
            Scope(state: \\.child, action: \\.child) { Child() }
            Reduce { _, _ in .none }
        """,
      says: """
        5:18: error: 'child' can be absent, so run it with '.ifLet(\\.child, action: \\.child) \
        { Child() }'.
        """,
      """
      5:46: error: cannot convert value of type 'ScopeOfAnOptional.Child.State' to expected \
      argument type 'Optional<ScopeOfAnOptional.Child.State>'
      """),
    parent(
      "PresentedWithoutAReducer", state: "@Presents var child: Child.State?",
      action: "child(PresentationAction<Child.Action>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$child, action: \\.child)
        """,
      says: """
        6:8: error: 'ifLet(_:action:)' is unavailable: the child's reducer is missing: \
        '.ifLet(\\.$child, action: \\.child) { Child() }'
        """),
    parent(
      "RowsWithoutAReducer", state: "var rows: IdentifiedArrayOf<Child.State> = []",
      action: "rows(IdentifiedActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.rows)
        """,
      says: """
        6:8: error: 'forEach(_:action:)' is unavailable: the rows' reducer is missing: \
        '.forEach(\\.rows, action: \\.rows) { Row() }', or with 'Row.body' in the braces if 'Row' \
        is an enum
        """),
    parent(
      "StackWithoutAReducer", state: "var path = StackState<Child.State>()",
      action: "path(StackActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.path, action: \\.path)
        """,
      says: """
        6:8: error: 'forEach(_:action:)' is unavailable: the screens' reducer is missing: \
        '.forEach(\\.path, action: \\.path) { Screen() }'
        """),
    parent(
      "TypeOfAChild", state: "var child = Child.State()", action: "child(Child.Action)",
      body: """
            Scope(state: \\.child, action: \\.child) { Child }
            Reduce { _, _ in .none }
        """,
      says: "5:46: error: A reducer is a value: 'Child()'.",
      "5:46: error: expected member name or initializer call after type name",
      """
      5:46: error: 'buildExpression' is unavailable: a reducer is a value: write 'Feature()', or \
      'Screen.body' for an enum of reducers
      """),
    Answer(
      name: "QuestionThatNeverEnds",
      code: """
        @Reducer struct Feature {
          struct State { @Presents var alert: AlertState<Alert>? }
          enum Action { case alert(PresentationAction<Alert>) }
          enum Alert { case confirmed }
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        """,
      says: [
        """
        3:22: warning: 'alert' holds the answers to what 'alert' in the state presents, and \
        'body' runs no 'ifLet' for it, so it never ends. Add '.ifLet(\\.$alert, action: \\.alert)'.
        """
      ]),
    Answer(
      name: "BindingWithoutAReducer",
      code: """
        @Reducer struct Feature {
          struct State { var name = "" }
          enum Action: BindableAction { case binding(BindingAction<State>) }
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        """,
      says: [
        """
        3:38: warning: 'body' runs no 'BindingReducer()', so nothing makes the changes of \
        'binding'. Add it.
        """
      ]),
  ]

  /// Patterns and paths that match nothing.
  static let patterns: [Answer] = [
    pattern(
      "PatternWithTooManyValues", ".answered(let a, let b)",
      says: "'answered' holds one value, and the pattern has 2. Match it as '.answered(let value)'."
    ),
    pattern(
      "PatternWithAValue", "let .tapped(a)",
      says: "'tapped' holds no value: match it as '.tapped'.", column: 16),
    pattern(
      "PatternWithThreeValues", ".moved(let x, let y, let z)",
      says: "'moved' holds 2 values, and the pattern has 3."),
    pattern(
      "PatternOfAGroup", ".view(.closed(let a))",
      says: "'closed' holds no value: match it as '.closed'.", column: 18),
    Answer(
      name: "PatternOfNoProperty",
      code: """
        @Reducer struct Feature {
          struct State { var name = "" }
          enum Action: BindableAction { case binding(BindingAction<State>) }
          var body: some ReducerOf<Self> {
            BindingReducer()
            Reduce { state, action in
              switch action {
              case .binding(\\.$name): return .none
              case .binding: return .none
              }
            }
          }
        }
        """,
      says: [
        """
        8:21: error: '~=' is unavailable: the state has no property of this name; look for a \
        typo, or a '$' too many
        """
      ]),
    Answer(
      name: "DependencyOfAnotherType",
      code: """
        @Reducer struct Feature {
          struct State {}
          enum Action { case tapped }
          @Dependency(\\.continuousClock) var clock: Int
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        """,
      says: [
        """
        4:4: error: 'init(_:)' is unavailable: 'DependencyValues' has no property of this name \
        and type; look for a typo, a missing import or another type, or omit the type
        """
      ]),
  ]

  private static func pattern(
    _ name: String, _ pattern: String, says: String, column: Int = 12
  ) -> Answer {
    Answer(
      name: name,
      code: """
        @Reducer struct Feature {
          struct State {}
          enum Action {
            case tapped, answered(Int), moved(x: Int, y: Int), view(View)
            enum View { case closed }
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case \(pattern): return .none
              default: return .none
              }
            }
          }
        }
        """,
      says: [
        "10:\(column): error: \(says)",
        """
        8:12: error: trailing closure passed to parameter of type 'any Reducer<\
        \(name).Feature.State, \(name).Feature.Action>' that does not accept a closure
        """,
      ])
  }
}
