import CThreadSlots
import IssueReporting
import Synchronization

/// The values used if no store, effect or `withDependencies` gives others: one root for the
/// process, and one per test or per argument of a test.
final class DependencyRoot: Sendable {
  private let current = Mutex(
    DependencyValues(storage: DependencyStorage(defaults: DependencyDefaults())))

  var values: DependencyValues { current.withLock { $0 } }

  private static let process = DependencyRoot()
  /// One run of a test.
  private struct TestCase: Hashable {
    let test: TestContext.Testing.Test.ID
    /// Distinguishes the arguments of a parameterized test.
    let argument: Int
  }

  private static let tests = Mutex<[TestCase: DependencyRoot]>([:])

  /// The root of the running test, or of its argument, so that parallel tests share nothing.
  /// Outside tests, the process's root.
  static var current: DependencyRoot {
    if let own { return own }
    guard isTesting else { return process }
    guard case .swiftTesting(let testing?) = TestContext.current else { return ofXCTest }
    let testCase = TestCase(test: testing.test.id, argument: ctestargument_number())
    return tests.withLock { tests in
      if let root = tests[testCase] { return root }
      let root = DependencyRoot()
      tests[testCase] = root
      return root
    }
  }

  /// The root of the running test case of XCTest, which runs one at a time; the process's root if
  /// XCTest runs none, or its cases are not counted.
  private static var ofXCTest: DependencyRoot {
    let number = ctestcase_number()
    guard number > 0 else { return process }
    return xcTest.withLock { last in
      if last.number != number { last = (number, DependencyRoot()) }
      return last.root
    }
  }

  private static let xcTest = Mutex((number: 0, root: process))

  /// The separate root of the current task, if it has one.
  @TaskLocal fileprivate static var own: DependencyRoot?

  /// Makes prepared values the basis of everything made from now on.
  func prepare(_ prepared: DependencyValues) {
    current.withLock { $0 = prepared }
  }
}

extension DependencyValues {
  /// Runs a test with separate values, some of them prepared: nothing that others have prepared or
  /// made is visible. Code that has such values already keeps them.
  nonisolated(nonsending)
    package static func isolated<Result>(
      _ update: (inout DependencyValues) throws -> Void,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    let root = DependencyRoot.own ?? DependencyRoot()
    var values = root.values
    try values.update(update)
    root.prepare(values)
    return try await DependencyRoot.$own.withValue(root, operation: operation)
  }
}
