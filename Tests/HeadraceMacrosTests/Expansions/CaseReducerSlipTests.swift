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

          @Headrace.CasePathable
          @dynamicMemberLookup
          @Headrace.ObservableState
          enum State: Headrace.CaseReducerState {
            typealias StateReducer = Screen
            case pair(Login, Home)
          }

          @Headrace.CasePathable
          enum Action {

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

          @Headrace.CasePathable
          @dynamicMemberLookup
          @Headrace.ObservableState
          enum State: Headrace.CaseReducerState {
            typealias StateReducer = Screen
            case login(Login.State)
          }

          @Headrace.CasePathable
          enum Action {

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

          @Headrace.CasePathable
          @dynamicMemberLookup
          @Headrace.ObservableState
          enum State: Headrace.CaseReducerState {
            typealias StateReducer = Screen
            case title(String)
            case row([Int])
            case count(Int?)
          }

          @Headrace.CasePathable
          enum Action {

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
            A case of a reducer enum holds a reducer, and 'String' in 'title' is none.
            """,
          line: 3, column: 14,
          fixIts: [
            FixItSpec(message: "Mark the case '@ReducerCaseIgnored': state without a reducer")
          ]),
        DiagnosticSpec(
          message: """
            A case of a reducer enum holds a reducer, and '[Int]' in 'row' is none.
            """,
          line: 4, column: 12),
        DiagnosticSpec(
          message: """
            A case of a reducer enum holds a reducer, and 'Int?' in 'count' is none.
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

  @Test func aCaseHoldsAnotherEnumByItsBody() {
    expectExpansion(
      of: """
        @Reducer
        enum Screen {
          case inner(Inner)
          case other(Other.Body)
          @Reducer
          enum Inner {
          }
        }
        """,
      as: """
        enum Screen {
          case inner(Inner)
          case other(Other.Body)
          enum Inner {

            @Headrace.CasePathable
            @dynamicMemberLookup
            @Headrace.ObservableState
            enum State: Headrace.CaseReducerState {
              typealias StateReducer = Inner

            }

            @Headrace.CasePathable
            enum Action {

            }

            static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
              Headrace.ErasedReducer(
                Headrace.EmptyReducer<Self.State, Self.Action>())
            }
          }

          @Headrace.CasePathable
          @dynamicMemberLookup
          @Headrace.ObservableState
          enum State: Headrace.CaseReducerState {
            typealias StateReducer = Screen
            case inner(Inner)
            case other(Other.Body)
          }

          @Headrace.CasePathable
          enum Action {

          }

          static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
            Headrace.ErasedReducer(
              Headrace.EmptyReducer<Self.State, Self.Action>())
          }
        }

        extension Screen.Inner: Headrace.CaseReducer, Headrace.Reducer {
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'inner' holds a reducer enum, of which '@Reducer' can't make a value: give the case \
            the enum's body.
            """,
          line: 3, column: 14,
          fixIts: [
            FixItSpec(message: "Hold 'Inner.Body = Inner.body'")
          ]),
        DiagnosticSpec(
          message: """
            'other' holds a reducer enum, of which '@Reducer' can't make a value: give the case \
            the enum's body.
            """,
          line: 4, column: 14,
          fixIts: [
            FixItSpec(message: "Hold 'Other.Body = Other.body'")
          ]),
      ],
      applying: "Hold 'Inner.Body = Inner.body'",
      fixed: """
        @Reducer
        enum Screen {
          case inner(Inner.Body = Inner.body)
          case other(Other.Body)
          @Reducer
          enum Inner {
          }
        }
        """)
  }

  @Test func marksBelongToAnEnumOfReducers() {
    expectExpansion(
      of: """
        enum Screen {
          @ReducerCaseIgnored case title(String)
          @ReducerCaseEphemeral case alert(String)
        }
        """,
      as: """
        enum Screen {
          case title(String)
          case alert(String)
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@ReducerCaseIgnored' marks a case of an enum with '@Reducer'.
            """,
          line: 2, column: 3),
        DiagnosticSpec(
          message: """
            '@ReducerCaseEphemeral' marks a case of an enum with '@Reducer'.
            """,
          line: 3, column: 3),
      ])
  }
}
