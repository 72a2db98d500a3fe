import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Expansions of '@FlowCoordinator'")
struct FlowExpansionTests {
  @Test func flowCoordinatorRoutesToItsScreens() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen", navigation: true)
        struct Coordinator {
          struct State {
            var routes: [Route<Screen.State>]
          }
          enum Action {
            case router(IndexedRouterActionOf<Screen>)
          }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      as: #"""
        struct Coordinator {
          struct State {
            var routes: [Route<Screen.State>]
          }
          @Headrace.CasePathable
          enum Action {
            case router(IndexedRouterActionOf<Screen>)
          }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }

          @Headrace.CasePathable
          enum View: Swift.Equatable, Swift.Sendable {
          }

          @Headrace.CasePathable
          enum Navigation: Swift.Equatable, Swift.Sendable {
          }

          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some Headrace.Reducer<Self.State, Self.Action> {
            Headrace.Reduce<Self.State, Self.Action> { state, action in
              self.handleRoute(state: &state, action: action)
            }
            .forEachRoute(\.routes, action: \.router) {
              Screen.body
            }
          }
        }

        extension Coordinator: Headrace.Reducer {
        }
        """#)
  }

  @Test func aCoordinatorHandlesRoutes() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        public struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action
        }
        """,
      as: #"""
        public struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action

          @Headrace.ReducerBuilder<Self.State, Self.Action>
          public var body: some Headrace.Reducer<Self.State, Self.Action> {
            Headrace.Reduce<Self.State, Self.Action> { state, action in
              self.handleRoute(state: &state, action: action)
            }
            .forEachRoute(\.routes, action: \.router) {
              Screen.body
            }
          }
        }

        extension Coordinator: Headrace.Reducer {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A flow coordinator needs 'func handleRoute(state: inout State, action: Action) -> \
            Effect<Action>'.
            """,
          line: 2, column: 8,
          fixIts: [
            FixItSpec(message: "Add 'handleRoute'")
          ])
      ],
      applying: "Add 'handleRoute'",
      fixed: """
        @FlowCoordinator(screen: "Screen")
        public struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action

          public func handleRoute(state: inout State, action: Action) -> Effect<Action> {
            .none
          }
        }
        """)
  }

  @Test func aCoordinatorHasRoutes() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          struct State {
            var name = ""
          }
          typealias Action = Other.Action
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      as: #"""
        struct Coordinator {
          struct State {
            var name = ""
          }
          typealias Action = Other.Action
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }

          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some Headrace.Reducer<Self.State, Self.Action> {
            Headrace.Reduce<Self.State, Self.Action> { state, action in
              self.handleRoute(state: &state, action: action)
            }
            .forEachRoute(\.routes, action: \.router) {
              Screen.body
            }
          }
        }

        extension Coordinator: Headrace.Reducer {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: """
            The state of a flow coordinator needs 'var routes: [Route<Screen.State>]'.
            """,
          line: 3, column: 3,
          fixIts: [
            FixItSpec(message: "Add 'routes'")
          ])
      ],
      applying: "Add 'routes'",
      fixed: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          struct State {
            var name = ""

            var routes: [Route<Screen.State>]
          }
          typealias Action = Other.Action
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """)
  }

  @Test func aCoordinatorRoutesActions() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          typealias State = Other.State
          enum Action {
            case view
          }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      as: #"""
        struct Coordinator {
          typealias State = Other.State
          @Headrace.CasePathable
          enum Action {
            case view
          }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }

          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some Headrace.Reducer<Self.State, Self.Action> {
            Headrace.Reduce<Self.State, Self.Action> { state, action in
              self.handleRoute(state: &state, action: action)
            }
            .forEachRoute(\.routes, action: \.router) {
              Screen.body
            }
          }
        }

        extension Coordinator: Headrace.Reducer {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: """
            The action of a flow coordinator needs 'case router(IndexedRouterActionOf<Screen>)'.
            """,
          line: 4, column: 3,
          fixIts: [
            FixItSpec(message: "Add 'router'")
          ])
      ],
      applying: "Add 'router'",
      fixed: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          typealias State = Other.State
          enum Action {
            case view

            case router(IndexedRouterActionOf<Screen>)
          }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """)
  }

  @Test func aCoordinatorHasTheScreensItNames() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          struct State {
            var routes: [Route<Page.State>] = []
          }
          enum Action {
            case router(IndexedRouterActionOf<Page>)
          }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      as: #"""
        struct Coordinator {
          struct State {
            var routes: [Route<Page.State>] = []
          }
          @Headrace.CasePathable
          enum Action {
            case router(IndexedRouterActionOf<Page>)
          }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }

          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some Headrace.Reducer<Self.State, Self.Action> {
            Headrace.Reduce<Self.State, Self.Action> { state, action in
              self.handleRoute(state: &state, action: action)
            }
            .forEachRoute(\.routes, action: \.router) {
              Screen.body
            }
          }
        }

        extension Coordinator: Headrace.Reducer {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: """
            The coordinator's screens are 'Screen', but 'routes' belongs to 'Page'.
            """,
          line: 4, column: 24,
          fixIts: [
            FixItSpec(message: "Change 'Page' to 'Screen'")
          ]),
        DiagnosticSpec(
          message: """
            The coordinator's screens are 'Screen', but 'router' belongs to 'Page'.
            """,
          line: 7, column: 39,
          fixIts: [
            FixItSpec(message: "Change 'Page' to 'Screen'")
          ]),
      ],
      applying: "Change 'Page' to 'Screen'",
      fixed: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          struct State {
            var routes: [Route<Screen.State>] = []
          }
          enum Action {
            case router(IndexedRouterActionOf<Screen>)
          }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """)
  }

  @Test func screensAreNamedByAType() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Auth Screen")
        struct Coordinator {
        }
        """,
      as: """
        struct Coordinator {
        }

        extension Coordinator: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'Auth Screen' is not the name of a type: name the enum of the screens.
            """,
          line: 1, column: 26,
          fixIts: [
            FixItSpec(message: "Change 'Auth Screen' to 'AuthScreen'")
          ])
      ],
      applying: "Change 'Auth Screen' to 'AuthScreen'",
      fixed: """
        @FlowCoordinator(screen: "AuthScreen")
        struct Coordinator {
        }
        """)
  }

  @Test func aCoordinatorNamesItsScreens() {
    expectExpansion(
      of: """
        @FlowCoordinator
        struct Coordinator {
        }
        """,
      as: """
        struct Coordinator {
        }

        extension Coordinator: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@FlowCoordinator' needs the name of its screens: screen: "AuthScreen".
            """,
          line: 1, column: 1)
      ])
  }

  @Test func aCoordinatorIsAStruct() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        enum Coordinator {
        }
        """,
      as: """
        enum Coordinator {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@FlowCoordinator' needs a struct.",
          line: 2, column: 1,
          fixIts: [
            FixItSpec(message: "Change 'enum' to 'struct'")
          ])
      ],
      applying: "Change 'enum' to 'struct'",
      fixed: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
        }
        """)
  }
}
