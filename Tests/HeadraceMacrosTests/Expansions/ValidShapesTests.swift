import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import HeadraceMacros

/// Valid code that resembles a slip: the author is told nothing.
@Suite struct ValidShapesTests {
  @Test(
    "A name that stands for another action is not the feature's",
    arguments: [
      """
      Reduce { state, action in
        switch action {
        case .child(let action):
          switch action { case .saved(let item): return .none }
        case .saved: return .none
        }
      }
      """,
      """
      Reduce { state, action in
        if case .child(let action) = action, case .saved(let item) = action { return .none }
        return .none
      }
      """,
      """
      Reduce { state, action in
        guard case .child(let action) = action else { return .none }
        switch action { case .saved(let item): return .none }
      }
      """,
      """
      Scope(state: \\.child, action: \\.child) {
        Reduce { state, action in
          switch action { case .saved(let item): return .none }
        }
      }
      """,
    ])
  func anotherAction(_ body: String) {
    expectNothing(
      of: """
        @Reducer struct Feature {
          struct State { var child = Child.State() }
          enum Action { case child(Child.Action), saved }
          var body: some ReducerOf<Self> {
            Scope(state: \\.child, action: \\.child) { Child() }
            \(body)
          }
        }
        """)
  }

  @Test(
    "Code for other actions is not the feature's",
    arguments: [
      "func view(_ action: View) { switch action { case .saved(let item): break } }",
      "@Reducer struct Row { enum Action { case saved(Int) } "
        + "var body: some ReducerOf<Self> { Reduce { state, action in "
        + "switch action { case .saved(let item): return .none } } } }",
      "private func reduce(into state: inout State, action: View) {}",
      "private func reduce(into state: State, action: View) async throws {}",
    ])
  func otherCode(_ member: String) {
    expectNothing(
      of: """
        @Reducer public struct Feature {
          public struct State {}
          public enum Action { case saved }
          enum View { case saved(Int) }
          public var body: some ReducerOf<Self> { EmptyReducer() }
          \(member)
        }
        """)
  }

  @Test("A key path within a child's closure is one of the child's state")
  func aChildsKeyPath() {
    expectNothing(
      of: """
        @Reducer struct Feature {
          struct State { var child: Child.State; var settings = Settings.State() }
          enum Action { case child(Child.Action), settings(Settings.Action) }
          var body: some ReducerOf<Self> {
            Scope(state: \\.child, action: \\.child) { Child() }
            Scope(state: \\.settings, action: \\.settings) {
              Settings().ifLet(\\.child, action: \\.child) { Child() }
            }
          }
        }
        """)
  }

  @Test(
    "A name that resembles 'State' or 'Action' may be a name of its own",
    arguments: [
      "struct Stage {}", "enum Slate {}", "enum Auction { case open }", "struct Stats {}",
      "struct Stat {}; var stats: [Stat] = []", "enum Actions {}; let actions = Actions.self",
    ])
  func anotherName(_ members: String) {
    expectNothing(
      of: """
        @Reducer struct Feature {
          \(members)
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """)
  }

  @Test("A property wrapper may be equal whatever it holds")
  func aWrapperInAGenericState() {
    expectNothing(
      of: """
        @Reducer struct Picker<Item> {
          struct State: Equatable { @EqualityIgnored var item: Item }
          enum Action { case tapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """)
  }

  @Test("An initializer that may fail makes an optional child")
  func aChildThatMayFail() {
    expectNothing(
      of: """
        @Reducer struct Feature {
          struct State { var child = Child.State(json: "{}") }
          enum Action { case child(Child.Action) }
          var body: some ReducerOf<Self> {
            EmptyReducer().ifLet(\\.child, action: \\.child) { Child() }
          }
        }
        """)
  }

  @Test("What is public within an internal type needs no public members")
  func aNestedFeature() {
    expectNothing(
      of: """
        enum Namespace {
          @Reducer public struct Feature {
            struct State {}
            enum Action { case saved }
            var body: some ReducerOf<Self> { EmptyReducer() }
          }
        }
        """)
  }

  @Test("A generic BindingReducer is one")
  func aGenericBindingReducer() {
    expectNothing(
      of: """
        @Reducer struct Feature {
          struct State {}
          enum Action: BindableAction { case binding(BindingAction<State>) }
          var body: some ReducerOf<Self> { BindingReducer<State, Action>() }
        }
        """)
  }

  @Test(
    "A parent may reduce for a child by hand",
    arguments: [
      "case .child(.tapped): state.child.count += 1",
      "case .child(.renamed(let name)): state.child.name = name",
      "case let .child(.renamed(name)): state.child.name = name",
      "case .child(let action): update(&state.child, action)",
      "case .sheet(.presented(.tapped)): state.sheet = nil",
      "case .rows(.element(id: let id, action: .tapped)): state.rows[id: id]?.count += 1",
    ])
  func aParentMayReduceForAChild(_ pattern: String) {
    expectDiagnosis(ofPattern: pattern, count: 0)
  }

  @Test(
    "What a child delegates, and what is sent to it, does not reduce for it",
    arguments: [
      "case .child(.delegate(.saved)): state.count += 1",
      "case .child(.delegate): state.count += 1",
      "case .child(_): state.count += 1",
      "case .child: return .send(.child(.tapped))",
      "case .sheet(.dismiss): state.count += 1",
      "case .sheet(.presented(.delegate(.saved))): state.count += 1",
      "case .rows(.element(id: _, action: .delegate(.saved))): state.count += 1",
      "case .other(.tapped): state.count += 1",
    ])
  func aChildThatIsOnlyHeardIsReported(_ pattern: String) {
    expectDiagnosis(ofPattern: pattern, count: 1)
  }

  /// Expands a feature that runs no child, and has one case for a child: the one of the pattern.
  private func expectDiagnosis(
    ofPattern pattern: String, count: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let child =
      if pattern.contains("sheet") {
        "sheet(PresentationAction<Child.Action>)"
      } else if pattern.contains("rows") {
        "rows(IdentifiedActionOf<Child>)"
      } else {
        "child(Child.Action)"
      }
    let messages = diagnoses(
      of: """
        @Reducer struct Feature {
          struct State {}
          enum Action { case other(Int), \(child) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              \(pattern)
              default: break
              }
              return .none
            }
          }
        }
        """)
    #expect(messages.count == count, "\(messages)", sourceLocation: sourceLocation)
    #expect(
      messages.allSatisfy { $0.contains("so only the reducers of 'Feature' itself see them") },
      sourceLocation: sourceLocation)
  }

  private func expectNothing(
    of source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(diagnoses(of: source).isEmpty, sourceLocation: sourceLocation)
  }

  private func diagnoses(of source: String) -> [String] {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Valid", fullFilePath: "Valid.swift")])
    _ = file.expand(macroSpecs: macroSpecs) { node in
      BasicMacroExpansionContext(
        sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
    }
    return context.diagnostics.map(\.message)
  }
}
