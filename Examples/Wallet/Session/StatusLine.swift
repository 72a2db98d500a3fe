import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The line at the bottom of a terminal that shows the progress of work.
final class StatusLine: Sendable {
  private let shown = Mutex<String?>(nil)

  /// The sequence that returns to the line's beginning, and erases it.
  static let eraser = "\r\u{1B}[K"

  /// Replaces the text, or removes it.
  func show(_ text: String?) {
    shown.withLock { shown in
      guard text != shown else { return }
      Terminal.write(Self.eraser + (text ?? ""), to: STDERR_FILENO)
      shown = text
    }
  }
}
