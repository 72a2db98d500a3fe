import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What '@Reducer' tells of the cases of an enum")
struct CaseReducerSlipTests {
  @Test func aCaseHoldsOneReducer() {
    expectExpansion(
      of: """
        @Reducer
        enum Screen {
          // Two at once.
          case pair(Login, Home)
        }
        """,
      as: """
        enum Screen {
          // Two at once.
          case pair(Login, Home)

          @dynamicMemberLookup
          enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
          {
            typealias StateReducer = Screen
            case pair(Login, Home)
            struct AllCasePaths: Swift.Sendable {
              var pair: Headrace.AnyCasePath<State, (Login, Home)> {
                Headrace.AnyCasePath<State, (Login, Home)>(
                  embed: {
                  State.pair($0.0, $0.1)
                },
                  extract: { root in
                    guard case .pair(let value0, let value1) = root
                    else {
                    return nil
                  }
                    return (value0, value1)
                  })
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            var _$id: Headrace.ObservableStateID {
              switch self {
                case .pair:
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: (), index: 0)
              }
            }
            static func _$compare(
              _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
            ) {
              differences.addEverything()
            }
          }

          enum Action: Headrace.CasePathable {
            struct AllCasePaths: Swift.Sendable {

            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }

          }

          static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
            Headrace.ErasedReducer(
              Headrace.EmptyReducer<Self.State, Self.Action>())
          }
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A case of a reducer enum holds one reducer, and 'pair' holds 2 values.
            """,
          line: 4, column: 12,
          fixIts: [
            FixItSpec(message: "Mark the case '@ReducerCaseIgnored': state without a reducer")
          ])
      ],
      applying: "Mark the case '@ReducerCaseIgnored': state without a reducer",
      fixed: """
        @Reducer
        enum Screen {
          // Two at once.
          @ReducerCaseIgnored case pair(Login, Home)
        }
        """)
  }

  @Test func aCaseHoldsNoState() {
    expectExpansion(
      of: """
        @Reducer
        enum Screen {
          case login(Login.State)
        }
        """,
      as: """
        enum Screen {
          case login(Login.State)

          @dynamicMemberLookup
          enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
          {
            typealias StateReducer = Screen
            case login(Login.State)
            struct AllCasePaths: Swift.Sendable {
              var login: Headrace.AnyCasePath<State, Login.State> {
                Headrace.AnyCasePath<State, Login.State>(
                  embed: State.login,
                  extract: { root in
                    guard case .login(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            var _$id: Headrace.ObservableStateID {
              switch self {
                case .login(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 0)
              }
            }
            static func _$compare(
              _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
            ) {
              switch (old, new) {
                case (.login(let old), .login(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
              }
            }
          }

          enum Action: Headrace.CasePathable {
            struct AllCasePaths: Swift.Sendable {

            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }

          }

          static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
            Headrace.ErasedReducer(
              Headrace.EmptyReducer<Self.State, Self.Action>())
          }
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A case of a reducer enum holds a reducer, and 'login' holds a reducer's state, \
            which '@Reducer' writes itself.
            """,
          line: 3, column: 14,
          fixIts: [
            FixItSpec(message: "Hold 'Login'"),
            FixItSpec(message: "Mark the case '@ReducerCaseIgnored': state without a reducer"),
          ])
      ],
      applying: "Hold 'Login'",
      fixed: """
        @Reducer
        enum Screen {
          case login(Login)
        }
        """)
  }

  @Test func aCaseHoldsNoPlainValue() {
    expectExpansion(
      of: """
        @Reducer
        enum Screen {
          case title(String)
          case row([Int]), count(Int?)
        }
        """,
      as: """
        enum Screen {
          case title(String)
          case row([Int]), count(Int?)

          @dynamicMemberLookup
          enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
          {
            typealias StateReducer = Screen
            case title(String)
            case row([Int])
            case count(Int?)
            struct AllCasePaths: Swift.Sendable {
              var title: Headrace.AnyCasePath<State, String> {
                Headrace.AnyCasePath<State, String>(
                  embed: State.title,
                  extract: { root in
                    guard case .title(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              var row: Headrace.AnyCasePath<State, [Int]> {
                Headrace.AnyCasePath<State, [Int]>(
                  embed: State.row,
                  extract: { root in
                    guard case .row(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              var count: Headrace.AnyCasePath<State, Int?> {
                Headrace.AnyCasePath<State, Int?>(
                  embed: State.count,
                  extract: { root in
                    guard case .count(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            var _$id: Headrace.ObservableStateID {
              switch self {
                case .title(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 0)
                case .row(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 1)
                case .count(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 2)
              }
            }
            static func _$compare(
              _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
            ) {
              switch (old, new) {
                case (.title(let old), .title(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                case (.row(let old), .row(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                case (.count(let old), .count(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                default:
              differences.addEverything()
              }
            }
          }

          enum Action: Headrace.CasePathable {
            struct AllCasePaths: Swift.Sendable {

            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }

          }

          static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
            Headrace.ErasedReducer(
              Headrace.EmptyReducer<Self.State, Self.Action>())
          }
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A case of a reducer enum holds a reducer, but 'String' in 'title' is not a reducer.
            """,
          line: 3, column: 14,
          fixIts: [
            FixItSpec(message: "Mark the case '@ReducerCaseIgnored': state without a reducer")
          ]),
        DiagnosticSpec(
          message: """
            A case of a reducer enum holds a reducer, but '[Int]' in 'row' is not a reducer.
            """,
          line: 4, column: 12),
        DiagnosticSpec(
          message: """
            A case of a reducer enum holds a reducer, but 'Int?' in 'count' is not a reducer.
            """,
          line: 4, column: 26),
      ],
      applying: "Mark the case '@ReducerCaseIgnored': state without a reducer",
      fixed: """
        @Reducer
        enum Screen {
          @ReducerCaseIgnored case title(String)
          case row([Int]), count(Int?)
        }
        """)
  }
}
