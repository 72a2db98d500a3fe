#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where a command writes; tests give it closures of their own.
package struct Terminal: Sendable {
  /// Writes a line of the answer.
  package var writeLine: @Sendable (String) -> Void
  /// Writes a line about progress or a refusal.
  package var writeError: @Sendable (String) -> Void

  /// Creates a terminal.
  package init(
    writeLine: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void
  ) {
    self.writeLine = writeLine
    self.writeError = writeError
  }

  /// Standard output and standard error.
  package static let standard = Terminal(
    writeLine: { Self.write($0, to: STDOUT_FILENO) },
    writeError: { Self.write($0, to: STDERR_FILENO) })

  /// Writes a whole line, however many calls that takes; a closed pipe ends the line.
  private static func write(_ line: String, to descriptor: Int32) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, base, count)
}
