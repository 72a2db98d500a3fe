extension Answer {
  /// More mistakes of a first feature: a part in the wrong place, or without what is around it.
  static let slips: [Answer] = [
    feature(
      "OperatorWithoutADot", state: "@Presents var child: Child.State?",
      action: "child(PresentationAction<Child.Action>)",
      body: """
            Reduce { _, _ in .none }
            ifLet(\\.$child, action: \\.child) { Child() }
        """,
      says: [
        """
        6:5: error: 'ifLet' without a dot runs all of 'Feature' again, inside itself: write \
        '.ifLet(…)', after the reducer above.
        """
      ]
    ).mended(("    ifLet", "    .ifLet")),
    feature(
      "StateInTheBraces", state: "var child = Child.State()", action: "child(Child.Action)",
      body: "    Scope(state: \\.child, action: \\.child) { Child.State() }",
      says: [
        "5:46: error: The braces hold the child's reducer, not its state: 'Child()'.",
        """
        5:46: error: static method 'buildExpression' requires that 'StateInTheBraces.Child.State' \
        conform to 'Reducer'
        """,
      ]
    ).mended(("{ Child.State() }", "{ Child() }")),
    feature(
      "StateOfARowInTheBraces", state: "var rows: IdentifiedArrayOf<Child.State> = []",
      action: "rows(IdentifiedActionOf<Child>)",
      body: "    EmptyReducer().forEach(\\.rows, action: \\.rows) { Child.State() }",
      says: [
        "5:54: error: The braces hold the child's reducer, not its state: 'Child()'.",
        """
        5:20: error: instance method 'forEach(_:action:element:)' requires that \
        'StateOfARowInTheBraces.Child.State' conform to 'Reducer'
        """,
      ]
    ).mended(("{ Child.State() }", "{ Child() }")),
    feature(
      "ReducerInACase", state: "var child = Child.State()", action: "child(Child)",
      body: "    Scope(state: \\.child, action: \\.child) { Child() }",
      says: [
        "3:36: error: 'Child' is a reducer; a case holds its actions: write 'Child.Action'.",
        """
        5:46: error: cannot convert value of type 'ReducerInACase.Child.Action' to expected \
        argument type 'ReducerInACase.Child'
        """,
      ]
    ).mended(("child(Child)", "child(Child.Action)")),
    feature(
      "ScopeOfSeveral", state: "var rows: IdentifiedArrayOf<Child.State> = []",
      action: "rows(IdentifiedActionOf<Child>)",
      body: "    Scope(state: \\.rows, action: \\.rows) { Child() }",
      says: [
        "5:18: error: 'rows' holds several children: run them with '.forEach'.",
        """
        5:44: error: cannot convert value of type 'ScopeOfSeveral.Child.State' to expected \
        argument type 'IdentifiedArray<Int, ScopeOfSeveral.Child.State>'
        """,
      ]
    ).mended(("Scope(state: \\.rows", "EmptyReducer().forEach(\\.rows")),
    feature(
      "IfLetOfSeveral", state: "var path = StackState<Child.State>()",
      action: "path(StackActionOf<Child>)",
      body: "    EmptyReducer().ifLet(\\.path, action: \\.path) { Child() }",
      says: [
        "5:26: error: 'path' holds several children: run them with '.forEach'.",
        """
        5:26: error: cannot convert value of type 'WritableKeyPath<IfLetOfSeveral.Feature.State, \
        StackState<IfLetOfSeveral.Child.State>>' to expected argument type \
        'WritableKeyPath<IfLetOfSeveral.Feature.State, StackState<IfLetOfSeveral.Child.State>?>'
        """,
      ]
    ).mended(("ifLet", "forEach")),
    feature(
      "ForEachOfOne", state: "var child: Child.State?", action: "child(Child.Action)",
      body: "    EmptyReducer().forEach(\\.child, action: \\.child) { Child() }",
      says: [
        "5:28: error: 'child' holds at most one child: run it with '.ifLet'.",
        """
        5:28: error: cannot convert value of type 'WritableKeyPath<ForEachOfOne.Feature.State, \
        Optional<ForEachOfOne.Child.State>>' to expected argument type \
        'WritableKeyPath<ForEachOfOne.Feature.State, StackState<ForEachOfOne.Child.State>>'
        """,
      ]
    ).mended(("forEach", "ifLet")),
    Answer(
      name: "BindingOfTheFeature",
      code: """
        @Reducer struct Feature {
          struct State { var name = "" }
          enum Action: BindableAction { case binding(BindingAction<Feature>) }
          var body: some ReducerOf<Self> { BindingReducer() }
        }
        """,
      says: [
        "3:46: error: The changes are those of the state: write 'BindingAction<State>'.",
        """
        4:36: error: generic struct 'BindingReducer' requires the types \
        'BindingOfTheFeature.Feature.State' and 'BindingOfTheFeature.Feature' be equivalent
        """,
      ]
    ).mended(("BindingAction<Feature>", "BindingAction<State>")),
    Answer(
      name: "PropertyInPlaceOfAState",
      code: """
        @Reducer struct Feature {
          var count = 0
          enum Action { case tapped }
          var body: some ReducerOf<Self> {
            Reduce { state, _ in
              state.count += 1
              return .none
            }
          }
        }
        """,
      says: [
        "2:3: warning: A state is a type of its own: move 'count' into 'struct State { … }'."
      ]
    ).mended(("var count = 0", "struct State { var count = 0 }")),
    Answer(
      name: "SharedDefaultWithoutAKey",
      code: """
        @Reducer struct Feature {
          @ObservableState struct State { @Shared var count = 0 }
          enum Action { case tapped }
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        """,
      says: [
        """
        2:35: error: A shared value with a default needs a key, as in '@Shared(.inMemory("count")) \
        var count = 0'. Without a key, the value is handed over: '@Shared var count: Int'.
        """,
        "2:36: error: incorrect argument label in call (have 'wrappedValue:', expected 'value:')",
      ]
    ).mended(("@Shared var", "@Shared(.inMemory(\"count\")) var")),
    closure(
      "SwappedParameters",
      """
          Reduce { action, state in
            state.count += 1
            return .none
          }
      """,
      says: [
        "5:14: error: The state comes first: write '{ state, action in'.",
        "6:13: error: value of type 'SwappedParameters.Feature.Action' has no member 'count'",
      ]
    ).mended(("action, state in", "state, action in")),
    closure(
      "EffectsInAnArray",
      """
          Reduce { state, action in
            return [.send(.tapped), .send(.tapped)]
          }
      """,
      says: [
        "6:14: error: An action returns one effect: write '.merge(…)' in place of the brackets.",
        """
        6:14: error: cannot convert value of type '[Any]' to closure result type \
        'Effect<EffectsInAnArray.Feature.Action>'
        """,
        "6:16: error: type 'Any' has no member 'send'",
        "6:22: error: cannot infer contextual base in reference to member 'tapped'",
        "6:32: error: type 'Any' has no member 'send'",
        "6:38: error: cannot infer contextual base in reference to member 'tapped'",
      ]
    ).mended(("[.send(.tapped), .send(.tapped)]", ".merge(.send(.tapped), .send(.tapped))")),
    inner(
      "PresentationWithoutItsCase", state: "@Presents var child: Child.State?",
      action: "PresentationAction<Child.Action>", call: "ifLet(\\.$child, action: \\.child)",
      says: [
        """
        7:19: error: 'child' holds 'PresentationAction<Child.Action>', which has no case 'tapped'. \
        Match a child's action as '.child(.presented(.tapped))'.
        """,
        """
        7:20: error: type 'PresentationAction<PresentationWithoutItsCase.Child.Action>' has no \
        member 'tapped'
        """,
      ]
    ).mended((".child(.tapped)", ".child(.presented(.tapped))")),
    inner(
      "RowWithoutItsCase", state: "var child: IdentifiedArrayOf<Child.State> = []",
      action: "IdentifiedActionOf<Child>", call: "forEach(\\.child, action: \\.child)",
      says: [
        """
        7:19: error: 'child' holds 'IdentifiedActionOf<Child>', which has no case 'tapped'. Match \
        a child's action as '.child(.element(id: _, action: .tapped))'.
        """,
        """
        7:20: error: type 'IdentifiedActionOf<RowWithoutItsCase.Child>' (aka \
        'IdentifiedAction<Int, RowWithoutItsCase.Child.Action>') has no member 'tapped'
        """,
      ]
    ).mended((".child(.tapped)", ".child(.element(id: _, action: .tapped))")),
    inner(
      "ScreenWithoutItsCase", state: "var child = StackState<Child.State>()",
      action: "StackActionOf<Child>", call: "forEach(\\.child, action: \\.child)",
      says: [
        """
        7:19: error: 'child' holds 'StackActionOf<Child>', which has no case 'tapped'. Match a \
        child's action as '.child(.element(id: _, action: .tapped))'.
        """,
        """
        7:20: error: type 'StackActionOf<ScreenWithoutItsCase.Child>' (aka \
        'StackAction<ScreenWithoutItsCase.Child.State, ScreenWithoutItsCase.Child.Action>') has no \
        member 'tapped'
        """,
      ]
    ).mended((".child(.tapped)", ".child(.element(id: _, action: .tapped))")),
  ]

  private static func closure(_ name: String, _ body: String, says: [String]) -> Answer {
    Answer(
      name: name,
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action { case tapped }
          var body: some ReducerOf<Self> {
        \(body)
          }
        }
        """, says: says)
  }

  /// A feature that matches an action of its child.
  private static func inner(
    _ name: String, state: String, action: String, call: String, says: [String]
  ) -> Answer {
    feature(
      name, state: state, action: "child(\(action))",
      body: """
            Reduce { _, action in
              switch action {
              case .child(.tapped): return .none
              case .child, .tapped: return .none
              }
            }
            .\(call) { Child() }
        """, says: says)
  }
}
