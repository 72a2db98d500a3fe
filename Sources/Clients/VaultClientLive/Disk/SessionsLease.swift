/// The right to change a vault's sessions, among all processes; it ends with the last reference.
package final class SessionsLease: Sendable {
  private let end: @Sendable () -> Void

  /// A lease that calls a closure once, at its end.
  package init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
