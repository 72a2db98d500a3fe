import Headrace
import IssueReporting
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The test stores that have not gone away.
///
/// A store reports what its test has left behind when it goes away. One that never does, because
/// something refers to it in a cycle, can't; and nothing tells a library that a test has ended. So
/// those that are still here when the process exits are looked at then, when all tests are over.
/// The test runner has given its verdict by that time: the reports go to standard error, and the
/// process exits with a failure.
package enum LiveTestStores {
  private static let stores = Mutex<[ObjectIdentifier: TestStoreLeftovers]>([:])

  /// Looks at a store at exit, unless it is removed before.
  static func add(_ store: TestStoreLeftovers) {
    _ = checkAtExit
    stores.withLock { $0[ObjectIdentifier(store)] = store }
  }

  static func remove(_ store: TestStoreLeftovers) {
    // Let go of outside the lock: with it may go other test stores.
    let removed = stores.withLock { $0.removeValue(forKey: ObjectIdentifier(store)) }
    withExtendedLifetime(removed) {}
  }

  private static let checkAtExit: Void = {
    atexit { LiveTestStores.reportAtExit() }
  }()

  /// What the stores that are still here would report, one line or more for each; empty where
  /// nothing is left.
  package static func report() -> String {
    let left = stores.withLock { Array($0.values) }
    let reports = left.sorted { "\($0.site)" < "\($1.site)" }.flatMap { store in
      store.texts().map {
        "\(store.site.filePath):\(store.site.line): error: \(TestStoreFailure.leaked($0))\n"
      }
    }
    return reports.joined()
  }

  private static func reportAtExit() {
    let report = report()
    guard !report.isEmpty else { return }
    fflush(nil)
    var text = Array(report.utf8)[...]
    while !text.isEmpty {
      let count = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      text = text.dropFirst(count)
    }
    // The status is given already: only this changes it.
    _exit(EXIT_FAILURE)
  }
}

/// What a test store would report if it went away now.
///
/// Unchecked: used by the store's test, and at exit, when no test runs.
final class TestStoreLeftovers: @unchecked Sendable {
  let site: CallSite
  var isExhaustive = true
  private let find: () -> [String]

  /// - Parameter find: Finds out what is left, and describes it. It holds the store's parts, and
  ///   not the store.
  init(site: CallSite, _ find: @escaping () -> [String]) {
    self.site = site
    self.find = find
  }

  func texts() -> [String] { isExhaustive ? find() : [] }
}
