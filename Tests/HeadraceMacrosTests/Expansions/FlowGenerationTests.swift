import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What '@FlowCoordinator' adds where something is missing")
struct FlowGenerationTests {
  @Test func aCoordinatorThatIsWrittenInExtensionsGetsStateAndAction() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        public struct Coordinator {
        }
        """,
      as: #"""
        public struct Coordinator {

          @Headrace.ObservableState
          public struct State: Swift.Equatable {
            public var routes: [HeadraceFlow.Route<Screen.State>]
            public init(routes: [HeadraceFlow.Route<Screen.State>]) {
              self.routes = routes
            }
          }

          @Headrace.CasePathable
          public enum Action {
            case router(HeadraceFlow.IndexedRouterActionOf<Screen>)
          }

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
        """#)
  }

  @Test func aCoordinatorWithABodyOfItsOwnGetsTheFlow() {
    expectExpansion(
      of: """
        @FlowCoordinator
        struct Coordinator {
          enum Screen {
          }
          typealias State = Other.State
          enum Action {
            case router(IndexedRouterActionOf<Screen>)
          }
          enum Inner {
            case loaded
          }
          var body: some ReducerOf<Self> { flow }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      as: #"""
        struct Coordinator {
          enum Screen {
          }
          typealias State = Other.State
          @Headrace.CasePathable
          enum Action {
            case router(IndexedRouterActionOf<Screen>)
          }
          @Headrace.CasePathable
          enum Inner {
            case loaded
          }
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { flow }
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }

          /// The screens and the coordinator, without what 'body' puts around them.
          var flow: HeadraceFlow.ForEachRoute<
            Headrace.Reduce<Self.State, Self.Action>, Screen.Body
          > {
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

  @Test func aCoordinatorWithoutAHandlerGetsNoFlow() {
    expectExpansion(
      of: """
        @FlowCoordinator(screen: "Screen")
        struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      as: """
        struct Coordinator {
          typealias State = Other.State
          typealias Action = Other.Action
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { EmptyReducer() }
        }

        extension Coordinator: Headrace.Reducer {
        }
        """)
  }
}
