import Testing

@Suite struct AbstractMethodTests {
  @Test func abstractMethodsAreOverridden() throws {
    let methods = AbstractMethods(try Project.swiftFiles(below: "Sources/Framework"))
    expectNone(methods.violations())
    // Each names beside it what a requirement of a protocol would cost.
    #expect(
      methods.members.map { "\($0.owner).\($0.name)" }.sorted() == [
        "StoreRuntime.findAndEndLostScopes", "StoreRuntime.perform",
      ])
  }

  @Test func aMissingOverrideIsFound() {
    let trap = #"{ preconditionFailure("'work()' is for '\(Self.self)' to override.") }"#
    let base = SourceFile(
      path: "A.swift", text: "class Base<Value>: Root {\n  func work() \(trap)\n}")
    let others = SourceFile(
      path: "B.swift",
      text: """
        final class Good: Base<Int> {
          final override func work() {}
        }
        final class Inherits: Good {
        }
        package final class Bad<Value>: Base<Value>, @unchecked Sendable {
          func other() {}
        }
        """)
    #expect(
      AbstractMethods([base, others]).violations() == [
        Violation(
          path: "B.swift", line: 6,
          message: "'Bad' must override 'work' of 'Base', which traps.")
      ])
    #expect(
      AbstractMethods([base]).violations() == [
        Violation(path: "A.swift", line: 2, message: "'work' traps, and no class overrides it.")
      ])
  }
}
