import EthereumPrimitives
import Synchronization

/// Whether what is written to standard output gets there.
package final class OutputMonitor: Sendable {
  private struct State {
    var errorNumber: Int32?
    var payment: Hash32?
    var react: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates the health of an output that has not failed.
  package init() {}

  /// Why writing failed first, as `errno` has it.
  package var errorNumber: Int32? { state.withLock { $0.errorNumber } }

  /// The payment that the command recorded, if it did.
  var payment: Hash32? { state.withLock { $0.payment } }

  /// Notes that a payment is recorded: from here on an answer that can't be written does not stop
  /// the command, which would leave the payment lying about.
  func noteRecorded(_ payment: Hash32) {
    state.withLock { state in
      state.payment = payment
      state.react = nil
    }
  }

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
