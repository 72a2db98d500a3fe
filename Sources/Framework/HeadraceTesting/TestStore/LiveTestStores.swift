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

/// The test stores that have not been deinitialized.
///
/// A store reports its test's leftovers when it is deinitialized. A store in a reference cycle
/// never is, and a library is not notified that a test has ended. So the stores that still exist
/// when the process exits are checked at that time, after all tests. By then the test runner has
/// given its verdict, so the reports go to standard error, and the process exits with a failure.
package enum LiveTestStores {
  private static let stores = Mutex<[ObjectIdentifier: TestStoreLeftovers]>([:])

  /// Checks a store at exit, unless it is removed earlier.
  static func add(_ store: TestStoreLeftovers) {
    _ = checkAtExit
    stores.withLock { $0[ObjectIdentifier(store)] = store }
  }

  static func remove(_ store: TestStoreLeftovers) {
    // Released outside of the lock, because other test stores may be released with it.
    let removed = stores.withLock { $0.removeValue(forKey: ObjectIdentifier(store)) }
    withExtendedLifetime(removed) {}
  }

  private static let checkAtExit: Void = {
    atexit { LiveTestStores.reportAtExit() }
  }()

  /// Returns what the remaining stores would report, at least one line for each; empty if there are
  /// no leftovers.
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
      // Safe: the buffer contains as many bytes as it says, and is used only until the call
      // returns.
      let count = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      text = text.dropFirst(count)
    }
    // The exit status is already set, and can only be changed like this.
    _exit(EXIT_FAILURE)
  }
}

/// The leftovers that a test store would report if it were deinitialized now.
///
/// Unchecked: used by the store's test, and at exit, when no test is running.
final class TestStoreLeftovers: @unchecked Sendable {
  let site: CallSite
  var isExhaustive = true
  private let find: () -> [String]

  /// - Parameter find: Finds the leftovers, and describes them. It retains the store's parts, but
  ///   not the store.
  init(site: CallSite, _ find: @escaping () -> [String]) {
    self.site = site
    self.find = find
  }

  func texts() -> [String] { isExhaustive ? find() : [] }
}
