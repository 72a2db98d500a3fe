import Foundation

/// SIGINT and SIGTERM, which end the page.
enum StopSignals {
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  /// Lets the signals wait for ``wait()``; other threads that start later do, too.
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
