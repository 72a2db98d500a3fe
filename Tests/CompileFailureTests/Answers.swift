import Foundation
import TestEffort
import Testing

/// A mistake, and the compiler's error.
struct Answer: Sendable, CustomTestStringConvertible {
  let name: String
  let code: String
  /// The errors and warnings, as `line:column: error: text`.
  let says: [String]
  /// The code with the compiler's remedies applied; `nil` if they are not tried.
  var mended: String?

  var testDescription: String { name }
}

extension Answer {
  /// A child for the mistakes below.
  static let child = """
    @Reducer struct Child {
      @ObservableState struct State: Equatable, Identifiable { var id = 0 }
      enum Action { case tapped }
      var body: some ReducerOf<Self> { EmptyReducer() }
    }
    """

  private static func reduce(
    _ name: String, _ body: String, says: String..., state: String = "var count = 0"
  ) -> Answer {
    Answer(
      name: name,
      code: """
        @Reducer struct Feature {
          struct State { \(state) }
          enum Action { case tapped, answered(Int) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
        \(body)
            }
          }
        }
        """, says: says)
  }

  static func parent(
    _ name: String, state: String, action: String, body: String, says: String...
  ) -> Answer {
    Answer(
      name: name,
      code: """
        @Reducer struct Feature {
          struct State { \(state) }
          enum Action { case tapped, \(action) }
          var body: some ReducerOf<Self> {
        \(body)
          }
        }
        \(child)
        """, says: says)
  }

  static let closures: [Answer] = [
    reduce(
      "WrongCase", "      switch action { case .tappd: return .none }",
      says: "6:29: error: type 'WrongCase.Feature.Action' has no member 'tappd'"),
    reduce(
      "WrongField", "      state.cont += 1\n      return .none",
      says: "6:13: error: value of type 'WrongField.Feature.State' has no member 'cont'"),
    reduce(
      "WrongCaseInEffect", "      .run { send in await send(.tappd) }",
      says: "6:34: error: type 'WrongCaseInEffect.Feature.Action' has no member 'tappd'"),
    reduce(
      "NotExhaustive", "      switch action { case .tapped: return .none }",
      says: "6:7: error: switch must be exhaustive"),
    reduce(
      "WrongValue", "      state.count = \"1\"\n      return .none",
      says: "6:21: error: cannot assign value of type 'String' to type 'Int'"),
  ]

