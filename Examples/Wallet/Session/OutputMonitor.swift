import EthereumPrimitives
import Synchronization

/// Monitors whether standard output can be written.
package final class OutputMonitor: Sendable {
  private struct State {
    var errorNumber: Int32?
    var payment: Hash32?
    var react: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates a monitor of an output that has not failed.
  package init() {}

  /// The `errno` of the first write that failed.
  package var errorNumber: Int32? { state.withLock { $0.errorNumber } }

  /// The payment that the command recorded, if it did.
  var payment: Hash32? { state.withLock { $0.payment } }

  /// Records that a payment was recorded: from now on an answer that can't be written does not stop
  /// the command, which would abandon the payment.
  func noteRecorded(_ payment: Hash32) {
    state.withLock { state in
      state.payment = payment
      state.react = nil
    }
  }

  /// Calls a closure when writing fails; immediately if it has already failed.
  func whenFailed(_ react: @escaping @Sendable () -> Void) {
    let hasFailed = state.withLock { state in
      state.react = react
      return state.errorNumber != nil
    }
    if hasFailed { react() }
  }

  /// Records that writing failed.
  func fail(_ errorNumber: Int32) {
    let react = state.withLock { state in
      guard state.errorNumber == nil else { return nil as (@Sendable () -> Void)? }
      state.errorNumber = errorNumber
      return state.react
    }
    react?()
  }
}
