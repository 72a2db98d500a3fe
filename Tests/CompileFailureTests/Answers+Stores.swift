extension Answer {
  /// Stores that are given something other than a reducer, or an action that they don't have.
  static let stores: [Answer] = [
    Answer(
      name: "StoreWithoutBraces",
      code: """
        \(child)
        @MainActor func make() { _ = Store(initialState: Child.State(), reducer: Child()) }
        """,
      says: [
        """
        6:30: error: 'init(initialState:reducer:withDependencies:)' is unavailable: the reducer \
        is written in braces: 'Store(initialState: Feature.State()) { Feature() }'
        """
      ]
    ).mended(("(), reducer: Child())", "()) { Child() }")),
    Answer(
      name: "StoreOfAType",
      code: """
        \(child)
        @MainActor func make() { _ = Store(initialState: Child.State()) { Child } }
        """,
      says: [
        "6:67: error: expected member name or initializer call after type name",
        """
        6:67: error: 'buildExpression' is unavailable: a reducer is a value: write 'Feature()', \
        or 'Screen.body' for an enum of reducers
        """,
      ]
    ).mended(("{ Child }", "{ Child() }")),
    Answer(
      name: "TestStoreWithoutBraces",
      code: """
        \(child)
        @MainActor func make() { _ = TestStore(initialState: Child.State(), reducer: Child()) }
        """,
      says: [
        """
        6:30: error: 'init(initialState:reducer:withDependencies:)' is unavailable: the reducer \
        is written in braces: 'TestStore(initialState: Feature.State()) { Feature() }'
        """
      ]
    ).mended(("(), reducer: Child())", "()) { Child() }")),
    Answer(
      name: "TestStoreOfAType",
      code: """
        \(child)
        @MainActor func make() { _ = TestStore(initialState: Child.State()) { Child } }
        """,
      says: [
        "6:71: error: expected member name or initializer call after type name",
        """
        6:71: error: 'buildExpression' is unavailable: a reducer is a value: write 'Feature()', \
        or 'Screen.body' for an enum of reducers
        """,
      ]
    ).mended(("{ Child }", "{ Child() }")),
    Answer(
      name: "StoreActorWithoutBraces",
      code: """
        @Reducer struct Child {
          @ObservableState struct State: Equatable, Sendable { var id = 0 }
          enum Action: Sendable { case tapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        @MainActor func make() { _ = StoreActor(initialState: Child.State(), reducer: Child()) }
        """,
      says: [
        """
        6:30: error: 'init(initialState:reducer:withDependencies:)' is unavailable: the reducer \
        is written in braces: 'StoreActor(initialState: Feature.State()) { Feature() }'
        """
      ]
    ).mended(("(), reducer: Child())", "()) { Child() }")),
    Answer(
      name: "StoreActorOfAType",
      code: """
        @Reducer struct Child {
          @ObservableState struct State: Equatable, Sendable { var id = 0 }
          enum Action: Sendable { case tapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        @MainActor func make() { _ = StoreActor(initialState: Child.State()) { Child } }
        """,
      says: [
        "6:72: error: expected member name or initializer call after type name",
        """
        6:72: error: 'buildExpression' is unavailable: a reducer is a value: write 'Feature()', \
        or 'Screen.body' for an enum of reducers
        """,
      ]
    ).mended(("{ Child }", "{ Child() }")),
    Answer(
      name: "StoreOfAnEnumsType",
      code: """
        \(screen)
        @MainActor func make(_ state: Screen.State) { _ = Store(initialState: state) { Screen } }
        """,
      says: [
        "7:80: error: expected member name or initializer call after type name",
        """
        7:80: error: 'buildExpression' is unavailable: a reducer is a value: write 'Feature()', \
        or 'Screen.body' for an enum of reducers
        """,
      ]
    ).mended(("{ Screen }", "{ Screen.body }")),
    Answer(
      name: "ActionOfAScope",
      code: """
        @Reducer struct Feature {
          @ObservableState struct State {
            var child = Child.State()
            var other: Child.State?
            @Presents var sheet: Child.State?
          }
          enum Action {
            case child(Child.Action), other(Child.Action), sheet(PresentationAction<Child.Action>)
          }
          var body: some ReducerOf<Self> {
            Scope(state: \\.child, action: \\.child) { Child() }
            EmptyReducer()
              .ifLet(\\.other, action: \\.other) { Child() }
              .ifLet(\\.$sheet, action: \\.sheet) { Child() }
          }
        }
        @MainActor func use(_ store: StoreOf<Feature>) {
          store.scope(state: \\.child, action: \\.child).send(.tappd)
          store.scope(state: \\.other, action: \\.other)?.send(.tappd)
          store.scope(state: \\.$sheet, action: \\.sheet)?.send(.tappd)
        }
        \(child)
        """,
      says: [
        "18:54: error: type 'ActionOfAScope.Child.Action' has no member 'tappd'",
        "19:55: error: type 'ActionOfAScope.Child.Action' has no member 'tappd'",
        "20:56: error: type 'ActionOfAScope.Child.Action' has no member 'tappd'",
      ]
    ).mended((".tappd", ".tapped")),
  ]
}
