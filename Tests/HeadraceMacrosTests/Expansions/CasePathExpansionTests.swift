import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Expansions of '@CasePathable'")
struct CasePathExpansionTests {
  @Test func casePathableWritesAPathForEachCase() {
    expectExpansion(
      of: """
        @CasePathable
        public enum Action {
          case done, failed(code: Int)
          case moved(x: Int, Int)
        }
        """,
      as: """
        public enum Action {
          case done, failed(code: Int)
          case moved(x: Int, Int)

          public struct AllCasePaths: Swift.Sendable {
            public var done: Headrace.AnyCasePath<Action, Swift.Void> {
              Headrace.AnyCasePath<Action, Swift.Void>(
                embed: {
                  Action.done
                },
                extract: { root in
                  guard case .done = root else {
                    return nil
                  }
                  return ()
                })
            }
            public var failed: Headrace.AnyCasePath<Action, Int> {
              Headrace.AnyCasePath<Action, Int>(
                embed: Action.failed(code:),
                extract: { root in
                  guard case .failed(let value0) = root else {
                    return nil
                  }
                  return value0
                })
            }
            public var moved: Headrace.AnyCasePath<Action, (x: Int, Int)> {
              Headrace.AnyCasePath<Action, (x: Int, Int)>(
                embed: {
                  Action.moved(x: $0.0, $0.1)
                },
                extract: { root in
                  guard case .moved(let value0, let value1) = root
                  else {
                    return nil
                  }
                  return (value0, value1)
                })
            }
          }

          public static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: Headrace.CasePathable {
        }
        """)
  }

  @Test func casePathableKnowsItsOwnNameAndKeepsOtherAttributes() {
    expectExpansion(
      of: """
        @CasePathable
        @dynamicMemberLookup
        enum Tree<Value> {
          indirect case branch([Self], at: Int)
          case `default`(Value!)
        }
        """,
      as: """
        @dynamicMemberLookup
        enum Tree<Value> {
          indirect case branch([Self], at: Int)
          case `default`(Value!)

          struct AllCasePaths: Swift.Sendable {
            var branch: Headrace.AnyCasePath<Tree, ([Tree], at: Int)> {
              Headrace.AnyCasePath<Tree, ([Tree], at: Int)>(
                embed: {
                  Tree.branch($0.0, at: $0.1)
                },
                extract: { root in
                  guard case .branch(let value0, let value1) = root
                  else {
                    return nil
                  }
                  return (value0, value1)
                })
            }
            var `default`: Headrace.AnyCasePath<Tree, Value?> {
              Headrace.AnyCasePath<Tree, Value?>(
                embed: Tree.`default`,
                extract: { root in
                  guard case .`default`(let value0) = root else {
                    return nil
                  }
                  return value0
                })
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Tree: Headrace.CasePathable {
        }
        """)
  }

  @Test func casePathableListsTheCasesOfAnIterableEnum() {
    expectExpansion(
      of: """
        @CasePathable
        enum Field: Equatable, CasePathIterable {
          case isDone
        }
        """,
      as: """
        enum Field: Equatable, CasePathIterable {
          case isDone

          struct AllCasePaths: Headrace.CasePathReflectable, Swift.Sequence, Swift.Sendable {
            var isDone: Headrace.AnyCasePath<Field, Swift.Void> {
              Headrace.AnyCasePath<Field, Swift.Void>(
                embed: {
                  Field.isDone
                },
                extract: { root in
                  guard case .isDone = root else {
                    return nil
                  }
                  return ()
                })
            }
            subscript(root: Field) -> Headrace.PartialCaseKeyPath<Field> {
              switch root {
              case .isDone:
                return \\.isDone
              }
            }
            func makeIterator() -> Swift.IndexingIterator<[Headrace.PartialCaseKeyPath<Field>]> {
              var paths: [Headrace.PartialCaseKeyPath<Field>] = []
              paths.append(\\.isDone)
              return paths.makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Field: Headrace.CasePathable {
        }
        """)
  }

  @Test func casePathableNeedsAnEnum() {
    expectExpansion(
      of: """
        /// Things that happen.
        @CasePathable
        public struct Action {
          var id = 0
        }
        """,
      as: """
        /// Things that happen.
        public struct Action {
          var id = 0
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' needs an enum.",
          line: 3, column: 8,
          fixIts: [
            FixItSpec(message: "Remove '@CasePathable'")
          ])
      ],
      applying: "Remove '@CasePathable'",
      fixed: """
        /// Things that happen.
        public struct Action {
          var id = 0
        }
        """)
  }

  @Test func casePathableNeedsOneCaseForEachName() {
    expectExpansion(
      of: """
        @CasePathable
        enum Action {
          case moved(x: Int), moved(y: Int)
        }
        """,
      as: """
        enum Action {
          case moved(x: Int), moved(y: Int)
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@CasePathable' makes one key path for each name, and 'moved' is the name of \
            several cases.
            """,
          line: 3, column: 23)
      ])
  }
}
