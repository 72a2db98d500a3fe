import IssueReporting
import Synchronization

/// The values used if no store, effect or `withDependencies` gives others: one root for the
/// process, and one per test.
final class DependencyRoot: Sendable {
  private let current = Mutex(
    DependencyValues(storage: DependencyStorage(defaults: DependencyDefaults())))

  var values: DependencyValues { current.withLock { $0 } }

  private static let process = DependencyRoot()
  private static let tests = Mutex<[TestContext.Testing.Test.ID: DependencyRoot]>([:])

  /// The root of the running test, so that parallel tests share nothing. Outside tests, the
  /// process's root.
  static var current: DependencyRoot {
    if let own { return own }
    guard isTesting, case .swiftTesting(let testing?) = TestContext.current else { return process }
    return tests.withLock { tests in
      if let root = tests[testing.test.id] { return root }
      let root = DependencyRoot()
      tests[testing.test.id] = root
      return root
    }
  }

  /// The separate root of the current task, if it has one.
  @TaskLocal private static var own: DependencyRoot?

  /// Runs code with a separate root, in which some values are prepared. Code that has such a root
  /// already keeps it.
  nonisolated(nonsending)
    static func isolated<Result>(
      _ update: (inout DependencyValues) throws -> Void,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    let root = own ?? DependencyRoot()
    var values = root.values
    try values.update(update)
    root.prepare(values)
    return try await $own.withValue(root, operation: operation)
  }

  /// Makes prepared values the basis of everything made from now on.
  func prepare(_ prepared: DependencyValues) {
    current.withLock { $0 = prepared }
  }
}
