import IssueReporting
import Synchronization

/// The values where no store, effect or `withDependencies` gives others: one root for the process,
/// one per test.
final class DependencyRoot: Sendable {
  private let current = Mutex(
    DependencyValues(storage: DependencyStorage(defaults: DependencyDefaults())))

  var values: DependencyValues { current.withLock { $0 } }

  private static let process = DependencyRoot()
  private static let tests = Mutex<[TestContext.Testing.Test.ID: DependencyRoot]>([:])

  /// The root of the test that runs now, so that parallel tests share nothing; outside tests, the
  /// process's.
  static var current: DependencyRoot {
    guard isTesting, case .swiftTesting(let testing?) = TestContext.current else { return process }
    return tests.withLock { tests in
      if let root = tests[testing.test.id] { return root }
      let root = DependencyRoot()
      tests[testing.test.id] = root
      return root
    }
  }

  /// Lays prepared values under everything made from now on.
  func prepare(_ prepared: DependencyValues) {
    current.withLock { $0 = prepared }
  }
}
