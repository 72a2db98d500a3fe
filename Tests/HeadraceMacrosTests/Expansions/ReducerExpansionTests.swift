#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite("Expansions of reducers and case paths")
  struct ReducerExpansionTests {
    @Test func casePathableWritesAPathForEachCase() {
      expectExpansion(
        of: """
          @CasePathable
          public enum Action {
            case done, failed(code: Int)
            case moved(x: Int, Int)
          }
          """,
        as: """
          public enum Action {
            case done, failed(code: Int)
            case moved(x: Int, Int)

            public struct AllCasePaths: Swift.Sendable {
              public var done: Headrace.AnyCasePath<Action, Swift.Void> {
                Headrace.AnyCasePath<Action, Swift.Void>(
                  embed: {
                    Action.done
                  },
                  extract: { root in
                    guard case .done = root else {
                      return nil
                    }
                    return ()
                  })
              }
              public var failed: Headrace.AnyCasePath<Action, Int> {
                Headrace.AnyCasePath<Action, Int>(
                  embed: Action.failed(code:),
                  extract: { root in
                    guard case .failed(let value0) = root else {
                      return nil
                    }
                    return value0
                  })
              }
              public var moved: Headrace.AnyCasePath<Action, (x: Int, Int)> {
                Headrace.AnyCasePath<Action, (x: Int, Int)>(
                  embed: {
                    Action.moved(x: $0.0, $0.1)
                  },
                  extract: { root in
                    guard case .moved(let value0, let value1) = root
                    else {
                      return nil
                    }
                    return (value0, value1)
                  })
              }
            }

            public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          extension Action: Headrace.CasePathable {
          }
          """)
    }

    @Test func casePathableNeedsAnEnum() {
      expectExpansion(
        of: """
          @CasePathable
          struct Action {}
          """,
        as: """
          struct Action {}
          """,
        diagnostics: [
          DiagnosticSpec(message: "'@CasePathable' needs an enum.", line: 2, column: 1)
        ])
    }

    @Test func reducerAddsWhatAStructLacks() {
      expectExpansion(
        of: """
          @Reducer
          public struct Empty {
          }
          """,
        as: """
          public struct Empty {

            public struct State: Swift.Equatable, Swift.Hashable, Swift.Sendable {
              public init() {
              }
            }

            @Headrace.CasePathable public enum Action: Swift.Equatable, Swift.Sendable {
            }

            public var body: Headrace.EmptyReducer<State, Action> {
              Headrace.EmptyReducer()
            }
          }

          extension Empty: Headrace.Reducer {
          }
          """)
    }

    @Test func reducerComposesTheCasesOfAnEnum() {
      expectExpansion(
        of: """
          @Reducer(state: .equatable, .sendable, action: .equatable)
          enum Screen {
            case login(Login), home(Home)
            @ReducerCaseIgnored case note(String)
            case blank
          }
          """,
        as: """
          enum Screen {
            case login(Login), home(Home)
            @ReducerCaseIgnored case note(String)
            case blank

            @Headrace.CasePathable
            @dynamicMemberLookup
            @Headrace.ObservableState
            enum State: Headrace.CaseReducerState, Swift.Equatable, Swift.Sendable {
              typealias StateReducer = Screen
              case login(Login.State)
              case home(Home.State)
              case note(String)
              case blank
            }

            @Headrace.CasePathable
            enum Action: Swift.Equatable {
              case login(Login.Action)
              case home(Home.Action)
            }

            static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
              Headrace.ErasedReducer(
                Headrace.EmptyReducer<Self.State, Self.Action>()
                  .ifCaseLet(\\.login, action: \\.login) {
                  Login()
                }
                  .ifCaseLet(\\.home, action: \\.home) {
                  Home()
                })
            }
          }

          extension Screen: Headrace.CaseReducer, Headrace.Reducer {
          }
          """)
    }

    @Test func reducerNeedsAStructOrAnEnum() {
      expectExpansion(
        of: """
          @Reducer
          class Feature {
          }
          """,
        as: """
          class Feature {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'@Reducer' needs a struct, or an enum of reducers.", line: 2, column: 1)
        ])
    }

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
        as: """
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
              .forEachRoute(\\.routes, action: \\.router) {
                Screen.body
              }
            }
          }

          extension Coordinator: Headrace.Reducer {
          }
          """)
    }

    @Test func flowCoordinatorNamesWhatIsMissing() {
      expectExpansion(
        of: """
          @FlowCoordinator(screen: "Screen")
          struct Coordinator {
            struct State {
            }
            enum Action {
            }
            var body: some ReducerOf<Self> { EmptyReducer() }
          }
          """,
        as: """
          struct Coordinator {
            struct State {
            }
            @Headrace.CasePathable
            enum Action {
            }
            var body: some ReducerOf<Self> { EmptyReducer() }
          }

          extension Coordinator: Headrace.Reducer {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "The state of a flow coordinator needs 'var routes: [Route<Screen.State>]'.",
            line: 2, column: 1),
          DiagnosticSpec(
            message:
              "The action of a flow coordinator needs 'case router(IndexedRouterActionOf<Screen>)'.",
            line: 2, column: 1),
        ])
    }
  }
#endif
