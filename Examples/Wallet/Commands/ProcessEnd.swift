#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The end of the process by a signal.
package enum ProcessEnd {
  /// Ends the process with a signal, which the task threads have blocked.
  package static func bySignal(_ number: Int32) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
