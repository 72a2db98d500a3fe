import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What '@Reducer' tells the author of a struct")
struct ReducerSlipTests {
  @Test func actionsWithoutABodyAreDoneNothingWith() {
    expectExpansion(
      of: """
        @Reducer
        public struct Feature {
          public struct State {
            var count = 0
          }
          public enum Action {
            case tapped, answered(Int)
          }
        }
        """,
      as: """
        public struct Feature {
          public struct State {
            var count = 0
          }
          @Headrace.CasePathable
          public enum Action {
            case tapped, answered(Int)
          }

          public var body: Headrace.EmptyReducer<State, Action> {
            Headrace.EmptyReducer()
          }
        }

        extension Feature: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'Feature' has actions but no 'body', so it does nothing with them. Add 'body' or \
            'reduce(into:action:)' here, or in an extension that says what it is: \
            'extension Feature: Reducer'.
            """,
          line: 2, column: 15, severity: .warning,
          fixIts: [
            FixItSpec(message: "Add a body")
          ])
      ],
      applying: "Add a body",
      fixed: """
        @Reducer
        public struct Feature {
          public struct State {
            var count = 0
          }
          public enum Action {
            case tapped, answered(Int)
          }

          public var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped:
                return .none
              case .answered:
                return .none
              }
            }
          }
        }
        """)
  }

  @Test func aReduceOfOtherLabelsIsNeverCalled() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          struct State {}
          enum Action {}
          func reduce(state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      as: """
        struct Feature {
          struct State {}
          @Headrace.CasePathable
          enum Action {}
          func reduce(state: inout State, action: Action) -> Effect<Action> { .none }
        }

        extension Feature: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'Feature' has neither a 'body' nor 'reduce(into:action:)', and a store calls no \
            other 'reduce'.
            """,
          line: 5, column: 8,
          fixIts: [
            FixItSpec(
              message: """
                Change the parameters to '(into state: inout State, action: Action)'
                """)
          ])
      ],
      applying: """
        Change the parameters to '(into state: inout State, action: Action)'
        """,
      fixed: """
        @Reducer
        struct Feature {
          struct State {}
          enum Action {}
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """)
  }

  @Test func aBodyHidesReduce() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      as: """
        struct Feature {
          struct State {}
          @Headrace.CasePathable
          enum Action {}
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { EmptyReducer() }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }

        extension Feature: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'Feature' also has a 'body'. A store runs only the 'body', so this method is never \
            called. Keep one of the two.
            """,
          line: 6, column: 8)
      ])
  }

  @Test func aPrivateTypeInAnotherBecomesFileprivate() {
    expectExpansion(
      of: """
        struct Outer {
          @Reducer private struct Feature {
            var body: some ReducerOf<Self> { EmptyReducer() }
          }
          @CasePathable private enum Action {}
          @ObservableState private struct State {}
          @FlowCoordinator(screen: "Screen") private struct Coordinator {
            var body: some ReducerOf<Self> { EmptyReducer() }
          }
        }
        """,
      as: """
        struct Outer {
          private struct Feature {
            @Headrace.ReducerBuilder<Self.State, Self.Action>
            var body: some ReducerOf<Self> { EmptyReducer() }

            struct State: Swift.Equatable, Swift.Hashable, Swift.Sendable, Swift.Codable {
              init() {
              }
            }

            @Headrace.CasePathable enum Action: Swift.Equatable, Swift.Hashable, Swift.Sendable {
            }
          }
          private enum Action {

            struct AllCasePaths: Swift.Sendable {

            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
        }
          private struct State {

            var _$observationRegistrar = Headrace.ObservationStateRegistrar()

            var _$id: Headrace.ObservableStateID {
              _$observationRegistrar.id
            }

            static var _$registrarOffset: Swift.Int? {
              Swift.MemoryLayout<Self>.offset(of: \\Self._$observationRegistrar)
            }
        }
          private struct Coordinator {
            @Headrace.ReducerBuilder<Self.State, Self.Action>
            var body: some ReducerOf<Self> { EmptyReducer() }

            @Headrace.ObservableState
            struct State: Swift.Equatable {
              var routes: [HeadraceFlow.Route<Screen.State>]
              init(routes: [HeadraceFlow.Route<Screen.State>]) {
                self.routes = routes
              }
            }

            @Headrace.CasePathable
            enum Action {
              case router(HeadraceFlow.IndexedRouterActionOf<Screen>)
            }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@Reducer' adds a conformance outside of the surrounding type, where a 'private' \
            type is not visible.
            """,
          line: 2, column: 12,
          fixIts: [
            FixItSpec(message: "Change 'private' to 'fileprivate'")
          ]),
        DiagnosticSpec(
          message: """
            '@CasePathable' adds a conformance outside of the surrounding type, where a \
            'private' type is not visible.
            """,
          line: 5, column: 17,
          fixIts: [
            FixItSpec(message: "Change 'private' to 'fileprivate'")
          ]),
        DiagnosticSpec(
          message: """
            '@ObservableState' adds a conformance outside of the surrounding type, where a \
            'private' type is not visible.
            """,
          line: 6, column: 20,
          fixIts: [
            FixItSpec(message: "Change 'private' to 'fileprivate'")
          ]),
        DiagnosticSpec(
          message: """
            '@FlowCoordinator' adds a conformance outside of the surrounding type, where a \
            'private' type is not visible.
            """,
          line: 7, column: 38,
          fixIts: [
            FixItSpec(message: "Change 'private' to 'fileprivate'")
          ]),
      ],
      applying: "Change 'private' to 'fileprivate'",
      fixed: """
        struct Outer {
          @Reducer fileprivate struct Feature {
            var body: some ReducerOf<Self> { EmptyReducer() }
          }
          @CasePathable fileprivate enum Action {}
          @ObservableState fileprivate struct State {}
          @FlowCoordinator(screen: "Screen") fileprivate struct Coordinator {
            var body: some ReducerOf<Self> { EmptyReducer() }
          }
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
          message: "'@Reducer' needs a struct, or an enum of reducers.",
          line: 2, column: 1)
      ])
  }
}
