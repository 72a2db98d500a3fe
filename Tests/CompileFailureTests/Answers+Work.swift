extension Answer {
  /// Mistakes of a first feature, which the compiler reports elsewhere or by other names.
  static let work: [Answer] = [
    beginner(
      "WorkWithoutSend", "      return .run { await send(.tapped) }",
      says: [
        "6:27: warning: 'send' has no name here: begin the closure with '{ send in'.",
        "6:27: error: cannot find 'send' in scope",
        """
        6:19: error: contextual type for closure argument list expects 1 argument, which cannot \
        be implicitly ignored
        """,
        "6:33: error: cannot infer contextual base in reference to member 'tapped'",
      ]
    ).mended(("{ await", "{ send in await")),
    beginner(
      "WorkThatReturnsAnEffect", "      return .run { send in return .send(.tapped) }",
      says: [
        """
        6:36: error: The work of an effect returns nothing: write 'await send(…)' in place of \
        this.
        """,
        "6:37: error: value of tuple type 'Void' has no member 'send'",
        "6:43: error: cannot infer contextual base in reference to member 'tapped'",
      ]
    ).mended(("return .send", "await send")),
    beginner(
      "NoneWithoutReturn", "      state.count += 1\n      .none",
      says: [
        "7:8: error: Nothing is returned here: write 'return .none'.",
        """
        6:19: error: cannot convert value of type '()' to closure result type \
        'Effect<NoneWithoutReturn.Feature.Action>'
        """,
        "7:8: error: value of type 'Int' has no member 'none'",
      ]
    ).mended(("      .none", "      return .none")),
    feature(
      "PresentedReducer", state: "@Presents var child: Child?",
      action: "child(PresentationAction<Child.Action>)",
      body: "    EmptyReducer().ifLet(\\.$child, action: \\.child) { Child() }",
      says: [
        "2:39: error: 'Child' is a reducer; a property holds its state: write 'Child.State'.",
        """
        5:20: error: 'ifLet(_:action:destination:)' is unavailable: this case does not hold the \
        actions of the child that is presented; write one that does: \
        'case child(PresentationAction<Child.Action>)'
        """,
      ]
    ).mended(("var child: Child?", "var child: Child.State?")),
    feature(
      "StackOfReducers", state: "var path = 0; var screens: StackState<Child> = StackState()",
      action: "screens(StackActionOf<Child>)",
      body: "    EmptyReducer().forEach(\\.screens, action: \\.screens) { Child() }",
      says: [
        "2:56: error: 'Child' is a reducer; a property holds its state: write 'Child.State'.",
        """
        5:20: error: 'forEach(_:action:element:)' is unavailable: this case does not hold the \
        actions of the features on the stack; write one that does: \
        'case path(StackActionOf<Screen>)'
        """,
      ]
    ).mended(("StackState<Child>", "StackState<Child.State>")),
  ]

  private static func beginner(_ name: String, _ code: String, says: [String]) -> Answer {
    feature(
      name, others: "", state: "var count = 0", action: "answered(Int)",
      body: "    Reduce { state, action in\n\(code)\n    }", says: says)
  }
}
