import Foundation

/// The signals that end the page: SIGINT and SIGTERM.
enum StopSignals {
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  /// Blocks the signals until ``wait()``, also in threads that start later.
  static func block() {
    var signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for the first signal; a second one ends the process.
  static func wait() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var (signals, number): (sigset_t, Int32) = (signals, 0)
        sigwait(&signals, &number)
        continuation.resume()
        sigwait(&signals, &number)
        _exit(128 + number)
      }
    }
  }
}
