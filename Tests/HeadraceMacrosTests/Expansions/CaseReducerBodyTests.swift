import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What '@Reducer' tells of the body of an enum, and of a reducer called 'Action'")
struct CaseReducerBodyTests {
  @Test func theBodyOfAnEnumIsNotThatOfAValue() {
    expectExpansion(
      of: """
        @Reducer
        enum Screen {
          // A body.
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      as: """
        enum Screen {
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          // A body.
          var body: some ReducerOf<Self> { EmptyReducer() }

          @dynamicMemberLookup
          enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
          {
            typealias StateReducer = Screen
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

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@Reducer' writes the 'body' of 'Screen', which runs the child of the current case. A \
            store asks the enum for it and makes no value of the enum. Remove this 'body', or make \
            it 'static' to write it yourself.
            """,
          line: 4, column: 7, fixIts: [FixItSpec(message: "Make it 'static'")])
      ],
      applying: "Make it 'static'",
      fixed: """
        @Reducer
        enum Screen {
          // A body.
          static var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """)
  }

  @Test func aStaticBodyIsTheAuthors() {
    expectExpansion(
      of: """
        @Reducer
        enum Screen {
          static var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      as: """
        enum Screen {
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          static var body: some ReducerOf<Self> { EmptyReducer() }

          @dynamicMemberLookup
          enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
          {
            typealias StateReducer = Screen
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
        }

        extension Screen: Headrace.CaseReducer, Headrace.Reducer {
        }
        """)
  }

  @Test func aReducerCalledActionCanBeMarked() {
    expectExpansion(
      of: """
        @Reducer
        enum Screen {
          case menu(Menu.Action)
        }
        """,
      as: """
        enum Screen {
          case menu(Menu.Action)

          @dynamicMemberLookup
          enum State:
            Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState
          {
            typealias StateReducer = Screen
            case menu(Menu.Action)
            struct AllCasePaths: Swift.Sendable {
              var menu: Headrace.AnyCasePath<State, Menu.Action> {
                Headrace.AnyCasePath<State, Menu.Action>(
                  embed: State.menu,
                  extract: { root in
                    guard case .menu(let value0) = root else {
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
                case .menu(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 0)
              }
            }
            static func _$compare(
              _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
            ) {
              switch (old, new) {
                case (.menu(let old), .menu(let new)):
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
            A case of a reducer enum holds a reducer, and 'menu' holds a reducer's actions, which \
            '@Reducer' writes itself.
            """,
          line: 3, column: 13,
          fixIts: [
            FixItSpec(message: "Hold 'Menu'"),
            FixItSpec(message: "Mark the case '@ReducerCaseIgnored': state without a reducer"),
          ])
      ],
      applying: "Mark the case '@ReducerCaseIgnored': state without a reducer",
      fixed: """
        @Reducer
        enum Screen {
          @ReducerCaseIgnored case menu(Menu.Action)
        }
        """)
  }
}
