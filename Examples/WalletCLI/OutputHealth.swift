import Synchronization

/// Whether what is written to standard output gets there.
package final class OutputHealth: Sendable {
  private struct State {
    var errorNumber: Int32?
    var react: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates the health of an output that has not failed.
  package init() {}

  /// Why writing failed first, as `errno` has it.
  var errorNumber: Int32? { state.withLock { $0.errorNumber } }

  /// Calls a closure when writing fails; at once where it has already.
  func whenFailed(_ react: @escaping @Sendable () -> Void) {
    let hasFailed = state.withLock { state in
      state.react = react
      return state.errorNumber != nil
    }
    if hasFailed { react() }
  }

  /// Notes that writing failed.
  func fail(_ errorNumber: Int32) {
    let react = state.withLock { state in
      guard state.errorNumber == nil else { return nil as (@Sendable () -> Void)? }
      state.errorNumber = errorNumber
      return state.react
    }
    react?()
  }
}
