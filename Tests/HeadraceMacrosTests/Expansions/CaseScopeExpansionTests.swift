import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import HeadraceMacros

@Suite("What '@Reducer' writes into an enum so that its store can be switched over")
struct CaseScopeExpansionTests {
  /// The compiler asks for 'CaseScoping' of an enum that does not conform to it yet.
  private static let specs: [String: MacroSpec] = [
    "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["CaseScoping"]),
    "ReducerCaseIgnored": MacroSpec(type: ReducerCaseIgnoredMacro.self),
  ]

  @Test func eachCaseHasTheStoreOfItsChildOrItsValues() {
    let file = Parser.parse(
      source: """
        @Reducer
        public enum Screen {
          case login(Login)
          @ReducerCaseIgnored case note(id: Int, String)
          case alert(AlertState<Alert>)
          case blank
        }
        """)
    let expanded = file.expand(
      macroSpecs: Self.specs,
      contextGenerator: {
        BasicMacroExpansionContext(lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2)
    ).description
    #expect(
      expanded.contains(
        #"""
          public enum CaseScope {
            case login(Headrace.StoreOf<Login>)
            case note(id: Int, String)
            case alert(AlertState<Alert>)
            case blank
          }

          public static func scope(
            _ store: Headrace.Store<Self.State, Self.Action>
          ) -> CaseScope {
            switch store.withState({ $0
              }) {
            case .login:
              return .login(
                store._scope(current: \.login, action: \.login))
            case .note(let value0, let value1):
              _ = store.state
              return .note(id: value0, value1)
            case .alert(let value0):
              _ = store.state
              return .alert(value0)
            case .blank:
              _ = store.state
              return .blank
            }
          }
        """#))
    #expect(expanded.contains("extension Screen: Headrace.CaseScoping {"))
  }

  @Test(
    "With states or names of the author's own there is nothing to switch over",
    arguments: ["enum State {}", "enum Action {}", "enum CaseScope {}", "func scope() {}"])
  func theAuthorsOwnNames(member: String) {
    let file = Parser.parse(source: "@Reducer enum Screen { \(member)\n case login(Login) }")
    let expanded = file.expand(macroSpecs: Self.specs) {
      BasicMacroExpansionContext(lexicalContext: $0.allMacroLexicalContexts())
    }
    #expect(!expanded.description.contains("CaseScoping"))
    #expect(!expanded.description.contains("_scope(current:"))
  }

  @Test func declarationsOfTheAuthorAreKept() {
    expectExpansion(
      of: """
        @Reducer
        enum Screen {
          enum State {}
          enum Action {}
          enum CaseScope {}
          static var body: some ReducerOf<Self> { EmptyReducer() }
          static func scope(_ store: StoreOf<Self>) -> CaseScope {}
          case login(Login)
        }
        """,
      as: #"""
        enum Screen {
          @Headrace.CasePathable @dynamicMemberLookup
          enum State {}
          @Headrace.CasePathable
          enum Action {}
          enum CaseScope {}
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          static var body: some ReducerOf<Self> { EmptyReducer() }
          static func scope(_ store: StoreOf<Self>) -> CaseScope {}
          case login(Login)
        }

        extension Screen: Headrace.CaseScoping {
        }
        """#, specs: Self.specs)
  }
}
