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

          @dynamicMemberLookup
          package enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState, Swift.Equatable, Swift.Sendable
          {
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
            package struct AllCasePaths: Swift.Sendable {
              package var login: Headrace.AnyCasePath<State, Login.State> {
                Headrace.AnyCasePath<State, Login.State>(
                  embed: State.login,
                  extract: { root in
                    guard case .login(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              package var home: Headrace.AnyCasePath<State, Home.State> {
                Headrace.AnyCasePath<State, Home.State>(
                  embed: State.home,
                  extract: { root in
                    guard case .home(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              package var note: Headrace.AnyCasePath<State, (id: Int, String)> {
                Headrace.AnyCasePath<State, (id: Int, String)>(
                  embed: {
                  State.note(id: $0.0, $0.1)
                },
                  extract: { root in
                    guard case .note(let value0, let value1) = root
                    else {
                    return nil
                  }
                    return (value0, value1)
                  })
              }
              package var alert: Headrace.AnyCasePath<State, AlertState<Alert>> {
                Headrace.AnyCasePath<State, AlertState<Alert>>(
                  embed: State.alert,
                  extract: { root in
                    guard case .alert(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              package var rating: Headrace.AnyCasePath<State, Rating<Stars>> {
                Headrace.AnyCasePath<State, Rating<Stars>>(
                  embed: State.rating,
                  extract: { root in
                    guard case .rating(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              package var blank: Headrace.AnyCasePath<State, Swift.Void> {
                Headrace.AnyCasePath<State, Swift.Void>(
                  embed: {
                  State.blank
                },
                  extract: { root in
                    guard case .blank = root else {
                    return nil
                  }
                    return ()
                  })
              }
            }
            package static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            package var _$id: Headrace.ObservableStateID {
              switch self {
                case .login(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 0)
                case .home(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 1)
                case .note:
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: (), index: 2)
                case .alert(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 3)
                case .rating(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 4)
                case .blank:
              return Headrace.ObservableStateID.inert.tagged(5)
              }
            }
            package static func _$compare(
              _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
            ) {
              switch (old, new) {
                case (.login(let old), .login(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                case (.home(let old), .home(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                case (.alert(let old), .alert(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                case (.rating(let old), .rating(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                default:
              differences.addEverything()
              }
            }
          }

          package enum Action: Headrace.CasePathable, Swift.Equatable {
            case login(Login.Action)
            case home(Home.Action)
            case alert(AlertState<Alert>.Action)
            case rating(Rating<Stars>.Action)
            package struct AllCasePaths: Swift.Sendable {
              package var login: Headrace.AnyCasePath<Action, Login.Action> {
                Headrace.AnyCasePath<Action, Login.Action>(
                  embed: Action.login,
                  extract: { root in
                    guard case .login(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              package var home: Headrace.AnyCasePath<Action, Home.Action> {
                Headrace.AnyCasePath<Action, Home.Action>(
                  embed: Action.home,
                  extract: { root in
                    guard case .home(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              package var alert: Headrace.AnyCasePath<Action, AlertState<Alert>.Action> {
                Headrace.AnyCasePath<Action, AlertState<Alert>.Action>(
                  embed: Action.alert,
                  extract: { root in
                    guard case .alert(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              package var rating: Headrace.AnyCasePath<Action, Rating<Stars>.Action> {
                Headrace.AnyCasePath<Action, Rating<Stars>.Action>(
                  embed: Action.rating,
                  extract: { root in
                    guard case .rating(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
            }
            package static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
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
}
