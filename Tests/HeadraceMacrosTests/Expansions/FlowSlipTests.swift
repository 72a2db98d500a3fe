import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Slips with '@FlowCoordinator', and what mends them")
struct FlowSlipTests {
  @Test func aNameThatIsATypeItselfIsFixed() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "AuthScreen.self", navigation: true)
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
            'AuthScreen.self' is not the name of a type: name the enum of the screens.
            """,
          line: 1, column: 26,
          fixIts: [
            FixItSpec(message: "Change 'AuthScreen.self' to 'AuthScreen'")
          ])
      ],
      applying: "Change 'AuthScreen.self' to 'AuthScreen'",
      fixed: """
        @FlowCoordinator(screen: "AuthScreen", navigation: true)
        struct Coordinator {
        }
        """)
  }

  @Test func anUnknownNameIsNotFixed() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "?")
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
          message: "'?' is not the name of a type: name the enum of the screens.",
          line: 1, column: 26)
      ])
  }

  @Test func screensThatTheRoutesNameAreAdded() {
    expectExpansion(
      of: """
        @FlowCoordinator
        struct Coordinator {
          struct State {
            var routes: [Route<AuthScreen.State>]
          }
        }
        """,
      as: """
        struct Coordinator {
          struct State {
            var routes: [Route<AuthScreen.State>]
          }
        }

        extension Coordinator: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@FlowCoordinator' needs the name of its screens: screen: "AuthScreen".
            """,
          line: 1, column: 1,
          fixIts: [
            FixItSpec(message: #"Add 'screen: "AuthScreen"'"#)
          ])
      ],
      applying: #"Add 'screen: "AuthScreen"'"#,
      fixed: """
        @FlowCoordinator(screen: "AuthScreen")
        struct Coordinator {
          struct State {
            var routes: [Route<AuthScreen.State>]
          }
        }
        """)
  }

  @Test func screensThatTheActionsNameAreAddedBeforeNavigation() {
    expectExpansion(
      of: """
        @FlowCoordinator(navigation: true)
        struct Coordinator {
          enum Action {
            case router(IndexedRouterActionOf<Pages>)
          }
        }
        """,
      as: """
        struct Coordinator {
          @Headrace.CasePathable
          enum Action {
            case router(IndexedRouterActionOf<Pages>)
          }
        }

        extension Coordinator: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@FlowCoordinator' needs the name of its screens: screen: "AuthScreen".
            """,
          line: 1, column: 1,
          fixIts: [
            FixItSpec(message: #"Add 'screen: "Pages"'"#)
          ])
      ],
      applying: #"Add 'screen: "Pages"'"#,
      fixed: """
        @FlowCoordinator(screen: "Pages", navigation: true)
        struct Coordinator {
          enum Action {
            case router(IndexedRouterActionOf<Pages>)
          }
        }
        """)
  }

  @Test(arguments: [
    "final class Coordinator {\n}", "enum Coordinator {\n  case one\n}",
  ])
  func otherDeclarationsThanStructsGetNoFixIt(declaration: String) {
    let column = declaration.hasPrefix("final") ? 7 : 1
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        \(declaration)
        """,
      as: declaration,
      diagnostics: [
        DiagnosticSpec(
          message: "'@FlowCoordinator' needs a struct.", line: 2, column: column)
      ])
  }

  // MARK: - The Handler

  /// As TCAFlow writes it.
  @Test func aHandlerMayTakeTheActionsOfTheStackAlone() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action
          func handleRoute(
            state: inout State, action: IndexedRouterActionOf<Screen>
          ) -> Effect<Action> { .none }
        }
        """,
      as: #"""
        struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action
          func handleRoute(
            state: inout State, action: IndexedRouterActionOf<Screen>
          ) -> Effect<Action> { .none }

          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some Headrace.Reducer<Self.State, Self.Action> {
            Headrace.Reduce<Self.State, Self.Action> { state, action in
              guard case .router(let action) = action else {
                return .none
              }
              return self.handleRoute(state: &state, action: action)
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

  @Test(arguments: [
    "(_ state: inout State, action: Action)", "(state: State, action: Action)",
    "(state: inout State)", "(state: inout State, action: Action, now: Date)",
  ])
  func aHandlerWithOtherParametersIsFixed(parameters: String) {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action
          func handleRoute\(parameters) -> Effect<Action> { .none }
        }
        """,
      as: #"""
        struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action
          func handleRoute\#(parameters) -> Effect<Action> { .none }

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
            'handleRoute' of a flow coordinator takes '(state: inout State, action: Action)'.
            """,
          line: 5, column: 19,
          fixIts: [
            FixItSpec(message: "Change the parameters")
          ])
      ],
      applying: "Change the parameters",
      fixed: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """)
  }
}
