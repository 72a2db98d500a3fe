import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What '@Reducer' tells of enums in cases, and of marks")
struct CaseReducerMarkTests {
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

            @dynamicMemberLookup
            enum State:
              Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
            {
              typealias StateReducer = Inner
              struct AllCasePaths: Swift.Sendable {

              }
              static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }
              var _$id: Headrace.ObservableStateID {
                switch self {
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

          @dynamicMemberLookup
          enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
          {
            typealias StateReducer = Screen
            case inner(Inner)
            case other(Other.Body)
            struct AllCasePaths: Swift.Sendable {
              var inner: Headrace.AnyCasePath<State, Inner> {
                Headrace.AnyCasePath<State, Inner>(
                  embed: State.inner,
                  extract: { root in
                    guard case .inner(let value0) = root else {
                    return nil
                  }
                    return value0
                  })
              }
              var other: Headrace.AnyCasePath<State, Other.Body> {
                Headrace.AnyCasePath<State, Other.Body>(
                  embed: State.other,
                  extract: { root in
                    guard case .other(let value0) = root else {
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
                case .inner(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 0)
                case .other(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 1)
              }
            }
            static func _$compare(
              _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
            ) {
              switch (old, new) {
                case (.inner(let old), .inner(let new)):
                  differences.add(
                    Swift.UInt64.max,
                    Headrace.ObservationStateRegistrar.change(from: old, to: new))
                case (.other(let old), .other(let new)):
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

        extension Screen.Inner: Headrace.CaseReducer, Headrace.Reducer {
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'inner' holds a reducer enum. '@Reducer' can't create a value of it, so give the \
            case the enum's body.
            """,
          line: 3, column: 14,
          fixIts: [
            FixItSpec(message: "Hold 'Inner.Body = Inner.body'")
          ]),
        DiagnosticSpec(
          message: """
            'other' holds a reducer enum. '@Reducer' can't create a value of it, so give the \
            case the enum's body.
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