  static let operators: [Answer] = [
    parent(
      "PresentedWithoutPresentation", state: "@Presents var child: Child.State?",
      action: "child(Child.Action)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.$child, action: \\.child) { Child() }
        """,
      says: """
        6:8: error: 'ifLet(_:action:destination:)' is unavailable: the state is of '@Presents', so \
        the action must be a 'PresentationAction': 'case child(PresentationAction<Child.Action>)'
        """),
    parent(
      "PresentedWithoutDollar", state: "@Presents var child: Child.State?",
      action: "child(PresentationAction<Child.Action>)",
      body: """
            Reduce { _, _ in .none }
              .ifLet(\\.child, action: \\.child) { Child() }
        """,
      says: """
        6:8: error: 'ifLet(_:action:destination:)' is unavailable: the action is a \
        'PresentationAction', so the state must be one of '@Presents', with its '$': \
        '.ifLet(\\.$child, action: \\.child)'
        """),
    parent(
      "RowsWithStackActions", state: "var rows: IdentifiedArrayOf<Child.State> = []",
      action: "rows(StackActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.rows) { Child() }
        """,
      says: """
        6:8: error: 'forEach(_:action:element:)' is unavailable: the state is an \
        'IdentifiedArray', so the action must be an 'IdentifiedAction': \
        'case rows(IdentifiedActionOf<Row>)'
        """),
    parent(
      "StackWithRowActions", state: "var path = StackState<Child.State>()",
      action: "path(IdentifiedActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.path, action: \\.path) { Child() }
        """,
      says: """
        6:8: error: 'forEach(_:action:element:)' is unavailable: the state is a 'StackState', so \
        the action must be a 'StackAction': 'case path(StackActionOf<Screen>)'
        """),
    parent(
      "RowsWithoutIDs", state: "var rows: [Child.State] = []",
      action: "rows(IdentifiedActionOf<Child>)",
      body: """
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.rows) { Child() }
        """,
      says: """
        6:8: error: 'forEach(_:action:element:)' is unavailable: the rows of an 'Array' have no \
        ids; keep them in an 'IdentifiedArray': 'var rows: IdentifiedArrayOf<Row.State> = []'
        """),
    parent(
      "WrongChildCase", state: "var child = Child.State()", action: "child(Child.Action)",
      body: """
            Scope(state: \\.child, action: \\.kid) { Child() }
            Reduce { _, _ in .none }
        """,
      says: """
        5:35: error: value of type 'any KeyPath<Case<WrongChildCase.Feature.Action>, \
        Case<WrongChildCase.Child.Action>> & Sendable' has no dynamic member 'kid' using key path \
        from root type 'WrongChildCase.Feature.Action.AllCasePaths'
        """),
    parent(
      "BareChild", state: "var child = Child.State()", action: "child(Child.Action)",
      body: """
            Child()
            Reduce { _, _ in .none }
        """,
      says: """
        5:5: error: 'Child' is a child, with a state and actions of its own. Run it with 'Scope', \
        'ifLet' or 'forEach': 'Scope(state: \\.child, action: \\.child) { Child() }'.
        """,
      """
      5:5: error: cannot convert value of type 'BareChild.Child.State' to expected argument type \
      'BareChild.Feature.State'
      """),
    parent(
      "ChildWithoutReducer", state: "var child = Child.State()", action: "child(Child.Action)",
      body: "    Reduce { _, _ in .none }",
      says: """
        3:30: warning: 'child' holds the actions of 'Child', and 'body' runs no 'Child', so \
        only the reducers of 'Feature' itself see them. Add it with \
        'Scope(state: \\.child, action: \\.child) { Child() }', or with 'Child.body' in the braces \
        if 'Child' is an enum.
        """),
    Answer(
      name: "StateIsAClass",
      code: """
        @Reducer struct Feature {
          final class State { var count = 0 }
          enum Action { case tapped }
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        """,
      says: [
        """
        2:9: warning: The state of 'Feature' is a class. Copies of it share one object, so \
        neither a test nor an observer can tell what an action changed. Make it a struct.
        """
      ]),
  ]

  /// Code that other frameworks and languages permit, and that must compile here too.
  static let accepted: [Answer] = [
    parent(
      "HiddenReducerInABlock", state: "var child = Child.State()", action: "child(Child.Action)",
      body: """
            other
            Scope(state: \\.child, action: \\.child) { Child() }
          }
          var other: any Reducer<State, Action> {
            Reduce { _, _ in .none }
        """),
    Answer(
      name: "Conditions",
      code: """
        @Reducer struct Feature {
          @ObservableState struct State: Equatable {
            var count = 0
            #if os(Linux) || os(macOS)
              var total = 0
            #else
              var sum = 0
            #endif
          }
          enum Action {
            case tapped
            #if os(Linux) || os(macOS)
              case answered(Int)
            #else
              case refused(String)
            #endif
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .tapped: return .none
              case .answered(let total):
                state.total = total
                return .none
              }
            }
          }
          static var path: CaseKeyPath<Action, Int> { \\.answered }
          static let field = State._$fieldNumber(of: \\.total)
        }
        @Reducer enum Screen {
          case child(Child)
          #if os(Linux) || os(macOS)
            case other(Child)
          #endif
        }
        func use(_ state: Screen.State) -> Int? { state.other?.id }
        \(child)
        """, says: []),
    Answer(
      name: "StoredBody",
      code: """
        @Reducer struct Feature {
          struct State {}
          enum Action { case tapped }
          let body = Reduce<State, Action> { _, _ in .none }
        }
        """, says: []),
    Answer(
      name: "StateOfBody",
      code: """
        @Reducer struct Feature {
          enum Action { case tapped }
          var body: some Reducer<Int, Action> {
            Reduce { state, _ in
              state += 1
              return .none
            }
          }
        }
        func count() -> Feature.State { 1 }
        """, says: []),
    Answer(
      name: "SeveralPayloads",
      code: """
        @Reducer enum Screen {
          case child(Child)
          case note(id: Int, String)
        }
        @Reducer enum Question { case alert(AlertState<Never>) }
        @Reducer(state: .codable, .hashable, action: .codable, .hashable) enum Stored {
          case counter(Counter)
        }
        @Reducer struct Counter {
          struct State: Codable, Hashable {}
          enum Action: Codable, Hashable { case tapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        @DependencyClient struct Books {
          var find: @Sendable (_ id: Int) -> String?
        }
        \(child)
        """, says: []),
    Answer(
      name: "OptionalReducer",
      code: """
        @Reducer struct Feature {
          struct State { var count = 0 }
          enum Action { case tapped }
          let first: Reduce<State, Action>?
          let second: EmptyReducer<State, Action>?
          var body: some ReducerOf<Self> {
            first
            second
            CombineReducers { first }
          }
        }
        """, says: []),
    Answer(
      name: "Groups",
      code: """
        @Reducer struct Feature {
          struct State {}
          enum Action {
            case view(View), inner(Inner)
            enum View { case tapped, typed(String) }
            enum Inner: Equatable { case answered(Int) }
            private enum Hidden { case one }
            enum Empty {}
          }
          var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
        }
        static var typed: CaseKeyPath<Feature.Action, String> { \\.view.typed }
        static var answered: CaseKeyPath<Feature.Action, Int> { \\.inner.answered }
        """, says: []),
    Answer(
      name: "PublicFeatureInAnEffect",
      code: """
        @Reducer public struct Feature {
          public struct State {}
          public enum Action: Sendable { case tapped, rang }
          @Dependency(\\.continuousClock) var clock
          public var body: some ReducerOf<Self> {
            Reduce { _, _ in
              .run { send in
                try await clock.sleep(for: .seconds(1))
                await send(.rang)
              }
            }
          }
        }
        """, says: []),
  ]

  /// All mistakes; with `HEADRACE_SHORT`, as `make test` sets it, every tenth.
  static let all: [Answer] = {
    let all =
      closures + operators + cases + bodies + children + patterns + names + shapes + changes
      + accepted + unclosed + flows + unrun + effects + features + stores + work + slips
    guard Effort.isShort else { return all }
    return stride(from: 0, to: all.count, by: 10).map { all[$0] }
  }()
}
