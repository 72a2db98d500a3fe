internal import CTerminalMode
internal import Foundation
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A terminal in full-screen mode, with its input and output.
///
/// Entering switches to the alternate screen and to raw keys. The terminal is restored when the
/// session is left, when the process exits or traps, and before a signal stops or ends it; only
/// SIGKILL prevents that. A process can have one session at a time.
public final class TerminalSession: Sendable {
  /// An event of a session.
  public enum Event: Hashable, Sendable {
    /// Input arrived, or the window was resized.
    case input(TerminalInput)
    /// The process was stopped and continues: everything must be redrawn.
    case continued
    /// The process was asked to end by the signal with that number.
    case stop(signal: Int32)
    /// The terminal was closed.
    case closed
  }

  /// The session's events, in the order of their occurrence; for one reader.
  public let events: AsyncStream<Event>

  private let input: Int32
  private let output: Int32
  private let wake: (reading: Int32, writing: Int32)
  private let continuation: AsyncStream<Event>.Continuation
  private let isLeft = Mutex(false)
  private let reading = DispatchGroup()
  private let hidesInput = Mutex(false)

  /// The time in milliseconds after which Escape counts as a key; a sequence may be slow to arrive.
  private static let patience: Int32 = 100

  private static let entering =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J\u{1B}[H\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?1004h"
    + "\u{1B}[=1;1u"
  // The alternate screen is cleared first, because some terminals keep its content.
  private static let leaving =
    "\u{1B}[=0;1u\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?2026l\u{1B}[0m"
    + "\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"

  /// Opens a terminal in full-screen mode.
  ///
  /// - Parameters:
  ///   - input: The descriptor from which keys are read.
  ///   - output: The descriptor to which frames are written.
  /// - Throws: ``TerminalFailure/notATerminal(_:)`` if one of them is not a terminal,
  ///   ``TerminalFailure/isTaken`` if the process already has a session,
  ///   ``TerminalFailure/system(_:)`` if the system returns an error.
  public convenience init(input: Int32 = 0, output: Int32 = 1) throws(TerminalFailure) {
    try self.init(input, output) { wake in
      headrace_terminal_enter(input, output, wake, Self.entering, Self.leaving)
    }
  }

  init(
    _ input: Int32, _ output: Int32, enter: (_ wake: Int32) -> Int32
  ) throws(TerminalFailure) {
    for (descriptor, name) in [(input, "input"), (output, "output")]
    where isatty(descriptor) == 0 {
      throw .notATerminal(name)
    }
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0 else { throw .system(errno) }
    for descriptor in pipes {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    // A signal handler must not block on a pipe that nobody reads.
    _ = fcntl(pipes[1], F_SETFL, O_NONBLOCK)
    let number = enter(pipes[1])
    guard number == 0 else {
      for descriptor in pipes { close(descriptor) }
      throw number == EBUSY ? .isTaken : .system(number)
    }
    self.input = input
    self.output = output
    wake = (pipes[0], pipes[1])
    (events, continuation) = AsyncStream.makeStream()
    reading.enter()
    Thread.detachNewThread { [self] in
      read()
      reading.leave()
    }
  }

  /// The terminal's size; 80 × 24 if it is unknown.
  public var size: Size {
    var (columns, rows) = (Int32(0), Int32(0))
    guard headrace_terminal_size(output, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// Writes all of the bytes.
  ///
  /// - Throws: ``TerminalFailure/closed`` if the terminal was closed, and after ``leave()``.
  public func write(_ bytes: [UInt8]) throws(TerminalFailure) {
    guard !bytes.isEmpty else { return }
    // Locked while it writes, so that nothing is written after the terminal was restored.
    let isWritten = isLeft.withLock { isLeft in !isLeft && writeAll(bytes) }
    guard isWritten else { throw .closed }
  }

  /// Sets whether the next input is secret; if it is, a paste leaves no text in memory.
  func hidesInput(_ isHidden: Bool) {
    hidesInput.withLock { $0 = isHidden }
  }

  private func writeAll(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(output, rest)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Another program has made the descriptor non-blocking.
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
        continue
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Restores the terminal; further calls do nothing.
  public func leave() {
    let wasLeft = isLeft.withLock { isLeft in
      defer { isLeft = true }
      if !isLeft { headrace_terminal_leave() }
      return isLeft
    }
    guard !wasLeft else { return }
    _ = systemWrite(wake.writing, [UInt8(HEADRACE_TERMINAL_CLOSED.rawValue)])
    reading.wait()
    close(wake.reading)
    close(wake.writing)
  }
}

// MARK: - Reading

extension TerminalSession {
  /// Reads on a separate thread until the session is left or the terminal is closed.
  private func read() {
    var parser = InputParser()
    var isOpen = true
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    defer { continuation.finish() }
    while true {
      var waiting = [
        pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isOpen ? input : -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waiting, 2, parser.isWaiting ? Self.patience : -1)
      if count < 0 { continue }
      if count == 0 { tell(parser.flush()) }
      if waiting[0].revents != 0, !readWake() { return }
      if waiting[1].revents != 0 {
        let count = systemRead(input, &buffer)
        if count > 0 {
          parser.splitsPastes = hidesInput.withLock { $0 }
          // In place, because a slice of an array in use would prevent the bytes from being wiped.
          // Safe: the parser copies what it keeps.
          tell(buffer.withUnsafeBytes { parser.parse($0[..<count]) })
          // It may be a passcode that was typed fast or pasted.
          SecretWiping.wipe(&buffer)
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          isOpen = false
          continuation.yield(.closed)
        }
      }
    }
  }

  private func tell(_ inputs: [TerminalInput]) {
    let isSecret = hidesInput.withLock { $0 }
    for input in TerminalInput.mergingRuns(of: inputs, isSecret: isSecret) {
      continuation.yield(.input(input))
    }
  }

  /// Reads what signal handlers wrote; returns `false` when the session is left.
  private func readWake() -> Bool {
    var byte: [UInt8] = [0]
    guard systemRead(wake.reading, &byte) == 1 else { return true }
    switch UInt32(byte[0]) {
    case HEADRACE_TERMINAL_RESIZED.rawValue: continuation.yield(.input(.resize(size)))
    case HEADRACE_TERMINAL_CONTINUED.rawValue: continuation.yield(.continued)
    case HEADRACE_TERMINAL_INTERRUPTED.rawValue: continuation.yield(.stop(signal: SIGINT))
    case HEADRACE_TERMINAL_TERMINATED.rawValue: continuation.yield(.stop(signal: SIGTERM))
    case HEADRACE_TERMINAL_HUNG_UP.rawValue: continuation.yield(.stop(signal: SIGHUP))
    default: return false
    }
    return true
  }
}

/// The system's `write`, which the session's own method hides.
///
/// Safe: the system reads no more bytes than the array has, and only during the call.
private func systemWrite(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}

/// The system's `read`, which the session's own method hides.
///
/// Safe: the system writes no more bytes than the array has, and only during the call.
private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
  bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

extension TerminalSession {
  /// Stops the process as Control-Z in a shell does; returns when the process continues.
  static func stopProcess() {
    // The handler restores the terminal first.
    _ = kill(0, SIGTSTP)
  }
}

// MARK: - Clipboard

extension TerminalSession {
  /// Copies text to the clipboard of the user's terminal, which may refuse it silently.
  ///
  /// - SeeAlso: "XTerm Control Sequences", OSC 52.
  public func copy(_ text: String) {
    let encoded = Data(text.utf8).base64EncodedString()
    do {
      try write(Array("\u{1B}]52;c;\(encoded)\u{07}".utf8))
    } catch {
      // If the terminal is closed, there is no clipboard, and the host ends.
    }
  }
}
