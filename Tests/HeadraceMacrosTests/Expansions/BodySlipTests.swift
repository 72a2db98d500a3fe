import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What '@Reducer' tells the author of a body that can't be, and what mends it")
struct BodySlipTests {
  @Test func aBodyMustSayWhoseStateItHas() {
    expectSlip(
      "var body: some Reducer { EmptyReducer() }",
      "'body' must say whose state and actions it has: 'some ReducerOf<Self>'.", column: 13,
      fixIt: "Change the type to 'some ReducerOf<Self>'",
      fixed: "var body: some ReducerOf<Self> { EmptyReducer() }")
  }

  @Test func aBodyCannotBeStatic() {
    expectSlip(
      "static var body: some ReducerOf<Self> { EmptyReducer() }",
      "A store reads the 'body' of a value, so 'body' can't be static.", column: 3,
      fixIt: "Remove 'static'", fixed: "var body: some ReducerOf<Self> { EmptyReducer() }")
  }

  @Test func aMethodChangesTheStateInPlace() {
    expectSlip(
      "func reduce(into state: State, action: Action) -> Effect<Action> { .none }",
      "'Feature' changes its state in place: write 'inout State'.", column: 27,
      fixIt: "Add 'inout'",
      fixed: "func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }")
  }

  @Test func aChildIsAValue() {
    expectSlip(
      "var body: some ReducerOf<Self> { Scope(\\.child, action: \\.child) { Child } }",
      "A reducer is a value: 'Child()'.", column: 70, fixIt: "Add '()'",
      fixed: "var body: some ReducerOf<Self> { Scope(\\.child, action: \\.child) { Child() } }")
  }

  @Test func aPublicFeatureHasPublicMembers() {
    expectExpansion(
      of: """
        @Reducer
        public struct Feature {
          struct State {
          }
          public enum Action {
          }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
      as: """
        public struct Feature {
          struct State {
          }
          @Headrace.CasePathable
          public enum Action {
          }
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { EmptyReducer() }
        }

        extension Feature: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'Feature' is public, so its 'State' must be public, too.", line: 3, column: 10),
        DiagnosticSpec(
          message: "'Feature' is public, so its 'body' must be public, too.", line: 7, column: 7),
      ])
  }

  @Test func aTypeOfAnotherNameIsRenamed() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          struct state {}
          enum Action {}
        }
        """,
      as: """
        struct Feature {
          struct state {}
          @Headrace.CasePathable
          enum Action {}

          struct State: Swift.Equatable, Swift.Hashable, Swift.Sendable, Swift.Codable {
            init() {
            }
          }

          var body: Headrace.EmptyReducer<State, Action> {
            Headrace.EmptyReducer()
          }
        }

        extension Feature: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A reducer has a nested type 'State', and 'state' is another name. Rename it to 'State'.
            """,
          line: 3, column: 10, severity: .warning,
          fixIts: [FixItSpec(message: "Rename it to 'State'")])
      ],
      applying: "Rename it to 'State'",
      fixed: """
        @Reducer
        struct Feature {
          struct State {}
          enum Action {}
        }
        """)
  }

  private func expectSlip(
    _ behavior: String, _ message: String, column: Int, fixIt: String, fixed: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let around = { (behavior: String) in
      """
      struct Feature {
        struct State {
          var child = Child.State()
        }
        enum Action {
        }
        \(behavior)
      }
      """
    }
    expectExpansion(
      of: "@Reducer\n" + around(behavior),
      as: around(
        behavior.hasPrefix("func")
          ? behavior : "@Headrace.ReducerBuilder<Self.State, Self.Action>\n  " + behavior
      ).replacing("enum Action", with: "@Headrace.CasePathable\n  enum Action")
        + "\n\nextension Feature: Headrace.Reducer {\n}",
      diagnostics: [
        DiagnosticSpec(
          message: message, line: 8, column: column, fixIts: [FixItSpec(message: fixIt)])
      ],
      applying: fixIt, fixed: "@Reducer\n" + around(fixed), sourceLocation: sourceLocation)
  }
}
