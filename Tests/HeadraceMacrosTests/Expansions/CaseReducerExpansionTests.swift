import Testing

@Suite("Expansions of '@Reducer' on enums")
struct CaseReducerExpansionTests {
  @Test func reducerComposesTheCasesOfAnEnum() {
    expectExpansion(
      of: """
        @Reducer(state: .equatable, .sendable, action: .equatable)
        package enum Screen {
          case login(Login), home(Home)
          @ReducerCaseIgnored case note(id: Int, String)
          case alert(AlertState<Alert>)
          @ReducerCaseEphemeral case rating(Rating<Stars>)
          case blank
        }
        """,
      as: #"""
        package enum Screen {
          case login(Login), home(Home)
          case note(id: Int, String)
          case alert(AlertState<Alert>)
          case rating(Rating<Stars>)
          case blank

          @Headrace.CasePathable
          @dynamicMemberLookup
          @Headrace.ObservableState
          package enum State: Headrace.CaseReducerState, Swift.Equatable, Swift.Sendable {
            package typealias StateReducer = Screen
            case login(Login.State)
            case home(Home.State)
            case note(id: Int, String)
            case alert(AlertState<Alert>)
            case rating(Rating<Stars>)
            case blank
            package static var hasEphemeralCases: Swift.Bool {
              true
            }
            package func isEnded(by action: StateReducer.Action) -> Swift.Bool {
              switch (self, action) {
              case (.alert, .alert):
                true
              case (.rating, .rating):
                true
              default:
                false
              }
            }
          }

          @Headrace.CasePathable
          package enum Action: Swift.Equatable {
            case login(Login.Action)
            case home(Home.Action)
            case alert(AlertState<Alert>.Action)
            case rating(Rating<Stars>.Action)
          }

          package static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
            Headrace.ErasedReducer(
              Headrace.EmptyReducer<Self.State, Self.Action>()
                .ifCaseLet(\.login, action: \.login) {
                Login()
              }
                .ifCaseLet(\.home, action: \.home) {
                Home()
              })
          }
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """#)
  }

  @Test func aRecursiveEnumAndOneOfEnums() {
    expectExpansion(
      of: """
        @Reducer
        indirect enum Screen<Value> {
          case folder(Folder<Value>)
          case inner(Inner.Body = Inner.body)
          case counter(Counter = Counter(step: 2))
        }
        """,
      as: #"""
        indirect enum Screen<Value> {
          case folder(Folder<Value>)
          case inner(Inner.Body = Inner.body)
          case counter(Counter = Counter(step: 2))

          @Headrace.CasePathable
          @dynamicMemberLookup
          @Headrace.ObservableState
          enum State: Headrace.CaseReducerState {
            typealias StateReducer = Screen
            indirect case folder(Folder<Value>.State)
            indirect case inner(Inner.Body.State)
            indirect case counter(Counter.State)
          }

          @Headrace.CasePathable
          enum Action {
            indirect case folder(Folder<Value>.Action)
            indirect case inner(Inner.Body.Action)
            indirect case counter(Counter.Action)
          }

          static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
            Headrace.ErasedReducer(
              Headrace.EmptyReducer<Self.State, Self.Action>()
                .ifCaseLet(\.folder, action: \.folder) {
                Folder<Value>()
              }
                .ifCaseLet(\.inner, action: \.inner) {
                Inner.body
              }
                .ifCaseLet(\.counter, action: \.counter) {
                Counter(step: 2)
              })
          }
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """#)
  }
}
