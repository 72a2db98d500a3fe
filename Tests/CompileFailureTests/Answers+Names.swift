extension Answer {
  /// Names that don't exist, where a key path is written.
  static let names: [Answer] = [
    Answer(
      name: "NoSuchDependency",
      code: """
        @Reducer struct Feature {
          struct State {}
          enum Action { case tapped }
          @Dependency(\\.continousClock) var clock
          @Dependency(\\.continousClock) var typed: any Clock<Duration>
          @Dependency(\\.continuousClock) var right
          @Dependency(Key.self) var key
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        enum Key: TestDependencyKey { static var testValue: Int { 1 } }
        """,
      says: [
        """
        4:4: error: 'init(_:)' is unavailable: 'DependencyValues' has no property of this name; \
        look for a typo or a missing import
        """,
        """
        5:4: error: 'init(_:)' is unavailable: 'DependencyValues' has no property of this name and \
        type; look for a typo, a missing import or another type, or omit the type
        """,
      ]),
    inTest(
      "NoSuchCase", actions: "Action",
      [
        "await store.receive(\\.tappd)", "await store.receive(\\.answerd, 3)",
        "await store.send(\\.tappd)", "await store.send(\\.answerd, 3)",
      ],
      says: """
        7:15: error: 'receive(_:timeout:assert:)' is unavailable: the action has no case of this \
        name, or no rows with such an id; look for a typo in it
        """,
      """
      8:23: error: value of type 'any KeyPath<Case<NoSuchCase.Feature.Action>, Case<Int>> & \
      Sendable' has no dynamic member 'answerd' using key path from root type \
      'NoSuchCase.Feature.Action.AllCasePaths'
      """,
      """
      9:15: error: 'send(_:assert:)' is unavailable: the action has no case of this name without \
      a payload; look for a typo in it
      """,
      """
      10:20: error: value of type 'any KeyPath<Case<NoSuchCase.Feature.Action>, Case<Int>> & \
      Sendable' has no dynamic member 'answerd' using key path from root type \
      'NoSuchCase.Feature.Action.AllCasePaths'
      """),
    inTest(
      "NoSuchEquatableCase", actions: "Action: Equatable",
      [
        "await store.receive(\\.tappd)", "await store.receive(\\.tappd) { $0.count = 1 }",
        "await store.send(\\.tappd) { $0.count = 1 }", "await store.receive(.tappd)",
      ],
      says: """
        7:15: error: 'receive(_:timeout:assert:)' is unavailable: the action has no case of this \
        name, or no rows with such an id; look for a typo in it
        """,
      """
      8:15: error: 'receive(_:timeout:assert:)' is unavailable: the action has no case of this \
      name, or no rows with such an id; look for a typo in it
      """,
      """
      9:15: error: 'send(_:assert:)' is unavailable: the action has no case of this name without \
      a payload; look for a typo in it
      """,
      "10:24: error: type 'NoSuchEquatableCase.Feature.Action' has no member 'tappd'"),
    inTest(
      "NoSuchDeepCase", actions: "Action",
      [
        "await store.receive(\\.rows[id: 1].tappd)", "await store.receive(.tapped)",
        "await store.receive(\\.answered.tappd)",
      ],
      says: """
        7:15: error: 'receive(_:timeout:assert:)' is unavailable: the action has no case of this \
        name, or no rows with such an id; look for a typo in it
        """,
      """
      8:15: error: 'receive(_:timeout:assert:)' is unavailable: the actions are not 'Equatable'; \
      receive one by the name of its case, 'receive(\\.tapped)', or write 'enum Action: Equatable'
      """,
      """
      9:15: error: 'receive(_:timeout:assert:)' is unavailable: the action has no case of this \
      name, or no rows with such an id; look for a typo in it
      """),
    inTest(
      "NoSuchFieldInATest", actions: "Action: Equatable",
      [
        "await store.receive(\\.tapped) { $0.cont = 1 }",
        "await store.send(\\.tapped) { $0.cont = 1 }",
        "await store.send(.tapped) { $0.count = \"1\" }",
      ],
      says: "7:38: error: value of type 'NoSuchFieldInATest.Feature.State' has no member 'cont'",
      "8:35: error: value of type 'NoSuchFieldInATest.Feature.State' has no member 'cont'",
      "9:42: error: cannot assign value of type 'String' to type 'Int'"),
  ]

  private static func inTest(
    _ name: String, actions: String, _ lines: [String], says: String...
  ) -> Answer {
    Answer(
      name: name,
      code: """
        @Reducer struct Feature {
          struct State: Equatable { var count = 0 }
          enum \(actions) { case tapped, answered(Int) }
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        func test(_ store: TestStoreOf<Feature>) async {
        \(lines.map { "  \($0)" }.joined(separator: "\n"))
        }
        """, says: says)
  }

  /// Impossible shapes of a feature, and the remedies.
  static let shapes: [Answer] = [
    Answer(
      name: "PresentedInItself",
      code: """
        @Reducer struct Page {
          @ObservableState struct State: Equatable { @Presents var next: Page.State? }
          indirect enum Action { case next(PresentationAction<Page.Action>) }
          var body: some ReducerOf<Self> {
            Reduce { _, _ in .none }.ifLet(\\.$next, action: \\.next) { Page() }
          }
        }
        """, says: []),
    Answer(
      name: "PresentedInItselfIndirectly",
      code: """
        @Reducer struct Page {
          @ObservableState struct State: Equatable { @Presents var next: Next.State? }
          indirect enum Action { case next(PresentationAction<Next.Action>) }
          @Reducer(state: .equatable) enum Next {
            indirect case page(Page)
          }
          var body: some ReducerOf<Self> {
            Reduce { _, _ in .none }.ifLet(\\.$next, action: \\.next)
          }
        }
        """, says: []),
    Answer(
      name: "SharedValueAssigned",
      code: """
        struct Cart { @Shared(.inMemory("count")) var count = 0 }
        func add(_ cart: Cart) { cart.count = 1 }
        """,
      says: [
        """
        2:26: error: setter for 'count' is unavailable: A shared value can't be assigned: change \
        it with '$name.withLock { $0 = … }'.
        """
      ]),
    Answer(
      name: "BodyAsAConstant",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action { case tapped }
          let body: some ReducerOf<Self> = Reduce { state, _ in
            state.count += 1
            return .none
          }
        }
        """, says: []),
    Answer(
      name: "LoneEndpointWithADefault",
      code: """
        struct Books {
          @DependencyEndpoint var isOpen: () -> Bool = { false }
          @DependencyEndpoint var close: () -> Void
        }
        @DependencyClient struct Papers {
          @DependencyEndpoint(method: "isOpen") var open: (_ at: Int) -> Bool = { _ in false }
        }
        """,
      says: [
        """
        2:3: warning: A call of 'isOpen' that is not implemented is not reported: it runs the \
        default. Put '@DependencyClient' on 'Books', which writes an initializer whose defaults \
        report.
        """
      ]),
  ]

  /// Features with members in extensions; they must be at the top of a file.
  static let extended: [Answer] = [
    Answer(
      name: "StateInAnExtension",
      code: """
        @Reducer struct Stated {
          enum Action { case tapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                state.count += 1
                return .none
              }
            }
          }
        }
        extension Stated {
          @ObservableState struct State: Equatable { var count = 0 }
        }
        """, says: []),
    Answer(
      name: "ActionInAnExtension",
      code: """
        @Reducer struct Acting {
          struct State { var count = 0 }
          var body: some ReducerOf<Self> {
            Reduce {
              switch $1 {
              case .typed(let count): $0.count = count
              }
              return .none
            }
          }
        }
        extension Acting {
          @CasePathable enum Action { case typed(Int) }
        }
        func path() -> CaseKeyPath<Acting.Action, Int> { \\.typed }
        """, says: []),
    Answer(
      name: "BothInAnExtension",
      code: """
        @Reducer struct Reducing {
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            if case .tapped = action { state.count += 1 }
            return .none
          }
        }
        extension Reducing {
          struct State { var count = 0 }
          @CasePathable enum Action { case tapped }
        }
        """, says: []),
    Answer(
      name: "BodyInAnExtension",
      code: """
        @Reducer struct Embodied {
          struct State { var count = 0 }
          enum Action { case tapped }
        }
        extension Embodied {
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        """,
      says: [
        """
        1:17: warning: 'Embodied' has actions but no 'body', so it does nothing with them. Add \
        'body' or 'reduce(into:action:)' here, or in an extension that says what it is: \
        'extension Embodied: Reducer'.
        """,
        "6:7: error: invalid redeclaration of 'body'",
      ]),
    Answer(
      name: "BodyInAnExtensionThatSaysSo",
      code: """
        @Reducer struct Told {
          struct State { var count = 0 }
          enum Action { case tapped }
        }
        extension Told: Reducer {
          var body: some ReducerOf<Self> {
            EmptyReducer()
            Reduce { state, _ in
              state.count += 1
              return .none
            }
          }
        }
        @Reducer public struct Reduced {
          public struct State { var count = 0 }
          public enum Action { case tapped }
        }
        extension Reduced: Reducer {
          public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        func path() -> CaseKeyPath<Told.Action, Void> { \\.tapped }
        """, says: []),
  ]
}
