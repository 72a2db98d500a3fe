import CProcessGuard
package import EthereumCrypto
import Foundation

/// A line that was typed without echo, in locked memory.
package struct SecretLine: ~Copyable, Sendable {
  private let bytes: SecretBytes

  /// The maximum length in bytes; a phrase of 24 words has at most 215.
  static let byteCountMax = 1_023

  /// Creates a line that owns the bytes, which have no line end.
  package init(_ bytes: consuming SecretBytes) {
    self.bytes = bytes
  }

  /// The number of bytes.
  package var count: Int { bytes.count }

  /// True if a byte-order mark precedes the secret, as some editors write it: it is not part of
  /// what was chosen.
  package var beginsWithMark: Bool {
    bytes.withUnsafeBytes { $0.starts(with: [0xEF, 0xBB, 0xBF]) }
  }

  /// Returns the bytes, and gives up their ownership.
  package consuming func take() -> SecretBytes { bytes }
}

// MARK: - Reading

extension SecretLine {
  /// The reason terminal input is not an answer.
  package enum Refusal: Error, Equatable, Sendable {
    /// The input ended before a line: Control-D at a terminal.
    case nothingTyped
    /// The line exceeds the maximum length.
    case tooLong

    /// The failure with which a command ends.
    var failure: CommandFailure {
      switch self {
      case .nothingTyped: CommandFailure("nothing was typed; run the command again", .tryAgain)
      case .tooLong:
        CommandFailure(
          "more than \(SecretLine.byteCountMax) bytes were typed; type a shorter line", .tryAgain)
      }
    }
  }

  /// Asks at the terminal, without echo; `nil` if there is none, or the task is cancelled.
  ///
  /// An empty line is not an answer, so the question is repeated.
  static func ask(_ question: String) throws(Refusal) -> SecretLine? {
    while true {
      guard let line = try askOnce(question) else { return nil }
      if line.count > 0 { return line }
    }
  }

  /// Waits for Return while a secret is on the screen; returns true if it was pressed.
  static func waitForReturn(_ question: String, isFullScreen: Bool) -> Bool {
    guard Terminal.beginPrompt(question, isFullScreen ? .fullScreen : .hidden) else { return false }
    defer { headrace_prompt_end() }
    guard Terminal.waitForInput(STDIN_FILENO) else { return false }
    return read(from: STDIN_FILENO) != nil
  }

  private static func askOnce(_ question: String) throws(Refusal) -> SecretLine? {
    guard isatty(STDIN_FILENO) == 1, Terminal.beginPrompt(question, .hidden) else {
      return nil
    }
    defer {
      headrace_prompt_end()
      Terminal.write("\n", to: STDERR_FILENO)
    }
    guard Terminal.waitForInput(STDIN_FILENO) else { return nil }
    return try line(from: STDIN_FILENO)
  }

  /// Reads up to the end of the line, which is LF or CR LF; `nil` at the end of the input, if the
  /// line is too long, or if the task is cancelled first.
  static func read(from descriptor: Int32) -> SecretLine? {
    do throws(Refusal) {
      return try line(from: descriptor)
    } catch {
      return nil
    }
  }

  /// The result of a read.
  private enum Reading {
    case line(byteCount: Int)
    case refused(Refusal)
    case cancelled
  }

  /// Reads up to the end of the line; `nil` if the task is cancelled before a line arrives.
  private static func line(from descriptor: Int32) throws(Refusal) -> SecretLine? {
    var buffer = SecretBytes(count: byteCountMax + 1)
    let reading: Reading = buffer.withUnsafeMutableBytes { bytes in
      var count = 0
      while let base = bytes.baseAddress, count < bytes.count {
        guard Terminal.waitForInput(descriptor) else { return .cancelled }
        let got = Foundation.read(descriptor, base + count, 1)
        if got < 0 && (errno == EINTR || errno == EAGAIN) { continue }
        guard got == 1 else {
          return count > 0 ? .line(byteCount: count) : .refused(.nothingTyped)
        }
        if bytes[count] == UInt8(ascii: "\n") { return .line(byteCount: count) }
        count += 1
      }
      return .refused(.tooLong)
    }
    var count: Int
    switch reading {
    case .line(let byteCount): count = byteCount
    case .refused(let refusal): throw refusal
    case .cancelled: return nil
    }
    let isReturnLast = buffer.withUnsafeBytes { count > 0 && $0[count - 1] == UInt8(ascii: "\r") }
    if isReturnLast { count -= 1 }
    return SecretLine(
      buffer.withUnsafeBytes {
        SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      })
  }

  /// Reads the first line of a file that only its owner may read, or of a pipe.
  ///
  /// - Throws: `CommandFailure` if the file does not exist, others may read it, it has no line, or
  ///   the task is cancelled before the pipe has a line.
  static func read(file path: String) throws(CommandFailure) -> SecretBytes {
    // A named pipe without a writer would block the program here, deaf to every signal.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "\(path) can't be read: \(String(cString: strerror(errno))); expected a file with the secret in"
          + " its first line", .usage)
    }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT != S_IFDIR else {
      throw CommandFailure(
        "\(path) is a folder; expected a file with the secret in its first line", .usage)
    }
    guard information.st_mode & 0o077 == 0 else {
      throw CommandFailure(
        "others may read \(path); expected a file of mode 0600 (chmod 600 \(path))", .usage)
    }
    guard let line = SecretLine.read(from: descriptor), line.count > 0 else {
      if Task.isCancelled { throw .interrupted }
      throw CommandFailure(
        "\(path) has no line that could be the secret; expected 1 to \(byteCountMax) bytes in the first",
        .usage)
    }
    guard !line.beginsWithMark else {
      throw CommandFailure(
        "\(path) begins with a byte-order mark; expected the secret alone, saved without one",
        .usage)
    }
    return line.take()
  }
}
