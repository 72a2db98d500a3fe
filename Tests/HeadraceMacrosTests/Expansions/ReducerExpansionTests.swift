import Testing

@Suite("Expansions of '@Reducer' on structs")
struct ReducerExpansionTests {
  @Test func reducerAddsWhatAStructLacks() {
    expectExpansion(
      of: """
        @Reducer
        public struct Empty {
        }
        """,
      as: """
        public struct Empty {

          public struct State: Swift.Equatable, Swift.Hashable, Swift.Sendable, Swift.Codable {
            public init() {
            }
          }

          @Headrace.CasePathable public enum Action: Swift.Equatable, Swift.Hashable, Swift.Sendable {
          }

          public var body: Headrace.EmptyReducer<State, Action> {
            Headrace.EmptyReducer()
          }
        }

        extension Empty: Headrace.Reducer {
        }
        """)
  }

  @Test func aReducerWithABodyGetsABuilder() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature: Reducer {
          enum State {
            case idle
          }
          enum Action {
            case tick
          }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      as: """
        struct Feature: Reducer {
          @Headrace.CasePathable @dynamicMemberLookup
          enum State {
            case idle
          }
          @Headrace.CasePathable
          enum Action {
            case tick
          }
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { EmptyReducer() }
        }

        extension Feature: Headrace.Reducer {
        }
        """)
  }

  @Test func aLeafReducesByItself() {
    expectExpansion(
      of: """
        @Reducer
        struct Leaf {
          struct State {}
          enum Action {
            case tick
          }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      as: """
        struct Leaf {
          struct State {}
          @Headrace.CasePathable
          enum Action {
            case tick
          }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }

        extension Leaf: Headrace.Reducer {
        }
        """)
  }

  @Test func membersOfAPublicExtensionArePublic() {
    expectExpansion(
      of: """
        public extension Feature {
          @CasePathable
          enum Action {
            case tick
          }
        }
        """,
      as: """
        public extension Feature {
          enum Action {
            case tick

            public struct AllCasePaths: Swift.Sendable {
              public var tick: Headrace.AnyCasePath<Action, Swift.Void> {
                Headrace.AnyCasePath<Action, Swift.Void>(
                  embed: {
                    Action.tick
                  },
                  extract: { root in
                    guard case .tick = root else {
                      return nil
                    }
                    return ()
                  })
              }
            }

            public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
        }

        extension Feature.Action: Headrace.CasePathable {
        }
        """)
  }

  @Test func aStateAndActionsThatTheBehaviorUsesAreInAnExtension() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            if case .tapped = action { state.count += 1 }
            return .none
          }
        }
        """,
      as: """
        struct Feature {
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            if case .tapped = action { state.count += 1 }
            return .none
          }
        }

        extension Feature: Headrace.Reducer {
        }
        """)
  }

  /// However the behaviour is written, it tells that there is a state: it is not made up. The
  /// actions are, where nothing is said of them.
  @Test(arguments: [
    "Reduce<State, Action> { state, _ in state.count += 1; return .none }",
    "Reduce { state, _ in refresh(&state); return .none }",
    "Reduce { $0 = .start; return .none }",
  ])
  func aStateThatTheBehaviorUsesIsNotMadeUp(reduce: String) {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          var body: some ReducerOf<Self> {
            \(reduce)
          }
        }
        """,
      as: """
        struct Feature {
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            \(reduce)
          }

          @Headrace.CasePathable enum Action: Swift.Equatable, Swift.Hashable, Swift.Sendable {
          }
        }

        extension Feature: Headrace.Reducer {
        }
        """)
  }
}
