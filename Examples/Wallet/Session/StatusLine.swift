import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The line at the bottom of a terminal that says how far the work is.
final class StatusLine: Sendable {
  private let shown = Mutex<String?>(nil)

  /// Returns to the line's beginning, and erases it.
  static let eraser = "\r\u{1B}[K"

  /// Puts a text in the place of the one before, or takes it away.
  func show(_ text: String?) {
    shown.withLock { shown in
      guard text != shown else { return }
      Terminal.write(Self.eraser + (text ?? ""), to: STDERR_FILENO)
      shown = text
    }
  }
}
